//! Rules for an admin's username, names and email address.

use crate::sentence;

use crate::{
    contact, login,
    messages::server::USERNAME_RESERVED,
    rule::{Kind, Limit, TextRule},
};

/// Maximum length of a first or last name, in characters.
const NAME_MAX: usize = 150;

/// Usernames with a special meaning as an assignee, which no account may have.
const RESERVED: [&str; 2] = ["me", "nobody"];

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
    max: Limit {
        chars: NAME_MAX,
        message: sentence!("First name must not exceed {number} characters", NAME_MAX),
    },
    control: "First name contains characters that cannot be used",
    pattern: "",
};

/// Last name (optional).
pub const LAST_NAME: TextRule = TextRule {
    name: "last_name",
    max: Limit {
        chars: NAME_MAX,
        message: sentence!("Last name must not exceed {number} characters", NAME_MAX),
    },
    control: "Last name contains characters that cannot be used",
    ..FIRST_NAME
};

/// Email address (optional), with the limits of the contact form.
pub const EMAIL: TextRule = TextRule { required: None, ..contact::RULES.email };

#[cfg(test)]
mod tests {
    use super::{RESERVED, check_username};
    use crate::{messages::server::USERNAME_RESERVED, work::Assigned};

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
