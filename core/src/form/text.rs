//! Normalising and counting texts.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};

use super::white_space::is_white_space;

/// Folds line ends (CRLF and CR) to LF and trims white space at both ends.
///
/// A browser's multipart encoding turns LF into CRLF. Without folding, a text would be longer on the server than in
/// the form. Allocates only for a text with CR.
///
/// ```
/// # use agency_core::form::text::normalize;
/// assert_eq!(normalize(" one\r\ntwo\u{feff}"), "one\ntwo");
/// ```
#[must_use]
pub fn normalize(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim_matches(is_white_space);
    let Some((line, rest)) = trimmed.split_once('\r') else {
        return Cow::Borrowed(trimmed);
    };
    let mut folded = String::with_capacity(trimmed.len());
    folded.push_str(line);
    for line in rest.split('\r') {
        folded.push('\n');
        // CRLF is one line end.
        folded.push_str(line.strip_prefix('\n').unwrap_or(line));
    }
    Cow::Owned(folded)
}

/// Returns the length of a text in characters (Unicode scalar values).
///
/// ```
/// # use agency_core::form::text::length;
/// assert_eq!(length("né😀"), 3);
/// ```
#[must_use]
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// Deserialises a text; `null` becomes an empty text.
///
/// ```
/// # use agency_core::form::text::null_as_empty;
/// let text = null_as_empty(&mut serde_json::Deserializer::from_str("null"));
/// assert_eq!(text.unwrap(), "");
/// ```
pub fn null_as_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'static, str>, D::Error> {
    Option::<String>::deserialize(deserializer).map(|text| Cow::Owned(text.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{length, normalize};

    #[test]
    fn folds_line_ends_to_lf() {
        assert_eq!(normalize("a\r\nb\rc\nd"), "a\nb\nc\nd");
    }

    #[test]
    fn trims_white_space_of_rust_and_javascript() {
        assert_eq!(normalize("\u{feff}\u{85}\u{3000} a b \u{a0}\r\n"), "a b");
    }

    #[test]
    fn counts_scalar_values() {
        assert_eq!(length("😀😀😀😀😀"), 5);
        assert_eq!(length("e\u{301}"), 2);
    }

    proptest! {
        #[test]
        fn normalizes_text_once(text in any::<String>()) {
            let once = normalize(&text).into_owned();
            prop_assert_eq!(normalize(&once), once.as_str());
        }
    }
}
