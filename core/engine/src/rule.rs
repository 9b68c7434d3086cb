//! One text field's rules as data: what judges it, and what describes it to forms, OpenAPI and the database.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    email::is_email,
    text::{length, normalize},
};

/// What a field takes.
///
/// ```
/// # use form_rules::rule::Kind;
/// assert_eq!(serde_json::to_value(Kind::Lines).unwrap(), "lines");
/// ```
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

impl Kind {
    /// Returns whether a text of this kind must not contain a character.
    ///
    /// ```
    /// # use form_rules::rule::Kind;
    /// assert!(Kind::Line.refuses('\n') && !Kind::Lines.refuses('\n'));
    /// ```
    #[must_use]
    pub fn refuses(self, c: char) -> bool {
        // By overrides and isolates an address can be made to read as another. A long text may quote any script, and
        // a password is shown to nobody.
        let reorders = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        match self {
            Self::Line | Self::Email => c.is_control() || reorders,
            Self::Lines => c.is_control() && !matches!(c, '\t' | '\n'),
            Self::Password | Self::File => c.is_control(),
        }
    }
}

/// A limit in characters and the sentence for a text beyond it.
///
/// ```
/// # use form_rules::{rule::Limit, sentence};
/// let max = Limit { chars: 80, message: sentence!("At most {number} characters", 80) };
/// assert_eq!(max.message, "At most 80 characters");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The last length that passes.
    pub chars: usize,
    /// What is said otherwise.
    pub message: &'static str,
}

/// The rules of one text field, checked in the order of these fields.
///
/// [`form!`](crate::form!) declares them for a form; a text that belongs to no form can have a rule of its own.
///
/// ```
/// use form_rules::rule::{Kind, Limit, TextRule};
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
    /// Returns what is wrong with the declaration itself, if anything is.
    ///
    /// ```
    /// # use form_rules::rule::{Kind, Limit, TextRule};
    /// # let max = Limit { chars: 9, message: "Too long" };
    /// # let rule = TextRule { name: "note", kind: Kind::Line, required: None, min: None, max, control: "", pattern: "" };
    /// assert_eq!(rule.fault(), Some("no sentence for characters that cannot be used"));
    /// ```
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
                return Some("a shortest length below 2 says no more than `required`");
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
            (Kind::File, _) => Some("a file is no text"),
            _ => None,
        }
    }

    /// Returns the text as it is judged and stored: folded and trimmed, unless it is a password.
    ///
    /// ```
    /// # use form_rules::rule::{Kind, Limit, TextRule};
    /// # let max = Limit { chars: 9, message: "Too long" };
    /// # let rule = TextRule { name: "note", kind: Kind::Line, required: None, min: None, max, control: "No", pattern: "" };
    /// assert_eq!(rule.normalize(" Ada "), "Ada");
    /// assert_eq!(TextRule { kind: Kind::Password, ..rule }.normalize(" Ada "), " Ada ");
    /// ```
    #[must_use]
    pub fn normalize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.kind {
            Kind::Password => Cow::Borrowed(text),
            _ => normalize(text),
        }
    }

    /// Judges a text that [`normalize`](Self::normalize) returned.
    ///
    /// # Errors
    /// The first sentence that applies.
    ///
    /// ```
    /// # use form_rules::rule::{Kind, Limit, TextRule};
    /// # let max = Limit { chars: 3, message: "Too long" };
    /// # let rule = TextRule { name: "note", kind: Kind::Line, required: None, min: None, max, control: "No", pattern: "" };
    /// assert_eq!(rule.judge(" Ada "), Err("Too long"));
    /// ```
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
        if text.chars().any(|c| self.kind.refuses(c)) {
            return Err(self.control);
        }
        if self.kind == Kind::Email && !is_email(text) {
            return Err(self.pattern);
        }
        Ok(())
    }

    /// Judges a text as it was typed.
    ///
    /// # Errors
    /// The first sentence that applies.
    ///
    /// ```
    /// # use form_rules::rule::{Kind, Limit, TextRule};
    /// # let max = Limit { chars: 3, message: "Too long" };
    /// # let rule = TextRule { name: "note", kind: Kind::Line, required: None, min: None, max, control: "No", pattern: "" };
    /// assert_eq!(rule.check(" Ada "), Ok(()));
    /// ```
    pub fn check(&self, text: &str) -> Result<(), &'static str> {
        self.judge(&self.normalize(text))
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Limit, TextRule};
    use crate::samples::signup::RULES;

    #[test]
    fn control_characters_depend_on_the_number_of_lines() {
        assert!(!Kind::Lines.refuses('\t') && !Kind::Lines.refuses('\n'));
        assert!(Kind::Line.refuses('\t') && Kind::Email.refuses('\n') && Kind::Password.refuses('\t'));
        for kind in [Kind::Line, Kind::Lines, Kind::Email, Kind::Password] {
            assert!(kind.refuses('\0') && kind.refuses('\u{85}') && !kind.refuses('é'));
        }
    }

    #[test]
    fn a_faulty_declaration_says_what_is_wrong() {
        let sound = RULES.reason;
        let limit = |chars, message| Limit { chars, message };
        let faults = [
            (TextRule { required: Some(""), ..sound }, "no sentence for an empty text"),
            (TextRule { min: Some(limit(10, "")), ..sound }, "no sentence for a text that is too short"),
            (TextRule { max: limit(9, "long"), ..sound }, "the longest text is shorter than the shortest"),
            (TextRule { max: limit(900, ""), ..sound }, "no sentence for a text that is too long"),
            (TextRule { control: "", ..sound }, "no sentence for characters that cannot be used"),
            (TextRule { pattern: "", ..RULES.email }, "no sentence for a text that is no e-mail address"),
            (TextRule { kind: Kind::File, ..sound }, "a file is no text"),
        ];
        assert_eq!(sound.fault(), None);
        for (rule, fault) in faults {
            assert_eq!(rule.fault(), Some(fault));
        }
    }
}
