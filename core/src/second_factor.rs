//! Two-factor authentication: the form of the second sign-in step, and the format of its codes.

use crate::form;

use crate::white_space::is_white_space;

form! {
    /// Second sign-in step, after a correct password.
    pub struct SecondFactorForm, "second_factor" {
        /// The challenge token from the first step.
        challenge: Password {
            required: "Please sign in again from the start",
            max: 2_048 => "The sign-in must not exceed {number} characters",
            control: "The sign-in contains characters that cannot be used",
        }

        /// A code from the authenticator app, or a recovery code.
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

/// Digits in a code from the authenticator app.
const DIGITS: usize = 6;

/// Characters in a recovery code.
pub const RECOVERY_LENGTH: usize = 10;

/// Alphabet of recovery codes, without characters that look alike.
pub const RECOVERY_ALPHABET: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Normalised code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// Six digits from the authenticator app.
    Shown(String),
    /// Recovery code.
    Recovery(String),
}

impl Code {
    /// Parses a code as typed, ignoring case, spaces and dashes. None if the text is not a code.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
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

/// Returns whether a text is a code. The second argument is unused; `where` clauses pass two texts.
pub(crate) fn is_code(text: &str, _: &str) -> bool {
    Code::parse(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::{Code, FORM};

    #[test]
    fn parses_code_with_spaces_dashes_and_case() {
        for text in ["123456", " 123 456 ", "123-456", "1 2 3 4 5 6", "123\u{a0}456"] {
            assert_eq!(Code::parse(text), Some(Code::Shown("123456".to_owned())), "{text}");
        }
        for text in ["abcde-fgh23", "ABCDE FGH23", "abcdefgh23"] {
            assert_eq!(Code::parse(text), Some(Code::Recovery("abcdefgh23".to_owned())), "{text}");
        }
        for text in ["", "12345", "1234567", "１２３４５６", "abcde-fghi1", "abcde-fgh2", "12345a", "+12345"]
        {
            assert_eq!(Code::parse(text), None, "{text}");
        }
    }

    #[test]
    fn rejects_text_that_is_not_a_code() {
        let refused = |code| FORM.check(&["challenge", code], None).into_iter().map(|error| error.message);
        assert_eq!(refused("123 456").count(), 0);
        let sentence = "Enter the six digits of your app, or a recovery code";
        assert_eq!(refused("1234").collect::<Vec<_>>(), [sentence]);
        assert_eq!(refused(" ").collect::<Vec<_>>(), ["Code is required"]);
    }
}
