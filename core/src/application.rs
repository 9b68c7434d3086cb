//! The job application form: four texts and a CV.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::{
    attachment,
    messages::application as say,
    person,
    rule::{Kind, Limit, TextRule},
    text::null_as_empty,
    validation::{FieldError, Validate as _, ValidationError, ValidationErrors},
};

/// The job applied for: up to 200 characters.
pub const JOB_TITLE: TextRule = TextRule {
    name: "job_title",
    kind: Kind::Line,
    required: Some(say::JOB_TITLE_REQUIRED),
    min: None,
    max: Limit { chars: 200, message: say::JOB_TITLE_TOO_LONG },
    control: say::JOB_TITLE_CONTROL,
    pattern: "",
};

/// The applicant's name: 3 to 200 characters.
pub const FULL_NAME: TextRule = TextRule {
    name: "full_name",
    kind: Kind::Line,
    required: Some(say::FULL_NAME_REQUIRED),
    min: Some(Limit { chars: person::FULL_NAME_MIN, message: say::FULL_NAME_TOO_SHORT }),
    max: Limit { chars: person::FULL_NAME_MAX, message: say::FULL_NAME_TOO_LONG },
    control: say::FULL_NAME_CONTROL,
    pattern: "",
};

/// The applicant's e-mail address: up to 254 characters.
pub const EMAIL: TextRule = TextRule {
    name: "email",
    kind: Kind::Email,
    required: Some(say::EMAIL_REQUIRED),
    min: None,
    max: Limit { chars: person::EMAIL_MAX, message: say::EMAIL_TOO_LONG },
    control: say::EMAIL_CONTROL,
    pattern: say::EMAIL_INVALID,
};

/// The cover letter: 20 to 1,000 characters.
pub const COVER_LETTER: TextRule = TextRule {
    name: "cover_letter",
    kind: Kind::Lines,
    required: Some(say::COVER_LETTER_REQUIRED),
    min: Some(Limit { chars: 20, message: say::COVER_LETTER_TOO_SHORT }),
    max: Limit { chars: 1_000, message: say::COVER_LETTER_TOO_LONG },
    control: say::COVER_LETTER_CONTROL,
    pattern: "",
};

/// The form's text rules in the form's order. The CV, judged by [`attachment`], comes last.
pub const RULES: [TextRule; 4] = [JOB_TITLE, FULL_NAME, EMAIL, COVER_LETTER];

/// What an applicant typed; after [`normalized`](Self::normalized), what is judged and stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[serde(default)]
#[validate(crate = "crate::validation")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ApplicationForm<'a> {
    /// The job applied for.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "job_title"))]
    pub job_title: Cow<'a, str>,
    /// The applicant's name.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "full_name"))]
    pub full_name: Cow<'a, str>,
    /// Where the answer goes.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "email"))]
    pub email: Cow<'a, str>,
    /// Why the applicant fits.
    #[serde(deserialize_with = "null_as_empty")]
    #[validate(custom(function = "cover_letter"))]
    pub cover_letter: Cow<'a, str>,
}

impl ApplicationForm<'_> {
    /// The form with every text folded and trimmed.
    #[must_use]
    pub fn normalized(&self) -> ApplicationForm<'_> {
        ApplicationForm {
            job_title: JOB_TITLE.normalize(&self.job_title),
            full_name: FULL_NAME.normalize(&self.full_name),
            email: EMAIL.normalize(&self.email),
            cover_letter: COVER_LETTER.normalize(&self.cover_letter),
        }
    }

    /// The form as it is stored, or every refused field in the form's order. `cv` is the verdict on the file.
    pub fn accept(&self, cv: Result<(), &'static str>) -> Result<ApplicationForm<'_>, ValidationErrors> {
        let form = self.normalized();
        let mut errors = form.validate().err().unwrap_or_default();
        if let Err(message) = cv {
            errors.add(attachment::FIELD, ValidationError::new(message));
        }
        if errors.is_empty() { Ok(form) } else { Err(errors) }
    }

    /// Every refused field in the form's order; none when the form would be accepted.
    #[must_use]
    pub fn check(&self, cv: Result<(), &'static str>) -> Vec<FieldError> {
        self.accept(cv).err().map(Vec::from).unwrap_or_default()
    }
}

fn job_title(text: &str) -> Result<(), ValidationError> {
    JOB_TITLE.validate(text)
}

fn full_name(text: &str) -> Result<(), ValidationError> {
    FULL_NAME.validate(text)
}

fn email(text: &str) -> Result<(), ValidationError> {
    EMAIL.validate(text)
}

fn cover_letter(text: &str) -> Result<(), ValidationError> {
    COVER_LETTER.validate(text)
}
