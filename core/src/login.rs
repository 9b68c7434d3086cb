//! The login form.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::{
    messages::login as say,
    rule::{Kind, Limit, TextRule},
    text::null_as_empty,
    validation::{FieldError, Validate as _, ValidationError, ValidationErrors},
};

/// The account's name: up to 150 characters.
pub const USERNAME: TextRule = TextRule {
    name: "username",
    kind: Kind::Line,
    required: Some(say::USERNAME_REQUIRED),
    min: None,
    max: Limit { chars: 150, message: say::USERNAME_TOO_LONG },
    control: say::USERNAME_CONTROL,
    pattern: "",
};

/// The password: up to 1,024 characters, taken as typed.
pub const PASSWORD: TextRule = TextRule {
    name: "password",
    kind: Kind::Password,
    required: Some(say::PASSWORD_REQUIRED),
    min: None,
    max: Limit { chars: 1_024, message: say::PASSWORD_TOO_LONG },
    control: say::PASSWORD_CONTROL,
    pattern: "",
};

/// The form's rules in the form's order.
pub const RULES: [TextRule; 2] = [USERNAME, PASSWORD];

/// What was typed into the login form. It has no `Debug`: a password is never printed.
#[derive(Clone, Default, Serialize, Deserialize, Validate)]
#[serde(default)]
#[validate(crate = "crate::validation")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoginForm<'a> {
    /// The account's name.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "username"))]
    pub username: Cow<'a, str>,
    /// The account's password.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "password"))]
    pub password: Cow<'a, str>,
}

impl LoginForm<'_> {
    /// The form as the server reads it, or every refused field in the form's order.
    pub fn accept(&self) -> Result<LoginForm<'_>, ValidationErrors> {
        let form = LoginForm {
            username: USERNAME.normalize(&self.username),
            password: PASSWORD.normalize(&self.password),
        };
        form.validate()?;
        Ok(form)
    }

    /// Every refused field in the form's order; none when the form would be accepted.
    #[must_use]
    pub fn check(&self) -> Vec<FieldError> {
        self.accept().err().map(Vec::from).unwrap_or_default()
    }
}

fn username(text: &str) -> Result<(), ValidationError> {
    USERNAME.validate(text)
}

fn password(text: &str) -> Result<(), ValidationError> {
    PASSWORD.validate(text)
}
