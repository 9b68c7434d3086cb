//! Two-factor authentication: the form of the second sign-in step, and the format of its codes.

use crate::form;

use crate::white_space::is_white_space;

/// Zeros of all scripts but ASCII. Unicode encodes the digits of a script from zero to nine.
const ZEROS: &str = "\
    \u{660}\u{6f0}\u{7c0}\u{966}\u{9e6}\u{a66}\u{ae6}\u{b66}\u{be6}\u{c66}\u{ce6}\u{d66}\u{de6}\u{e50}\u{ed0}\
    \u{f20}\u{1040}\u{1090}\u{17e0}\u{1810}\u{1946}\u{19d0}\u{1a80}\u{1a90}\u{1b50}\u{1bb0}\u{1c40}\u{1c50}\
    \u{a620}\u{a8d0}\u{a900}\u{a9d0}\u{a9f0}\u{aa50}\u{abf0}\u{ff10}\u{104a0}\u{10d30}\u{10d40}\u{11066}\
    \u{110f0}\u{11136}\u{111d0}\u{112f0}\u{11450}\u{114d0}\u{11650}\u{116c0}\u{116d0}\u{116da}\u{11730}\u{118e0}\
    \u{11950}\u{11bf0}\u{11c50}\u{11d50}\u{11da0}\u{11f50}\u{16130}\u{16a60}\u{16ac0}\u{16b50}\u{16d70}\u{1ccf0}\
    \u{1d7ce}\u{1d7d8}\u{1d7e2}\u{1d7ec}\u{1d7f6}\u{1e140}\u{1e2f0}\u{1e4f0}\u{1e5f1}\u{1e950}\u{1fbf0}";

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
            max: CODE_MAX => "Code must not exceed {number} characters",
            control: "Code contains characters that cannot be used",
        }
    }
    where {
        code: is_code code => "Enter the six digits of your app, or a recovery code",
    }
}

/// Maximum length of a code with its spaces and dashes, in characters.
pub const CODE_MAX: usize = 64;

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
    /// Parses a code as typed, ignoring case, spaces and dashes. Accepts the digits of every script and full-width letters,
    /// which input methods type. None if the text is not a code.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let kept = text.chars().filter(|&c| !is_white_space(c) && !is_dash(c));
        let code = kept.map(|c| to_ascii(c).to_ascii_lowercase()).collect::<String>();
        if code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::Shown(code));
        }
        let is_recovery =
            code.len() == RECOVERY_LENGTH && code.bytes().all(|byte| RECOVERY_ALPHABET.contains(&byte));
        is_recovery.then_some(Self::Recovery(code))
    }
}

/// Returns whether a character is a hyphen or a dash. Copying and input methods replace one by another.
const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{30fc}' | '\u{ff0d}')
}

/// Returns the ASCII character for a digit of any script or a full-width letter; any other character as it is.
fn to_ascii(c: char) -> char {
    let code = u32::from(c);
    let letter = || {
        let is_letter = matches!(c, 'Ａ'..='Ｚ' | 'ａ'..='ｚ');
        is_letter.then(|| char::from_u32(code.wrapping_sub(0xfee0))).flatten()
    };
    let digit = || ZEROS.chars().find_map(|zero| char::from_digit(code.checked_sub(u32::from(zero))?, 10));
    if c.is_ascii() { c } else { letter().or_else(digit).unwrap_or(c) }
}

/// Returns whether a text is a code. The second argument is unused; `where` clauses pass two texts.
pub(crate) fn is_code(text: &str, _: &str) -> bool {
    Code::parse(text).is_some()
}

#[cfg(test)]
mod tests {
    use regex::Regex;
    use unicode_normalization::UnicodeNormalization as _;

    use super::{Code, FORM, to_ascii};

    #[test]
    fn parses_code_with_spaces_dashes_and_case() {
        for text in ["123456", " 123 456 ", "123-456", "1 2 3 4 5 6", "123\u{a0}456"] {
            assert_eq!(Code::parse(text), Some(Code::Shown("123456".to_owned())), "{text}");
        }
        for text in ["abcde-fgh23", "ABCDE FGH23", "abcdefgh23"] {
            assert_eq!(Code::parse(text), Some(Code::Recovery("abcdefgh23".to_owned())), "{text}");
        }
        for text in
            ["", "12345", "1234567", "１２３４５", "abcde-fghi1", "abcde-fgh2", "12345a", "+12345", "①②③④⑤⑥"]
        {
            assert_eq!(Code::parse(text), None, "{text}");
        }
    }

    #[test]
    fn parses_code_as_input_methods_type_it() {
        for text in
            ["１２３４５６", "１２３　４５６", "１２３－４５６", "۱۲۳۴۵۶", "١٢٣٤٥٦", "१२३४५६", "1२３๔௫۶"]
        {
            assert_eq!(Code::parse(text), Some(Code::Shown("123456".to_owned())), "{text}");
        }
        for text in ["ａｂｃｄｅ－ｆｇｈ２３", "ＡＢＣＤＥーＦＧＨ２３", "abcde–fgh23", "abcde−fgh२३"]
        {
            assert_eq!(Code::parse(text), Some(Code::Recovery("abcdefgh23".to_owned())), "{text}");
        }
    }

    /// The expression knows the digits, and normalization the value of most.
    #[test]
    fn reads_digits_and_full_width_letters_like_unicode_libraries() {
        let all = ('\0'..=char::MAX).collect::<String>();
        let digits = Regex::new(r"\p{Nd}").unwrap();
        let mut runs = String::new();
        for (at, digit) in digits.find_iter(&all).enumerate() {
            let c = digit.as_str().chars().next().unwrap();
            let value = char::from_digit(u32::try_from(at % 10).unwrap(), 10).unwrap();
            assert_eq!(to_ascii(c), value, "U+{:04x}", u32::from(c));
            runs.push(c);
        }
        assert!(runs.chars().count() > 700);
        for c in ('\0'..=char::MAX).filter(|c| !c.is_ascii() && !runs.contains(*c)) {
            let folded = std::iter::once(c).nfkc().collect::<String>();
            let is_letter =
                matches!(c, '\u{ff00}'..='\u{ff5f}') && folded.chars().all(|c| c.is_ascii_alphabetic());
            let expected = if is_letter { folded } else { c.to_string() };
            assert_eq!(to_ascii(c).to_string(), expected, "U+{:04x}", u32::from(c));
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
