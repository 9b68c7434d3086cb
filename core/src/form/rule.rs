//! Rules of a text field as data.

use std::borrow::Cow;

use serde::Serialize;

use super::{
    email::is_email,
    text::{length, normalize},
};

/// Kind of value that a field accepts.
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
    /// A secret, which the form does not normalise.
    Password,
    /// A file.
    File,
}

impl Kind {
    /// Returns whether a character is invalid in a normalised text of this kind.
    #[must_use]
    pub fn refuses(self, c: char) -> bool {
        c.is_control() && !(self == Self::Lines && matches!(c, '\t' | '\n'))
    }
}

/// Length limit and its error message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Last valid length, in characters.
    pub chars: usize,
    /// Error message for a text beyond the limit.
    pub message: &'static str,
}

/// Rules of one text field, checked in the order of these fields.
///
/// [`form!`](crate::form!) declares them for a form. A text outside a form can have a separate rule.
///
/// ```
/// use agency_core::rule::{Kind, Limit, TextRule};
///
/// const NOTE: TextRule = TextRule {
///     name: "note",
///     kind: Kind::Lines,
///     required: Some("Write something first"),
///     min: None,
///     max: Limit { chars: 2_000, message: "A note is too long" },
///     control: "A note contains characters that cannot be used",
///     pattern: "",
/// };
///
/// assert_eq!(NOTE.fault(), None);
/// assert_eq!(NOTE.check("  "), Err("Write something first"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRule {
    /// Name of the field as sent.
    pub name: &'static str,
    /// Kind of value.
    pub kind: Kind,
    /// Error message for an empty text; none for an optional field.
    pub required: Option<&'static str>,
    /// Minimum length, if any. An optional field may still be empty.
    pub min: Option<Limit>,
    /// Maximum length.
    pub max: Limit,
    /// Error message for an invalid character.
    pub control: &'static str,
    /// Error message for an invalid e-mail address; empty for every other [`Kind`].
    pub pattern: &'static str,
}

impl TextRule {
    /// Returns a description of the first mistake in the declaration itself, if any.
    #[must_use]
    pub const fn fault(&self) -> Option<&'static str> {
        if self.name.is_empty() {
            return Some("the field has no name");
        }
        if let Some(required) = self.required
            && required.is_empty()
        {
            return Some("no sentence for an empty text");
        }
        if let Some(min) = self.min {
            if min.message.is_empty() {
                return Some("no sentence for a text that is too short");
            }
            if min.chars < 2 {
                return Some("`min` must be at least 2");
            }
            if self.max.chars < min.chars {
                return Some("the longest text is shorter than the shortest");
            }
        }
        if self.max.chars == 0 {
            return Some("the longest text is empty");
        }
        if self.max.message.is_empty() {
            return Some("no sentence for a text that is too long");
        }
        if self.control.is_empty() {
            return Some("no sentence for characters that cannot be used");
        }
        match (self.kind, self.pattern.is_empty()) {
            (Kind::Email, true) => Some("no sentence for a text that is no e-mail address"),
            (Kind::Line | Kind::Lines | Kind::Password, false) => {
                Some("only an e-mail address has a pattern")
            }
            (Kind::File, _) => Some("use `file` for a file"),
            _ => None,
        }
    }

    /// Returns the text as it is checked and stored, by [`text::normalize`](normalize).
    #[must_use]
    pub fn normalize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        normalize(text, self.kind)
    }

    /// Checks a text that [`normalize`](Self::normalize) returned.
    ///
    /// # Errors
    /// The message of the first rule that fails.
    pub fn check_normalized(&self, text: &str) -> Result<(), &'static str> {
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
        if text.chars().any(|c| self.kind.refuses(c)) {
            return Err(self.control);
        }
        if self.kind == Kind::Email && !is_email(text) {
            return Err(self.pattern);
        }
        Ok(())
    }

    /// Normalises and checks a text as typed.
    ///
    /// # Errors
    /// The message of the first rule that fails.
    pub fn check(&self, text: &str) -> Result<(), &'static str> {
        self.check_normalized(&self.normalize(text))
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Limit, TextRule};
    use crate::form::samples::signup::RULES;

    #[test]
    fn rejects_control_characters_by_kind() {
        assert!(!Kind::Lines.refuses('\t') && !Kind::Lines.refuses('\n'));
        assert!(Kind::Line.refuses('\t') && Kind::Email.refuses('\n') && Kind::Password.refuses('\t'));
        for kind in [Kind::Line, Kind::Lines, Kind::Email, Kind::Password] {
            assert!(kind.refuses('\0') && kind.refuses('\u{85}') && !kind.refuses('é'));
        }
    }

    #[test]
    fn describes_mistake_in_declaration() {
        let sound = RULES.reason;
        let limit = |chars, message| Limit { chars, message };
        let faults = [
            (TextRule { required: Some(""), ..sound }, "no sentence for an empty text"),
            (TextRule { min: Some(limit(10, "")), ..sound }, "no sentence for a text that is too short"),
            (TextRule { max: limit(9, "long"), ..sound }, "the longest text is shorter than the shortest"),
            (TextRule { max: limit(900, ""), ..sound }, "no sentence for a text that is too long"),
            (TextRule { control: "", ..sound }, "no sentence for characters that cannot be used"),
            (TextRule { pattern: "", ..RULES.email }, "no sentence for a text that is no e-mail address"),
            (TextRule { kind: Kind::File, ..sound }, "use `file` for a file"),
        ];
        assert_eq!(sound.fault(), None);
        for (rule, fault) in faults {
            assert_eq!(rule.fault(), Some(fault));
        }
    }
}
