//! The functions that a module of forms exports. A form and a field are named by their position.

use crate::{
    attachment::Attachment,
    exchange::{Arguments, read, reply, sentence, small, whole},
    form::Form,
    text::{self, normalize},
};

/// Exports the functions by which JavaScript judges forms: `reserve`, `answer`, `check_form`, `check_field` and
/// `count_characters`. `js/form-rules.js` calls them.
///
/// ```
/// mod newsletter {
///     form_rules::form! {
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
/// form_rules::export_forms!([&newsletter::FORM]);
/// ```
#[macro_export]
macro_rules! export_forms {
    ($forms:expr) => {
        #[allow(
            unsafe_code,
            reason = "an exported name is unsafe because it must be the only one of its kind"
        )]
        const _: () = {
            #[unsafe(no_mangle)]
            extern "C" fn reserve(length: usize) -> usize {
                $crate::exchange::reserve(length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn answer() -> usize {
                $crate::exchange::answer()
            }

            #[unsafe(no_mangle)]
            extern "C" fn check_form(form: usize, length: usize) -> usize {
                $crate::export::check_form(&$forms, form, length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn check_field(form: usize, field: usize, length: usize) -> usize {
                $crate::export::check_field(&$forms, form, field, length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn count_characters(length: usize) -> usize {
                $crate::export::count_characters(length)
            }
        };
    };
}

/// The answer for an unknown form or field.
///
/// ```
/// # use form_rules::export::{NO_SUCH_RULE, check_form};
/// assert_eq!(check_form(&[], 0, 0), NO_SUCH_RULE);
/// ```
pub const NO_SUCH_RULE: usize = usize::MAX;

/// Numbers that report a refused field: its position, and the address and length of its sentence.
const NUMBERS: usize = 3;

/// Judges a form: its texts in their order, then its file. Returns how many fields are refused.
///
/// ```
/// # use form_rules::export::{NO_SUCH_RULE, check_form};
/// assert_eq!(check_form(&[], 9, 0), NO_SUCH_RULE);
/// ```
#[must_use]
pub fn check_form(forms: &[&Form], form: usize, length: usize) -> usize {
    let Some(form) = forms.get(form) else {
        return NO_SUCH_RULE;
    };
    let errors = read(length, |arguments| {
        let texts = form.texts.iter().map(|_| arguments.text()).collect::<Vec<_>>();
        form.check(&texts, form.file.and_then(|_| file(arguments)))
    });
    let refused = errors.iter().flat_map(|error| {
        let position = form.names().position(|name| name == error.field).unwrap_or_default();
        refusal(position, error.message)
    });
    reply(refused) / NUMBERS
}

/// Judges one field, a text or a file. Returns 1 when it is refused, 0 when it is not.
///
/// ```
/// # use form_rules::export::{NO_SUCH_RULE, check_field};
/// assert_eq!(check_field(&[], 0, 9, 0), NO_SUCH_RULE);
/// ```
#[must_use]
pub fn check_field(forms: &[&Form], form: usize, field: usize, length: usize) -> usize {
    let Some(form) = forms.get(form) else {
        return NO_SUCH_RULE;
    };
    let Some(verdict) = read(length, |arguments| judge(form, field, arguments)) else {
        return NO_SUCH_RULE;
    };
    verdict.err().map_or(0, |message| reply(refusal(field, message).into_iter()) / NUMBERS)
}

/// Returns how many characters a text has as the rules count it: folded and trimmed, in Unicode scalar values.
///
/// ```
/// assert_eq!(form_rules::export::count_characters(0), 0);
/// ```
#[must_use]
pub fn count_characters(length: usize) -> usize {
    read(length, |arguments| text::length(&normalize(arguments.text())))
}

/// Returns the verdict on one field; none where the form has no such field.
fn judge(form: &Form, field: usize, arguments: &mut Arguments<'_>) -> Option<Result<(), &'static str>> {
    match form.texts.get(field) {
        Some(rule) => Some(rule.check(arguments.text())),
        None if field == form.texts.len() => form.file.map(|rule| rule.judge(file(arguments)).map(drop)),
        None => None,
    }
}

/// Reads the next file; none when its size is no number.
fn file<'a>(arguments: &mut Arguments<'a>) -> Option<Attachment<'a>> {
    let (name, size, head) = (arguments.text(), arguments.number(), arguments.bytes());
    size.map(|size| Attachment { name, size: whole(size), head })
}

fn refusal(field: usize, message: &'static str) -> [f64; NUMBERS] {
    let [start, length] = sentence(message);
    [small(field), start, length]
}
