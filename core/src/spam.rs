//! Spam as pages and the server see it: the hidden field of every form, and the reasons why a record was stored as spam.

use serde::Serialize;

/// Name of the hidden field of every stored form. It must stay empty; bots fill it in.
///
/// Browsers and password managers do not autofill a field of this name.
pub const HONEYPOT: &str = "subject";

/// Reason why a record was stored as spam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "snake_case"))]
pub enum SpamReason {
    /// The hidden field was filled in.
    Honeypot,
    /// The name contains a link.
    NameLink,
    /// The texts contain many links.
    Links,
    /// Words mix letters of several scripts.
    MixedScripts,
    /// Several addresses sent the same text.
    SameText,
}

impl SpamReason {
    /// Every reason, in the order of display.
    pub const ALL: [Self; 5] =
        [Self::Honeypot, Self::NameLink, Self::Links, Self::MixedScripts, Self::SameText];

    /// Returns the name of the reason as sent and stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Honeypot => "honeypot",
            Self::NameLink => "name_link",
            Self::Links => "links",
            Self::MixedScripts => "mixed_scripts",
            Self::SameText => "same_text",
        }
    }

    /// Returns the description for staff.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Honeypot => "A hidden field was filled in (bots do this)",
            Self::NameLink => "The name has a link in it",
            Self::Links => "There are many links, or links written as markup",
            Self::MixedScripts => "Words mix letters of different alphabets that look alike",
            Self::SameText => "The same text came from several addresses within an hour",
        }
    }

    /// Parses the name of a reason.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::{HONEYPOT, SpamReason};
    use crate::all_forms;

    #[test]
    fn parses_name_of_every_reason() {
        for reason in SpamReason::ALL {
            assert_eq!(SpamReason::parse(reason.as_str()), Some(reason));
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
        }
        assert_eq!(SpamReason::parse("Honeypot"), None);
    }

    #[test]
    fn no_form_has_field_with_honeypot_name() {
        for form in all_forms() {
            assert!(form.names().all(|name| name != HONEYPOT), "{}", form.name);
        }
    }
}
