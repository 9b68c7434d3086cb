//! A form as data, which [`form!`](crate::form!) declares. Everything else follows from the declaration.

use std::borrow::Cow;

use crate::{
    attachment::{Attachment, FileRule},
    metadata::FieldRule,
    rule::TextRule,
    validation::FieldError,
};

/// A form as data.
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
/// let errors = newsletter::FORM.check(&["ada"], None);
/// assert_eq!(errors[0].message, "Enter a valid email");
/// ```
#[derive(Debug)]
pub struct Form {
    /// The form's name in the module.
    pub name: &'static str,
    /// The name of its type.
    pub type_name: &'static str,
    /// Where accepted forms are stored, if they are.
    pub stored: Option<Stored>,
    /// The rules of its texts, in the form's order.
    pub texts: &'static [TextRule],
    /// The fields that are judged together with another one as well.
    pub beside: &'static [&'static str],
    /// The rule of its file, which comes after the texts.
    pub file: Option<FileRule>,
    #[doc(hidden)]
    pub check: fn(&[&str], Option<Attachment<'_>>) -> Vec<FieldError>,
}

/// Where a form is stored, and what its records are called.
///
/// ```
/// # use form_rules::form::Stored;
/// let stored = Stored { table: "orders", record: "Order", not_found: "Order not found", thanks: "/answers/orders" };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// The table of accepted forms.
    pub table: &'static str,
    /// The name of one record.
    pub record: &'static str,
    /// The message for a missing record.
    pub not_found: &'static str,
    /// The path of the page that thanks a visitor without JavaScript.
    pub thanks: &'static str,
}

impl Form {
    /// Returns the names of the fields, in the form's order.
    ///
    /// ```
    /// # mod newsletter { form_rules::form! {
    /// #     /// A subscriber.
    /// #     pub struct NewsletterForm, "newsletter" {
    /// #         /// The address.
    /// #         email: Email { required: "Email is required", max: 254 => "Too long", control: "No", pattern: "Invalid", }
    /// #     }
    /// # } }
    /// assert!(newsletter::FORM.names().eq(["email"]));
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().map(|rule| rule.name).chain(self.file.map(|rule| rule.name))
    }

    /// Returns the rule of a text field, by the field's name.
    ///
    /// ```
    /// # mod newsletter { form_rules::form! {
    /// #     /// A subscriber.
    /// #     pub struct NewsletterForm, "newsletter" {
    /// #         /// The address.
    /// #         email: Email { required: "Email is required", max: 254 => "Too long", control: "No", pattern: "Invalid", }
    /// #     }
    /// # } }
    /// assert_eq!(newsletter::FORM.text("email").unwrap().max.chars, 254);
    /// ```
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&'static TextRule> {
        self.texts.iter().find(|rule| rule.name == name)
    }

    /// Returns what each field takes, in the form's order.
    ///
    /// ```
    /// # mod newsletter { form_rules::form! {
    /// #     /// A subscriber.
    /// #     pub struct NewsletterForm, "newsletter" {
    /// #         /// The address.
    /// #         email: Email { required: "Email is required", max: 254 => "Too long", control: "No", pattern: "Invalid", }
    /// #     }
    /// # } }
    /// assert!(newsletter::FORM.fields().all(|field| field.required));
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = FieldRule> {
        self.texts.iter().map(FieldRule::from).chain(self.file.as_ref().map(FieldRule::from))
    }

    /// Returns every refused field in the form's order; none when the form would be accepted. The texts are as they were
    /// typed and in the form's order; one that is missing is empty.
    ///
    /// ```
    /// # mod newsletter { form_rules::form! {
    /// #     /// A subscriber.
    /// #     pub struct NewsletterForm, "newsletter" {
    /// #         /// The address.
    /// #         email: Email { required: "Email is required", max: 254 => "Too long", control: "No", pattern: "Invalid", }
    /// #     }
    /// # } }
    /// assert_eq!(newsletter::FORM.check(&[], None)[0].message, "Email is required");
    /// ```
    #[must_use]
    pub fn check(&self, texts: &[&str], file: Option<Attachment<'_>>) -> Vec<FieldError> {
        (self.check)(texts, file)
    }
}

/// Returns whether a text can name a form in Rust, JavaScript and an address.
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

/// Returns the next of a form's texts; empty after the last.
#[doc(hidden)]
pub fn next_text<'a>(texts: &mut &[&'a str]) -> Cow<'a, str> {
    Cow::Borrowed(texts.split_off_first().copied().unwrap_or_default())
}
