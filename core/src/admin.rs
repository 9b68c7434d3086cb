//! What an admin is called. Each may be empty; an address is judged like that of the contact form.

use form_rules::sentence;

use crate::{
    contact, login,
    messages::server::USERNAME_RESERVED,
    rule::{Kind, Limit, TextRule},
};

/// The longest first or last name, in characters.
const NAME_MAX: usize = 150;

/// What names an assignee otherwise, so that no account can be called it.
const RESERVED: [&str; 2] = ["me", "nobody"];

/// Judges the name of a new account, as [`login`] normalised it.
pub fn judge_username(username: &str) -> Result<(), &'static str> {
    login::RULES.username.judge(username)?;
    if RESERVED.contains(&username) { Err(USERNAME_RESERVED) } else { Ok(()) }
}

/// The first name.
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

/// The last name.
pub const LAST_NAME: TextRule = TextRule {
    name: "last_name",
    max: Limit {
        chars: NAME_MAX,
        message: sentence!("Last name must not exceed {number} characters", NAME_MAX),
    },
    control: "Last name contains characters that cannot be used",
    ..FIRST_NAME
};

/// The e-mail address.
pub const EMAIL: TextRule = TextRule { required: None, ..contact::RULES.email };

#[cfg(test)]
mod tests {
    use super::{RESERVED, judge_username};
    use crate::{messages::server::USERNAME_RESERVED, work::Assigned};

    #[test]
    fn no_account_is_called_what_names_an_assignee_otherwise() {
        for reserved in RESERVED {
            assert_eq!(judge_username(reserved), Err(USERNAME_RESERVED));
            assert!(!matches!(Assigned::parse(reserved), Some(Assigned::To(_)) | None));
        }
        assert_eq!(judge_username("ada"), Ok(()));
        assert_eq!(judge_username(""), Err("Username is required"));
    }
}
