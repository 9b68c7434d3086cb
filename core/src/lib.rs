//! Rules of forms, lists, sessions and the work on records.
//!
//! The server links this crate natively and the browser runs it as WebAssembly, so both give the same results in the
//! same words. The crate does no I/O, reads no clock, generates no random numbers, and knows no HTTP, SQL or
//! JavaScript. Inputs such as the time are arguments. No function panics.

pub mod account;
pub mod admin;
pub mod application;
pub mod attachment;
pub mod contact;
pub mod email;
pub mod filter;
pub mod form;
pub mod instant;
pub mod keys;
pub mod login;
pub mod messages;
pub mod metadata;
pub mod pagination;
pub mod password;
pub mod person;
pub mod search;
pub mod second_factor;
pub mod second_factor_change;
pub mod session_end;
pub mod sort;
pub mod source;
pub mod spam;
pub mod token;
pub mod word_package;
pub mod work;

// The paths to use. `form!` and this line need the modules to be public in `form` too.
pub use form::{rule, text, validation, white_space};

/// Forms for visitors, including the sign-in forms. They are part of the public module.
pub static FORMS: &[&form::Form] = &[&contact::FORM, &application::FORM, &login::FORM, &second_factor::FORM];

/// Forms for signed-in admins. They are part of the staff module only.
pub static STAFF_FORMS: &[&form::Form] = &[&password::FORM, &second_factor_change::FORM, &session_end::FORM];

/// Returns all forms.
pub fn all_forms() -> impl Iterator<Item = &'static form::Form> {
    FORMS.iter().chain(STAFF_FORMS).copied()
}

/// Returns the table of each stored form, in the order of [`FORMS`].
pub fn stored_forms() -> impl Iterator<Item = form::StoredForm> {
    FORMS.iter().filter_map(|form| form.stored)
}
