//! The forms: a whole form at once, or one field. A form and a field are named by their position among the module's.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be the only one of its kind")]

#[cfg(feature = "public")]
use agency_core::FORMS;
#[cfg(not(feature = "public"))]
use agency_core::STAFF_FORMS as FORMS;
use agency_core::{
    attachment::Attachment,
    form::Form,
    text::{self, normalize},
};

use crate::exchange::{Arguments, read, reply, sentence, small, whole};

/// The answer for a form or a field that is not there.
const NO_SUCH_RULE: usize = usize::MAX;

/// How many numbers tell of a refused field: its position, and where its sentence stands and ends.
const NUMBERS: usize = 3;

/// Judges a form: its texts in their order, then its file. Answers with how many fields are refused.
#[unsafe(no_mangle)]
pub extern "C" fn check_form(form: usize, length: usize) -> usize {
    let Some(form) = FORMS.get(form) else {
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

/// Judges one field, a text or a file. Answers with 1 when it is refused, with 0 when it is not.
#[unsafe(no_mangle)]
pub extern "C" fn check_field(form: usize, field: usize, length: usize) -> usize {
    let Some(form) = FORMS.get(form) else {
        return NO_SUCH_RULE;
    };
    let Some(verdict) = read(length, |arguments| judge(form, field, arguments)) else {
        return NO_SUCH_RULE;
    };
    verdict.err().map_or(0, |message| reply(refusal(field, message).into_iter()) / NUMBERS)
}

/// How many characters a text has as the rules count it: folded and trimmed, in Unicode scalar values.
#[unsafe(no_mangle)]
pub extern "C" fn count_characters(length: usize) -> usize {
    read(length, |arguments| text::length(&normalize(arguments.text())))
}

/// The verdict on one field; none where the form has no such field.
fn judge(form: &Form, field: usize, arguments: &mut Arguments<'_>) -> Option<Result<(), &'static str>> {
    match form.texts.get(field) {
        Some(rule) => Some(rule.check(arguments.text())),
        None if field == form.texts.len() => form.file.map(|rule| rule.judge(file(arguments)).map(drop)),
        None => None,
    }
}

/// The next file; none when its size is no number.
fn file<'a>(arguments: &mut Arguments<'a>) -> Option<Attachment<'a>> {
    let (name, size, head) = (arguments.text(), arguments.number(), arguments.bytes());
    size.map(|size| Attachment { name, size: whole(size), head })
}

fn refusal(field: usize, message: &'static str) -> [f64; NUMBERS] {
    let [start, length] = sentence(message);
    [small(field), start, length]
}
