//! Where the `validator` derive puts what it finds.
//!
//! `validator`'s own store keeps errors in a hash map, which loses the form's order, and copies every refused value
//! (passwords too) into them. The derive is pointed here instead: an ordered list of fields and sentences.

use std::borrow::Cow;

use serde::Serialize;

use crate::rule::TextRule;

/// A refused field: its name and the sentence that says why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldError {
    /// The field's name, as it is sent.
    pub field: &'static str,
    /// The first rule that failed, in the words that a visitor reads.
    pub message: &'static str,
}

/// All refused fields, in the form's order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ValidationErrors(Vec<FieldError>);

/// The sentence of one failed rule. The value that failed is never kept.
#[derive(Clone, Copy, Debug)]
pub struct ValidationError(&'static str);

/// A form that can judge itself.
pub trait Validate {
    /// Checks every field.
    fn validate(&self) -> Result<(), ValidationErrors>;
}

/// The form of [`Validate`] that the derive implements.
pub trait ValidateArgs<'v_a> {
    /// What the checks need besides the form; nothing here.
    type Args;

    /// Checks every field.
    fn validate_with_args(&self, args: Self::Args) -> Result<(), ValidationErrors>;
}

impl ValidationError {
    /// An error with its sentence.
    #[must_use]
    pub const fn new(message: &'static str) -> Self {
        Self(message)
    }

    /// Called by the derive with the refused value, which is dropped.
    pub fn add_param<T: ?Sized>(&mut self, _name: Cow<'static, str>, _value: &T) {}
}

impl ValidationErrors {
    /// No errors yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a refused field.
    pub fn add(&mut self, field: &'static str, error: ValidationError) {
        self.0.push(FieldError { field, message: error.0 });
    }

    /// These, and after them the field of a verdict that refuses it.
    #[must_use]
    pub fn with(mut self, field: &'static str, verdict: Result<(), &'static str>) -> Self {
        if let Err(message) = verdict {
            self.add(field, ValidationError::new(message));
        }
        self
    }

    /// These, and among them a field that was accepted by itself, but not beside another one. `texts` are the form's,
    /// in its order.
    #[must_use]
    pub fn beside(
        mut self,
        texts: &[TextRule],
        field: &'static str,
        passes: bool,
        message: &'static str,
    ) -> Self {
        let place = |name: &str| texts.iter().position(|rule| rule.name == name);
        if !passes && !self.0.iter().any(|error| error.field == field) {
            let later = self.0.iter().position(|error| place(error.field) > place(field));
            self.0.insert(later.unwrap_or(self.0.len()), FieldError { field, message });
        }
        self
    }

    /// Whether every field passed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The refused fields in the form's order.
    #[must_use]
    pub fn as_slice(&self) -> &[FieldError] {
        &self.0
    }
}

impl From<ValidationErrors> for Vec<FieldError> {
    fn from(errors: ValidationErrors) -> Self {
        errors.0
    }
}
