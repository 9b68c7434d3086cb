//! The formats of what names a record or a request.

/// How many characters a slug has: 128 random bits in hexadecimal.
pub const SLUG_LENGTH: usize = 32;

/// The shortest and the longest idempotency key, in characters.
pub const IDEMPOTENCY_KEY_LENGTH: std::ops::RangeInclusive<usize> = 16..=128;

/// What the characters of an idempotency key must match.
pub const IDEMPOTENCY_KEY_PATTERN: &str = "^[A-Za-z0-9._-]+$";

/// How a record is named in a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKey<'a> {
    /// By its number.
    Id(i64),
    /// By its slug.
    Slug(&'a str),
}

/// Reads a record's name; none when no record can have it.
///
/// A slug may consist of digits alone, so its length tells it from a number, which has at most 19 digits.
#[must_use]
pub fn record_key(text: &str) -> Option<RecordKey<'_>> {
    if text.len() == SLUG_LENGTH {
        let hexadecimal = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        return hexadecimal.then_some(RecordKey::Slug(text));
    }
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok().map(RecordKey::Id)).flatten()
}

/// Whether a text can name a request that must be carried out once.
#[must_use]
pub fn is_idempotency_key(text: &str) -> bool {
    IDEMPOTENCY_KEY_LENGTH.contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::{IDEMPOTENCY_KEY_LENGTH, IDEMPOTENCY_KEY_PATTERN, RecordKey, is_idempotency_key, record_key};

    #[test]
    fn length_tells_a_slug_from_a_number() {
        let digits = "01234567890123456789012345678901";
        assert_eq!(record_key(digits), Some(RecordKey::Slug(digits)));
        assert_eq!(record_key("42"), Some(RecordKey::Id(42)));
        for nothing in
            ["", "-1", "+1", "1e3", "99999999999999999999", "ABCDEF0123456789ABCDEF0123456789", "é"]
        {
            assert_eq!(record_key(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn idempotency_keys_are_plain() {
        assert!(is_idempotency_key("0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11"));
        for refused in ["", "short", "sixteen chars  !", &"x".repeat(129)] {
            assert!(!is_idempotency_key(refused), "{refused}");
        }
    }

    proptest! {
        #[test]
        fn the_pattern_of_keys_agrees_with_their_verdict(text in prop_oneof!["[a-z0-9A-Z._-]{0,140}", "[a.é /~-]{16,20}"]) {
            let described = Regex::new(IDEMPOTENCY_KEY_PATTERN).unwrap().is_match(&text)
                && IDEMPOTENCY_KEY_LENGTH.contains(&text.chars().count());
            prop_assert_eq!(is_idempotency_key(&text), described);
        }
    }
}
