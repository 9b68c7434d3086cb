//! Declares, validates and describes forms.

pub mod attachment;
mod declare;
pub mod email;
pub mod metadata;
pub mod rule;
#[cfg(test)]
mod samples;
pub mod text;
pub mod validation;
pub mod white_space;

use std::borrow::Cow;

use self::{
    attachment::{Attachment, FileRule},
    metadata::FieldRule,
    rule::TextRule,
    validation::FieldError,
};

/// Form as data: its name and the rules of its fields.
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
/// let errors = newsletter::FORM.check(&["ada"], None);
/// assert_eq!(errors[0].message, "Enter a valid email");
/// ```
#[derive(Debug)]
pub struct Form {
    /// Name of the form in the module.
    pub name: &'static str,
    /// Name of its Rust type.
    pub type_name: &'static str,
    /// Table of accepted forms; none for a form that is not stored.
    pub stored: Option<StoredForm>,
    /// Rules of its texts, in the form's order.
    pub texts: &'static [TextRule],
    /// Names of the fields with a check against another field.
    pub cross_checked: &'static [&'static str],
    /// Rule of its file, which follows the texts.
    pub file: Option<FileRule>,
    #[doc(hidden)]
    pub check: fn(&[&str], Option<Attachment<'_>>) -> Vec<FieldError>,
}

/// Table of a stored form, and the names of its records.
#[derive(Clone, Copy, Debug)]
pub struct StoredForm {
    /// Table of accepted forms.
    pub table: &'static str,
    /// Name of one record, such as "Order".
    pub record: &'static str,
    /// Error message for a missing record.
    pub not_found: &'static str,
    /// Path of the confirmation page for visitors without JavaScript.
    pub thanks: &'static str,
}

impl Form {
    /// Returns the field names in the form's order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().map(|rule| rule.name).chain(self.file.map(|rule| rule.name))
    }

    /// Returns the rule of the text field with this name.
    #[must_use]
    pub fn text_rule(&self, name: &str) -> Option<&'static TextRule> {
        self.texts.iter().find(|rule| rule.name == name)
    }

    /// Returns a description of each field, in the form's order.
    pub fn fields(&self) -> impl Iterator<Item = FieldRule> {
        self.texts.iter().map(FieldRule::from).chain(self.file.as_ref().map(FieldRule::from))
    }

    /// Returns all invalid fields in the form's order; empty for a valid form.
    ///
    /// `texts` are as typed, in the form's order. Missing texts count as empty.
    #[must_use]
    pub fn check(&self, texts: &[&str], file: Option<Attachment<'_>>) -> Vec<FieldError> {
        (self.check)(texts, file)
    }
}

/// Returns whether a text is a valid form name in Rust, JavaScript and URLs.
#[doc(hidden)]
#[must_use]
pub const fn is_name(text: &str) -> bool {
    let mut left = text.as_bytes();
    while let [first, rest @ ..] = left {
        if !matches!(first, b'a'..=b'z' | b'0'..=b'9' | b'_') {
            return false;
        }
        left = rest;
    }
    !text.is_empty()
}

/// Takes the next of a form's texts; empty after the last.
#[doc(hidden)]
pub fn take_text<'a>(texts: &mut &[&'a str]) -> Cow<'a, str> {
    Cow::Borrowed(texts.split_off_first().copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::samples::upload;

    #[test]
    fn lists_texts_before_file_and_reports_both() {
        assert!(upload::FORM.names().eq(["title", "document"]));
        assert!(upload::FORM.fields().map(|field| field.name).eq(["title", "document"]));
        let invalid = upload::FORM.check(&[], None);
        let messages = invalid.iter().map(|error| error.message).collect::<Vec<_>>();
        assert_eq!(messages, ["Title is required", "Please choose a file"]);
    }
}
