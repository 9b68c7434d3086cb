//! The form that changes the password of an account.

use crate::{account, form};

form! {
    /// Change of a password. The current password only has to fit the limits of the login form.
    pub struct PasswordForm, "password" {
        /// The account's username. Password managers need it, and the new password must not consist of it.
        username: Line {
            required: "Username is required",
            max: account::USERNAME_MAX => "Username must not exceed {number} characters",
            control: "Username contains characters that cannot be used",
        }

        /// The current password.
        current_password: Password {
            required: "Current password is required",
            max: account::PASSWORD_MAX => "Current password must not exceed {number} characters",
            control: "Current password contains characters that cannot be used",
        }

        /// The new password.
        new_password: Password {
            required: "New password is required",
            min: 12 => "New password must have at least {number} characters",
            max: account::PASSWORD_MAX => "New password must not exceed {number} characters",
            control: "New password contains characters that cannot be used",
        }
    }
    where {
        new_password: differs_from_current current_password => "New password must not be the current one",
        new_password: is_more_than_username username => "New password is too similar to your username",
    }
}

/// Minimum characters of a password without the names that it contains, such as the username.
pub const MIN_CHARS_WITHOUT_NAME: usize = 8;

/// Returns whether the new password differs from the current one.
fn differs_from_current(password: &str, former: &str) -> bool {
    password != former
}

/// Returns whether enough of a password is left without the username, ignoring case.
fn is_more_than_username(password: &str, username: &str) -> bool {
    if username.is_empty() {
        return true;
    }
    let rest = password.to_lowercase().replace(&username.to_lowercase(), "");
    rest.chars().take(MIN_CHARS_WITHOUT_NAME).count() == MIN_CHARS_WITHOUT_NAME
}

#[cfg(test)]
mod tests {
    use super::{FORM, is_more_than_username};

    #[test]
    fn rejects_password_made_of_username_and_digits() {
        for (password, username) in
            [("ada.lovelace", "ada.lovelace"), ("Ada.Lovelace1815", "ada.lovelace"), ("adaadaadaada", "ada")]
        {
            assert!(!is_more_than_username(password, username), "{password}");
        }
        for (password, username) in
            [("canada in autumn", "ada"), ("ada.lovelace, in 1815", "ada.lovelace"), ("twelve chars", "")]
        {
            assert!(is_more_than_username(password, username), "{password}");
        }
    }

    #[test]
    fn reports_one_message_per_field() {
        let refused = |texts: [&str; 3]| {
            FORM.check(&texts, None).into_iter().map(|error| error.message).collect::<Vec<_>>()
        };
        assert_eq!(refused(["ada", "short", "short"]), ["New password must have at least 12 characters"]);
        let same = "correct horse";
        assert_eq!(refused(["ada", same, same]), ["New password must not be the current one"]);
        assert_eq!(refused(["ada", "x", "adaadaadaada"]), ["New password is too similar to your username"]);
        assert_eq!(refused(["ada", "x", same]), [""; 0]);
    }
}
