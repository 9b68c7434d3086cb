//! One text field's rules as data: what judges it, and what describes it to forms, OpenAPI and the database.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    email::is_email,
    text::{has_control_character, length, normalize},
    validation::ValidationError,
};

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum Kind {
    /// One line of text.
    Line,
    /// Several lines of text.
    Lines,
    /// An e-mail address.
    Email,
    /// A secret: neither folded nor trimmed.
    Password,
    /// A file.
    File,
}

/// A limit in characters and the sentence for a text beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The last length that passes.
    pub chars: usize,
    /// What is said otherwise.
    pub message: &'static str,
}

/// The rules of one text field, checked in the order in which they stand here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRule {
    /// The field's name, as it is sent.
    pub name: &'static str,
    /// What the field takes.
    pub kind: Kind,
    /// The sentence for an empty text; none where the field may stay empty.
    pub required: Option<&'static str>,
    /// The shortest text, where there is one.
    pub min: Option<Limit>,
    /// The longest text.
    pub max: Limit,
    /// The sentence for a character that the field does not take.
    pub control: &'static str,
    /// The sentence for a text that is not of its [`Kind`]; only addresses have a pattern.
    pub pattern: &'static str,
}

impl TextRule {
    /// The text as it is judged and stored: folded and trimmed, unless it is a password.
    #[must_use]
    pub fn normalize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.kind {
            Kind::Password => Cow::Borrowed(text),
            _ => normalize(text),
        }
    }

    /// Judges a text that [`normalize`](Self::normalize) returned, with the first sentence that applies.
    pub fn judge(&self, text: &str) -> Result<(), &'static str> {
        if text.is_empty() {
            return self.required.map_or(Ok(()), Err);
        }
        let length = length(text);
        if let Some(min) = self.min.filter(|min| length < min.chars) {
            return Err(min.message);
        }
        if length > self.max.chars {
            return Err(self.max.message);
        }
        if has_control_character(text, self.kind == Kind::Lines) {
            return Err(self.control);
        }
        if self.kind == Kind::Email && !is_email(text) {
            return Err(self.pattern);
        }
        Ok(())
    }

    /// Judges a text as it was typed.
    pub fn check(&self, text: &str) -> Result<(), &'static str> {
        self.judge(&self.normalize(text))
    }

    /// [`judge`](Self::judge) for the `validator` derive.
    pub(crate) fn validate(&self, text: &str) -> Result<(), ValidationError> {
        self.judge(text).map_err(ValidationError::new)
    }
}

/// The rule of a field among a form's rules, by the field's name.
#[must_use]
pub fn find<'a>(rules: &'a [TextRule], field: &str) -> Option<&'a TextRule> {
    rules.iter().find(|rule| rule.name == field)
}
