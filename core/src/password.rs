//! The form that changes one's password.

use form_rules::form;

use crate::lowercase::lowercase;

form! {
    /// What was typed to change a password. Its present one may be any that signing in takes.
    pub struct PasswordForm, "password" {
        /// Whose password it is, which tells a password manager where to keep it.
        username: Line {
            required: "Username is required",
            max: 150 => "Username must not exceed {number} characters",
            control: "Username contains characters that cannot be used",
        }

        /// The password until now.
        current_password: Password {
            required: "Current password is required",
            max: 1_024 => "Current password must not exceed {number} characters",
            control: "Current password contains characters that cannot be used",
        }

        /// The password from now on.
        new_password: Password {
            required: "New password is required",
            min: 12 => "New password must have at least {number} characters",
            max: 1_024 => "New password must not exceed {number} characters",
            control: "New password contains characters that cannot be used",
        }
    }
    where {
        new_password: differs current_password => "New password must not be the current one",
        new_password: says_more_than username => "New password must be more than your username",
    }
}

/// How many characters must be left of a password without the account's name.
const BESIDE_NAME: usize = 8;

/// Whether a password is another one.
fn differs(password: &str, former: &str) -> bool {
    password != former
}

/// Whether there is enough in a password beside the account's name, in whichever case that is written.
fn says_more_than(password: &str, username: &str) -> bool {
    if username.is_empty() {
        return true;
    }
    let rest = lowercase(password).replace(&lowercase(username), "");
    rest.chars().take(BESIDE_NAME).count() == BESIDE_NAME
}

#[cfg(test)]
mod tests {
    use super::{FORM, says_more_than};

    #[test]
    fn a_name_with_some_ciphers_is_no_password() {
        for (password, username) in
            [("ada.lovelace", "ada.lovelace"), ("Ada.Lovelace1815", "ada.lovelace"), ("adaadaadaada", "ada")]
        {
            assert!(!says_more_than(password, username), "{password}");
        }
        for (password, username) in
            [("canada in autumn", "ada"), ("ada.lovelace, in 1815", "ada.lovelace"), ("twelve chars", "")]
        {
            assert!(says_more_than(password, username), "{password}");
        }
    }

    #[test]
    fn one_sentence_a_field_the_first_that_applies() {
        let refused = |texts: [&str; 3]| {
            FORM.check(&texts, None).into_iter().map(|error| error.message).collect::<Vec<_>>()
        };
        assert_eq!(refused(["ada", "short", "short"]), ["New password must have at least 12 characters"]);
        let same = "correct horse";
        assert_eq!(refused(["ada", same, same]), ["New password must not be the current one"]);
        assert_eq!(refused(["ada", "x", "adaadaadaada"]), ["New password must be more than your username"]);
        assert_eq!(refused(["ada", "x", same]), [""; 0]);
    }
}
