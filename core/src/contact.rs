//! The contact form: a request for an estimate.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::{
    messages::contact as say,
    person,
    rule::{Kind, Limit, TextRule},
    text::null_as_empty,
    validation::{FieldError, Validate as _, ValidationError, ValidationErrors},
};

/// The message: 10 to 10,000 characters.
pub const MESSAGE: TextRule = TextRule {
    name: "message",
    kind: Kind::Lines,
    required: Some(say::MESSAGE_REQUIRED),
    min: Some(Limit { chars: 10, message: say::MESSAGE_TOO_SHORT }),
    max: Limit { chars: 10_000, message: say::MESSAGE_TOO_LONG },
    control: say::MESSAGE_CONTROL,
    pattern: "",
};

/// The visitor's name: 3 to 200 characters.
pub const FULL_NAME: TextRule = TextRule {
    name: "full_name",
    kind: Kind::Line,
    required: Some(say::FULL_NAME_REQUIRED),
    min: Some(Limit { chars: person::FULL_NAME_MIN, message: say::FULL_NAME_TOO_SHORT }),
    max: Limit { chars: person::FULL_NAME_MAX, message: say::FULL_NAME_TOO_LONG },
    control: say::FULL_NAME_CONTROL,
    pattern: "",
};

/// The visitor's e-mail address: up to 254 characters.
pub const EMAIL: TextRule = TextRule {
    name: "email",
    kind: Kind::Email,
    required: Some(say::EMAIL_REQUIRED),
    min: None,
    max: Limit { chars: person::EMAIL_MAX, message: say::EMAIL_TOO_LONG },
    control: say::EMAIL_CONTROL,
    pattern: say::EMAIL_INVALID,
};

/// How the visitor heard of the agency: empty, or 2 to 200 characters.
pub const REFERRAL: TextRule = TextRule {
    name: "referral",
    kind: Kind::Line,
    required: None,
    min: Some(Limit { chars: 2, message: say::REFERRAL_TOO_SHORT }),
    max: Limit { chars: 200, message: say::REFERRAL_TOO_LONG },
    control: say::REFERRAL_CONTROL,
    pattern: "",
};

/// The form's rules in the form's order.
pub const RULES: [TextRule; 4] = [MESSAGE, FULL_NAME, EMAIL, REFERRAL];

/// What a visitor typed; after [`normalized`](Self::normalized), what is judged and stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[serde(default)]
#[validate(crate = "crate::validation")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContactForm<'a> {
    /// What the visitor wants to have built.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "message"))]
    pub message: Cow<'a, str>,
    /// The visitor's name.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "full_name"))]
    pub full_name: Cow<'a, str>,
    /// Where the answer goes.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "email"))]
    pub email: Cow<'a, str>,
    /// How the visitor heard of the agency; empty when not given.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "referral"))]
    pub referral: Cow<'a, str>,
}

impl ContactForm<'_> {
    /// The form with every text folded and trimmed.
    #[must_use]
    pub fn normalized(&self) -> ContactForm<'_> {
        ContactForm {
            message: MESSAGE.normalize(&self.message),
            full_name: FULL_NAME.normalize(&self.full_name),
            email: EMAIL.normalize(&self.email),
            referral: REFERRAL.normalize(&self.referral),
        }
    }

    /// The form as it is stored, or every refused field in the form's order.
    pub fn accept(&self) -> Result<ContactForm<'_>, ValidationErrors> {
        let form = self.normalized();
        form.validate()?;
        Ok(form)
    }

    /// Every refused field in the form's order; none when the form would be accepted.
    #[must_use]
    pub fn check(&self) -> Vec<FieldError> {
        self.accept().err().map(Vec::from).unwrap_or_default()
    }
}

fn message(text: &str) -> Result<(), ValidationError> {
    MESSAGE.validate(text)
}

fn full_name(text: &str) -> Result<(), ValidationError> {
    FULL_NAME.validate(text)
}

fn email(text: &str) -> Result<(), ValidationError> {
    EMAIL.validate(text)
}

fn referral(text: &str) -> Result<(), ValidationError> {
    REFERRAL.validate(text)
}
