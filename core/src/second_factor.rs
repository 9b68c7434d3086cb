//! The second factor: the form that asks for it when somebody signs in, and what its codes look like.

use form_rules::form;

use crate::white_space::is_white_space;

form! {
    /// What comes after a right password, where the account has a second factor.
    pub struct SecondFactorForm, "second_factor" {
        /// What the right password was answered with.
        challenge: Password {
            required: "Please sign in again from the start",
            max: 2_048 => "The sign-in must not exceed {number} characters",
            control: "The sign-in contains characters that cannot be used",
        }

        /// A code of the app, or a recovery code.
        code: Line {
            required: "Code is required",
            max: 64 => "Code must not exceed {number} characters",
            control: "Code contains characters that cannot be used",
        }
    }
    where {
        code: is_code code => "Enter the six digits of your app, or a recovery code",
    }
}

/// How many digits a code of the app has.
const DIGITS: usize = 6;

/// How many characters a recovery code has.
pub const RECOVERY_LENGTH: usize = 10;

/// What recovery codes are made of: nothing that looks alike.
pub const RECOVERY_ALPHABET: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// A code as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// Six digits, which an app shows.
    Shown(String),
    /// One that was written down.
    Recovery(String),
}

impl Code {
    /// Reads a code as it was typed: with spaces and dashes, in upper or lower case. None for a text that is no code.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let kept = text.chars().filter(|&c| !is_white_space(c) && c != '-');
        let code = kept.map(|c| c.to_ascii_lowercase()).collect::<String>();
        if code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::Shown(code));
        }
        let is_recovery =
            code.len() == RECOVERY_LENGTH && code.bytes().all(|byte| RECOVERY_ALPHABET.contains(&byte));
        is_recovery.then_some(Self::Recovery(code))
    }
}

/// Whether a text reads as a code.
pub(crate) fn is_code(text: &str, _: &str) -> bool {
    Code::read(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::{Code, FORM};

    #[test]
    fn codes_are_read_as_people_type_them() {
        for text in ["123456", " 123 456 ", "123-456", "1 2 3 4 5 6", "123\u{a0}456"] {
            assert_eq!(Code::read(text), Some(Code::Shown("123456".to_owned())), "{text}");
        }
        for text in ["abcde-fgh23", "ABCDE FGH23", "abcdefgh23"] {
            assert_eq!(Code::read(text), Some(Code::Recovery("abcdefgh23".to_owned())), "{text}");
        }
        for text in ["", "12345", "1234567", "１２３４５６", "abcde-fghi1", "abcde-fgh2", "12345a", "+12345"]
        {
            assert_eq!(Code::read(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_code_has_its_sentence() {
        let refused = |code| FORM.check(&["challenge", code], None).into_iter().map(|error| error.message);
        assert_eq!(refused("123 456").count(), 0);
        let sentence = "Enter the six digits of your app, or a recovery code";
        assert_eq!(refused("1234").collect::<Vec<_>>(), [sentence]);
        assert_eq!(refused(" ").collect::<Vec<_>>(), ["Code is required"]);
    }
}
