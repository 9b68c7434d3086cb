//! Rules for an admin's username, names and email address.

use const_format::formatcp;

use crate::{
    contact, login,
    messages::server::USERNAME_RESERVED,
    rule::{Kind, Limit, TextRule},
};

/// Maximum length of a first or last name, in characters.
const NAME_MAX: usize = 150;

/// Usernames with a special meaning as an assignee, which no account may have.
const RESERVED: [&str; 2] = ["me", "nobody"];

/// Returns what usernames are compared by: NFC, in lower case, with one form of sigma.
///
/// `nfc` returns the NFC of a text. It is an argument because browsers have it built in.
///
/// ```
/// use agency_core::admin::username_key;
/// use unicode_normalization::UnicodeNormalization as _;
///
/// let key = |username| username_key(username, |text| text.nfc().collect());
/// assert_eq!(key("ΝΙΚΟΣ.PAPAS"), key("νικος.papas"));
/// ```
#[must_use]
pub fn username_key(username: &str, nfc: impl Fn(&str) -> String) -> String {
    let lower = nfc(username).to_lowercase();
    // A sigma has a form of its own at the end of a word, and dots within a name end none. A letter in lower case can
    // compose with its marks where the capital does not.
    nfc(&lower.replace('ς', "σ"))
}

/// Checks the username of a new account after [`login`] normalised it.
///
/// # Errors
/// The message of the first rule that fails.
pub fn check_username(username: &str) -> Result<(), &'static str> {
    login::RULES.username.check_normalized(username)?;
    if RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(username)) {
        Err(USERNAME_RESERVED)
    } else {
        Ok(())
    }
}

/// First name (optional).
pub const FIRST_NAME: TextRule = TextRule {
    name: "first_name",
    kind: Kind::Line,
    required: None,
    min: None,
    max: Limit { chars: NAME_MAX, message: formatcp!("First name must not exceed {NAME_MAX} characters") },
    control: "First name contains characters that cannot be used",
    pattern: "",
};

/// Last name (optional).
pub const LAST_NAME: TextRule = TextRule {
    name: "last_name",
    max: Limit { chars: NAME_MAX, message: formatcp!("Last name must not exceed {NAME_MAX} characters") },
    control: "Last name contains characters that cannot be used",
    ..FIRST_NAME
};

/// Email address (optional), with the limits of the contact form.
pub const EMAIL: TextRule = TextRule { required: None, ..contact::RULES.email };

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    use super::{RESERVED, check_username};
    use crate::{messages::server::USERNAME_RESERVED, work::Assigned};

    fn username_key(username: &str) -> String {
        super::username_key(username, |text| text.nfc().collect())
    }

    proptest! {
        #[test]
        fn username_key_is_the_same_for_all_spellings_of_a_name(name in "\\PC{0,12}") {
            let key = username_key(&name);
            prop_assert_eq!(username_key(&key), key.clone());
            prop_assert_eq!(username_key(&name.nfd().collect::<String>()), key.clone());
            prop_assert_eq!(username_key(&name.nfc().collect::<String>()), key);
        }
    }

    #[test]
    fn rejects_reserved_usernames() {
        for reserved in RESERVED {
            for spelled in [reserved.to_owned(), reserved.to_uppercase()] {
                assert_eq!(check_username(&spelled), Err(USERNAME_RESERVED));
                assert!(!matches!(Assigned::parse(&spelled), Some(Assigned::To(_)) | None));
            }
        }
        assert_eq!(check_username("ada"), Ok(()));
        assert_eq!(check_username(""), Err("Username is required"));
    }
}
