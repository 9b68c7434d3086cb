//! Formats of record keys and idempotency keys.

/// Length of a slug in characters: 128 random bits in hexadecimal.
pub const SLUG_LENGTH: usize = 32;

/// Valid length of an idempotency key, in characters.
pub const IDEMPOTENCY_KEY_LENGTH: std::ops::RangeInclusive<usize> = 16..=128;

/// Regular expression of an idempotency key, without its length.
pub const IDEMPOTENCY_KEY_PATTERN: &str = "^[A-Za-z0-9._-]+$";

/// Record key in a URL path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKey<'a> {
    /// The record's number.
    Id(i64),
    /// The record's slug.
    Slug(&'a str),
}

/// Parses a record key; none if it is neither a number nor a slug.
///
/// A slug may consist of digits only. Its length distinguishes it from a number, which has at most 19 digits.
#[must_use]
pub fn record_key(text: &str) -> Option<RecordKey<'_>> {
    if text.len() == SLUG_LENGTH {
        let hexadecimal = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        return hexadecimal.then_some(RecordKey::Slug(text));
    }
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok().map(RecordKey::Id)).flatten()
}

/// Returns whether a text is a valid idempotency key.
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
    use crate::messages::server::IDEMPOTENCY_KEY_INVALID;

    #[test]
    fn parses_slug_by_length_and_number_by_digits() {
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
    fn rejects_invalid_idempotency_keys() {
        assert!(is_idempotency_key("0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11"));
        for refused in ["", "short", "sixteen chars  !", &"x".repeat(129)] {
            assert!(!is_idempotency_key(refused), "{refused}");
        }
    }

    #[test]
    fn message_names_length_of_idempotency_key() {
        let (start, end) = (IDEMPOTENCY_KEY_LENGTH.start(), IDEMPOTENCY_KEY_LENGTH.end());
        let expected = format!(
            "The Idempotency-Key must be {start} to {end} letters, digits, dots, dashes or underscores"
        );
        assert_eq!(IDEMPOTENCY_KEY_INVALID, expected);
    }

    proptest! {
        #[test]
        fn idempotency_key_pattern_agrees_with_rule(text in prop_oneof!["[a-z0-9A-Z._-]{0,140}", "[a.é /~-]{16,20}"]) {
            let described = Regex::new(IDEMPOTENCY_KEY_PATTERN).unwrap().is_match(&text)
                && IDEMPOTENCY_KEY_LENGTH.contains(&text.chars().count());
            prop_assert_eq!(is_idempotency_key(&text), described);
        }
    }
}
