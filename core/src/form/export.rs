//! Functions that a module of forms exports. Forms and fields are identified by position.

use super::{
    Form,
    attachment::Attachment,
    exchange::{Arguments, message_location, reply, to_u64, usize_to_number, with_arguments},
    text::{self, normalize},
};

/// Exports the functions that `js/form-rules.js` calls: `reserve`, `answer`, `check_form`, `check_field` and
/// `count_characters`.
///
/// ```
/// mod newsletter {
///     agency_core::form! {
///         /// A subscriber.
///         pub struct NewsletterForm, "newsletter" {
///             /// The subscriber's address.
///             email: Email {
///                 required: "Email is required",
///                 max: 254 => "Email must not exceed {number} characters",
///                 control: "Email contains characters that cannot be used",
///                 pattern: "Enter a valid email",
///             }
///         }
///     }
/// }
///
/// agency_core::export_forms!([&newsletter::FORM]);
/// ```
#[macro_export]
macro_rules! export_forms {
    ($forms:expr) => {
        #[allow(unsafe_code, reason = "an exported name is unsafe because it must be unique")]
        const _: () = {
            #[unsafe(no_mangle)]
            extern "C" fn reserve(length: usize) -> usize {
                $crate::form::exchange::reserve(length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn answer() -> usize {
                $crate::form::exchange::answer()
            }

            #[unsafe(no_mangle)]
            extern "C" fn check_form(form: usize, length: usize) -> usize {
                $crate::form::export::check_form(&$forms, form, length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn check_field(form: usize, field: usize, length: usize) -> usize {
                $crate::form::export::check_field(&$forms, form, field, length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn count_characters(length: usize) -> usize {
                $crate::form::export::count_characters(length)
            }
        };
    };
}

/// Result for an unknown form or field.
///
/// ```
/// # use agency_core::form::export::{NO_SUCH_RULE, check_form};
/// assert_eq!(check_form(&[], 0, 0), NO_SUCH_RULE);
/// ```
pub const NO_SUCH_RULE: usize = usize::MAX;

/// Numbers for each invalid field: its position, and the address and length of its message.
const NUMBERS: usize = 3;

/// Checks a form and returns the number of invalid fields. The arguments are its texts in order, then its file.
///
/// ```
/// # use agency_core::form::export::{NO_SUCH_RULE, check_form};
/// assert_eq!(check_form(&[], 9, 0), NO_SUCH_RULE);
/// ```
#[must_use]
pub fn check_form(forms: &[&Form], form: usize, length: usize) -> usize {
    let Some(form) = forms.get(form) else {
        return NO_SUCH_RULE;
    };
    let errors = with_arguments(length, |arguments| {
        let texts = form.texts.iter().map(|_| arguments.take_text()).collect::<Vec<_>>();
        form.check(&texts, form.file.and_then(|_| take_file(arguments)))
    });
    let invalid = errors.iter().flat_map(|error| {
        let position = form.names().position(|name| name == error.field).unwrap_or_default();
        error_numbers(position, error.message)
    });
    reply(invalid) / NUMBERS
}

/// Checks one field, a text or a file. Returns 1 if it is invalid, 0 if it is valid.
///
/// ```
/// # use agency_core::form::export::{NO_SUCH_RULE, check_field};
/// assert_eq!(check_field(&[], 0, 9, 0), NO_SUCH_RULE);
/// ```
#[must_use]
pub fn check_field(forms: &[&Form], form: usize, field: usize, length: usize) -> usize {
    let Some(form) = forms.get(form) else {
        return NO_SUCH_RULE;
    };
    let Some(result) = with_arguments(length, |arguments| check_position(form, field, arguments)) else {
        return NO_SUCH_RULE;
    };
    result.err().map_or(0, |message| reply(error_numbers(field, message).into_iter()) / NUMBERS)
}

/// Returns the length of a normalised text in characters (Unicode scalar values).
///
/// ```
/// assert_eq!(agency_core::form::export::count_characters(0), 0);
/// ```
#[must_use]
pub fn count_characters(length: usize) -> usize {
    with_arguments(length, |arguments| text::length(&normalize(arguments.take_text())))
}

/// Checks one field; returns none if the form has no such field.
fn check_position(
    form: &Form,
    field: usize,
    arguments: &mut Arguments<'_>,
) -> Option<Result<(), &'static str>> {
    match form.texts.get(field) {
        Some(rule) => Some(rule.check(arguments.take_text())),
        None if field == form.texts.len() => form.file.map(|rule| rule.check(take_file(arguments)).map(drop)),
        None => None,
    }
}

/// Takes the next file from the arguments; none if its size is not a number.
fn take_file<'a>(arguments: &mut Arguments<'a>) -> Option<Attachment<'a>> {
    let (name, size, head) = (arguments.take_text(), arguments.take_number(), arguments.take_bytes());
    size.map(|size| Attachment { name, size: to_u64(size), head })
}

fn error_numbers(field: usize, message: &'static str) -> [f64; NUMBERS] {
    let [start, length] = message_location(message);
    [usize_to_number(field), start, length]
}
