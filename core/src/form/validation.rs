//! Error types for the `validator` derive.
//!
//! The types of `validator` itself keep errors in a hash map, which loses the form's order, and copy every invalid
//! value, even passwords. The derive uses this module instead: an ordered list of field names and messages.

use std::borrow::Cow;

use serde::Serialize;

use super::rule::TextRule;

/// Invalid field and its error message.
///
/// ```
/// # use agency_core::form::validation::FieldError;
/// let error = FieldError { field: "email", message: "Email is required" };
/// assert_eq!(serde_json::to_value(error).unwrap()["field"], "email");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldError {
    /// Name of the field as sent.
    pub field: &'static str,
    /// Error message of the first rule that failed, written for the visitor.
    pub message: &'static str,
}

/// All invalid fields in the form's order, each once.
///
/// ```
/// # use agency_core::form::validation::{ValidationError, ValidationErrors};
/// let mut errors = ValidationErrors::new();
/// errors.add("email", ValidationError::new("Email is required"));
/// assert_eq!(errors.as_slice()[0].message, "Email is required");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ValidationErrors(Vec<FieldError>);

/// Error message of one failed rule. It never holds the invalid value.
///
/// ```
/// # use agency_core::form::validation::ValidationError;
/// let error = ValidationError::new("Email is required");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ValidationError(&'static str);

/// Form that can check itself. `form!` implements this.
///
/// ```
/// # use agency_core::form::validation::{Validate, ValidationErrors};
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
    /// All invalid fields.
    ///
    /// ```
    /// # use agency_core::form::validation::{Validate, ValidationErrors};
    /// fn is_valid(form: &impl Validate) -> bool {
    ///     form.validate().is_ok()
    /// }
    /// ```
    fn validate(&self) -> Result<(), ValidationErrors>;
}

/// Variant of [`Validate`] that the derive implements.
///
/// ```
/// # use agency_core::form::validation::{ValidateArgs, ValidationErrors};
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
    /// Additional input of the checks; always `()`.
    type Args;

    /// Checks every field.
    ///
    /// # Errors
    /// All invalid fields.
    fn validate_with_args(&self, args: Self::Args) -> Result<(), ValidationErrors>;
}

impl ValidationError {
    /// Creates an error with this message.
    ///
    /// ```
    /// # use agency_core::form::validation::ValidationError;
    /// let error = ValidationError::new("Email is required");
    /// ```
    #[must_use]
    pub const fn new(message: &'static str) -> Self {
        Self(message)
    }

    /// Drops the invalid value that the derive passes.
    ///
    /// ```
    /// # use agency_core::form::validation::ValidationError;
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
    /// # use agency_core::form::validation::ValidationErrors;
    /// assert!(ValidationErrors::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds an invalid field.
    ///
    /// ```
    /// # use agency_core::form::validation::{ValidationError, ValidationErrors};
    /// let mut errors = ValidationErrors::new();
    /// errors.add("email", ValidationError::new("Email is required"));
    /// assert!(!errors.is_empty());
    /// ```
    pub fn add(&mut self, field: &'static str, error: ValidationError) {
        self.0.push(FieldError { field, message: error.0 });
    }

    /// Adds a field at the end if `result` is an error.
    ///
    /// ```
    /// # use agency_core::form::validation::ValidationErrors;
    /// let errors = ValidationErrors::new().with("cv", Err("Please upload your CV")).with("photo", Ok(()));
    /// assert_eq!(errors.as_slice().len(), 1);
    /// ```
    #[must_use]
    pub fn with(mut self, field: &'static str, result: Result<(), &'static str>) -> Self {
        if let Err(message) = result {
            self.add(field, ValidationError::new(message));
        }
        self
    }

    /// Adds a field that failed a check against another field. Fields that are already invalid stay as they are.
    ///
    /// `texts` are the form's rules: they determine the order.
    ///
    /// ```
    /// # use agency_core::form::validation::ValidationErrors;
    /// let errors = ValidationErrors::new().with_cross_check(&[], "password", false, "Password must not be your name");
    /// assert_eq!(errors.as_slice()[0].field, "password");
    /// ```
    #[must_use]
    pub fn with_cross_check(
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

    /// Returns whether all fields are valid.
    ///
    /// ```
    /// # use agency_core::form::validation::ValidationErrors;
    /// assert!(ValidationErrors::new().is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the invalid fields in the form's order.
    ///
    /// ```
    /// # use agency_core::form::validation::ValidationErrors;
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
