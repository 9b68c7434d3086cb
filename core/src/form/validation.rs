//! Errors of a form, in its order.

use std::borrow::Cow;

use serde::Serialize;
use validator::{ValidationError, ValidationErrors};

use super::rule::TextRule;

/// Invalid field and its error message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldError {
    /// Name of the field as sent.
    pub field: &'static str,
    /// Error message of the first rule that failed, written for the visitor.
    pub message: &'static str,
}

impl FieldError {
    /// Creates an error.
    #[must_use]
    pub const fn new(field: &'static str, message: &'static str) -> Self {
        Self { field, message }
    }
}

/// Returns the error of `validator` for a rule's message.
#[doc(hidden)]
#[must_use]
pub fn validation_error(message: &'static str) -> ValidationError {
    ValidationError::new("rule").with_message(Cow::Borrowed(message))
}

/// Returns the invalid fields in the form's order, each once.
///
/// The errors of `validator` are in no order, and hold the refused values, passwords too. Never log or serialise them.
#[must_use]
pub fn in_order(texts: &[TextRule], result: Result<(), ValidationErrors>) -> Vec<FieldError> {
    let Err(errors) = result else { return Vec::new() };
    let errors = errors.field_errors();
    let refused = texts.iter().filter_map(|rule| Some((rule, errors.get(rule.name)?.first()?)));
    refused
        .map(|(rule, error)| match error.message {
            Some(Cow::Borrowed(message)) => FieldError::new(rule.name, message),
            // Unreachable: every rule has its message.
            _ => FieldError::new(rule.name, rule.control),
        })
        .collect()
}

/// Adds a field that failed a check against another field, unless it is invalid already.
#[doc(hidden)]
pub fn add_cross_check(errors: &mut Vec<FieldError>, texts: &[TextRule], error: FieldError) {
    let place = |name: &str| texts.iter().position(|rule| rule.name == name);
    if errors.iter().all(|other| other.field != error.field) {
        let later = errors.iter().position(|other| place(other.field) > place(error.field));
        errors.insert(later.unwrap_or(errors.len()), error);
    }
}

#[cfg(test)]
mod tests {
    use validator::Validate as _;

    use super::{FieldError, in_order};
    use crate::form::samples::signup::{FORM, SignupForm};

    fn secret() -> SignupForm<'static> {
        let password = "hunter2".into();
        SignupForm { full_name: "Al".into(), email: "ada@mail.example".into(), reason: "".into(), password }
    }

    #[test]
    fn orders_errors_as_form_declares_fields() {
        let expected = [
            FieldError::new("full_name", "Name must have at least three characters"),
            FieldError::new("password", "Password must have at least 12 characters"),
        ];
        assert_eq!(in_order(FORM.texts, secret().validate()), expected);
        assert_eq!(secret().check(), expected);
        let fields = SignupForm::default().check().into_iter().map(|error| error.field);
        assert!(fields.eq(["full_name", "email", "password"]));
    }

    #[test]
    fn errors_hold_no_values() {
        // The errors of `validator` hold them, so they never leave the form.
        assert!(format!("{:?}", secret().validate()).contains("hunter2"));
        let errors = secret().accept().unwrap_err();
        assert!(!format!("{errors:?}{}", serde_json::to_string(&errors).unwrap()).contains("hunter2"));
        assert_eq!(format!("{:?}", secret()), "SignupForm");
    }
}
