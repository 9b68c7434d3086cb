//! Every rule that a form, a list, a session or the work on a record obeys, written once.
//!
//! The server links this crate natively, the browser runs it as WebAssembly, so both give the same verdict in the
//! same words. It does no I/O, reads no clock, draws no random numbers and knows no HTTP, SQL or JavaScript: what
//! a rule needs, such as the time, is an argument. No function panics, whatever it is given.

pub mod admin;
pub mod application;
pub mod attachment;
pub mod contact;
pub mod email;
pub mod export;
pub mod filter;
pub mod instant;
pub mod keys;
pub mod login;
mod lowercase;
pub mod mail;
pub mod messages;
pub mod metadata;
mod packed;
pub mod pagination;
pub mod password;
pub mod person;
pub mod retention;
pub mod search;
pub mod second_factor;
pub mod second_factor_change;
pub mod sign_in_end;
pub mod sort;
pub mod spam;
pub mod token;
pub mod work;

pub use form_rules::{form, pattern, rule, schema, text, validation, white_space};

/// Which rules these are: a hash of all that they are compiled from, without comments and tests, the same in the module
/// and in the server. A page and a server of one version give the same verdicts in the same words.
pub const VERSION: &str = env!("RULES_VERSION");

/// Every form for visitors, and those that sign in. What a form needs beside its declaration iterates over them.
pub static FORMS: [&form::Form; 4] = [&contact::FORM, &application::FORM, &login::FORM, &second_factor::FORM];

/// Every form for those who are signed in: their rules come to nobody else.
pub static STAFF_FORMS: [&form::Form; 3] = [&password::FORM, &second_factor_change::FORM, &sign_in_end::FORM];

/// Every form.
pub fn all_forms() -> impl Iterator<Item = &'static form::Form> {
    FORMS.into_iter().chain(STAFF_FORMS)
}

/// What is kept of each form that is stored, in the order of [`FORMS`].
pub fn stored_forms() -> impl Iterator<Item = form::Stored> {
    FORMS.iter().filter_map(|form| form.stored)
}
