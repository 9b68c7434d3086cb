//! The errors that the `validator` derive reports.
//!
//! `validator`'s own store keeps errors in a hash map, which loses the form's order, and copies every refused value
//! (passwords too) into them. The derive is pointed here instead: an ordered list of fields and sentences.

use std::borrow::Cow;

use serde::Serialize;

use crate::rule::TextRule;

/// A refused field: its name and the sentence that says why.
///
/// ```
/// # use form_rules::validation::FieldError;
/// let error = FieldError { field: "email", message: "Email is required" };
/// assert_eq!(serde_json::to_value(error).unwrap()["field"], "email");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldError {
    /// The field's name, as it is sent.
    pub field: &'static str,
    /// The first rule that failed, in the words that a visitor reads.
    pub message: &'static str,
}

/// All refused fields, in the form's order, each once.
///
/// ```
/// # use form_rules::validation::{ValidationError, ValidationErrors};
/// let mut errors = ValidationErrors::new();
/// errors.add("email", ValidationError::new("Email is required"));
/// assert_eq!(errors.as_slice()[0].message, "Email is required");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ValidationErrors(Vec<FieldError>);

/// The sentence of one failed rule. The value that failed is never kept.
///
/// ```
/// # use form_rules::validation::ValidationError;
/// let error = ValidationError::new("Email is required");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ValidationError(&'static str);

/// A form that can judge itself; what `form!` declares can.
///
/// ```
/// # use form_rules::validation::{Validate, ValidationErrors};
/// struct Anything;
///
/// impl Validate for Anything {
///     fn validate(&self) -> Result<(), ValidationErrors> {
///         Ok(())
///     }
/// }
///
/// assert!(Anything.validate().is_ok());
/// ```
pub trait Validate {
    /// Checks every field.
    ///
    /// # Errors
    /// Every refused field.
    ///
    /// ```
    /// # use form_rules::validation::{Validate, ValidationErrors};
    /// fn is_valid(form: &impl Validate) -> bool {
    ///     form.validate().is_ok()
    /// }
    /// ```
    fn validate(&self) -> Result<(), ValidationErrors>;
}

/// The form of [`Validate`] that the derive implements.
///
/// ```
/// # use form_rules::validation::{ValidateArgs, ValidationErrors};
/// struct Anything;
///
/// impl ValidateArgs<'_> for Anything {
///     type Args = ();
///
///     fn validate_with_args(&self, (): ()) -> Result<(), ValidationErrors> {
///         Ok(())
///     }
/// }
/// ```
pub trait ValidateArgs<'v_a> {
    /// What the checks need besides the form; nothing here.
    type Args;

    /// Checks every field.
    ///
    /// # Errors
    /// Every refused field.
    fn validate_with_args(&self, args: Self::Args) -> Result<(), ValidationErrors>;
}

impl ValidationError {
    /// Creates an error with its sentence.
    ///
    /// ```
    /// # use form_rules::validation::ValidationError;
    /// let error = ValidationError::new("Email is required");
    /// ```
    #[must_use]
    pub const fn new(message: &'static str) -> Self {
        Self(message)
    }

    /// Drops the refused value, which the derive passes.
    ///
    /// ```
    /// # use form_rules::validation::ValidationError;
    /// let mut error = ValidationError::new("Email is required");
    /// error.add_param("value".into(), "secret");
    /// assert!(!format!("{error:?}").contains("secret"));
    /// ```
    pub fn add_param<T: ?Sized>(&mut self, _name: Cow<'static, str>, _value: &T) {}
}

impl ValidationErrors {
    /// Creates an empty list.
    ///
    /// ```
    /// # use form_rules::validation::ValidationErrors;
    /// assert!(ValidationErrors::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a refused field.
    ///
    /// ```
    /// # use form_rules::validation::{ValidationError, ValidationErrors};
    /// let mut errors = ValidationErrors::new();
    /// errors.add("email", ValidationError::new("Email is required"));
    /// assert!(!errors.is_empty());
    /// ```
    pub fn add(&mut self, field: &'static str, error: ValidationError) {
        self.0.push(FieldError { field, message: error.0 });
    }

    /// Adds the field of a verdict, where that refuses it, after the others.
    ///
    /// ```
    /// # use form_rules::validation::ValidationErrors;
    /// let errors = ValidationErrors::new().with("cv", Err("Please upload your CV")).with("photo", Ok(()));
    /// assert_eq!(errors.as_slice().len(), 1);
    /// ```
    #[must_use]
    pub fn with(mut self, field: &'static str, verdict: Result<(), &'static str>) -> Self {
        if let Err(message) = verdict {
            self.add(field, ValidationError::new(message));
        }
        self
    }

    /// Adds a field that was accepted by itself, but not together with another one, in the form's order. `texts` are the
    /// form's.
    ///
    /// ```
    /// # use form_rules::validation::ValidationErrors;
    /// let errors = ValidationErrors::new().beside(&[], "password", false, "Password must not be your name");
    /// assert_eq!(errors.as_slice()[0].field, "password");
    /// ```
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

    /// Returns whether every field passed.
    ///
    /// ```
    /// # use form_rules::validation::ValidationErrors;
    /// assert!(ValidationErrors::new().is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the refused fields in the form's order.
    ///
    /// ```
    /// # use form_rules::validation::ValidationErrors;
    /// assert_eq!(ValidationErrors::new().as_slice(), []);
    /// ```
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
