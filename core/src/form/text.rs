//! Normalising and counting texts.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};

use super::{rule::Kind, white_space::is_white_space};

/// Signs that take the vowel of the letter before them: those with the canonical combining class 9.
const VIRAMAS: &str = "\
    \u{94d}\u{9cd}\u{a4d}\u{acd}\u{b4d}\u{bcd}\u{c4d}\u{ccd}\u{d3b}\u{d3c}\u{d4d}\u{dca}\u{e3a}\u{eba}\u{f84}\
    \u{1039}\u{103a}\u{1714}\u{1715}\u{1734}\u{17d2}\u{1a60}\u{1b44}\u{1baa}\u{1bab}\u{1bf2}\u{1bf3}\u{2d7f}\u{a806}\
    \u{a82c}\u{a8c4}\u{a953}\u{a9c0}\u{aaf6}\u{abed}\u{10a3f}\u{11046}\u{11070}\u{1107f}\u{110b9}\u{11133}\u{11134}\
    \u{111c0}\u{11235}\u{112ea}\u{1134d}\u{113ce}\u{113cf}\u{113d0}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\
    \u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}\
    \u{11f41}\u{11f42}\u{1612f}";

/// Returns a text as it is checked and stored. A password is returned as typed.
///
/// - Every line end is LF: CR, CRLF, and the line tabulation, form feed and U+2028/2029 of word processors. In one line
///   it is a space, and so is a tab.
/// - One line loses the bidirectional controls that phones put around copied names, and an e-mail address also the
///   characters that show nothing.
/// - White space and characters that show nothing are trimmed at both ends.
/// - A text of such characters alone is empty.
///
/// Allocates only if a character within the text changes.
///
/// ```
/// # use agency_core::{rule::Kind, text::normalize};
/// assert_eq!(normalize(" one\r\ntwo\u{feff}", Kind::Lines), "one\ntwo");
/// assert_eq!(normalize("\u{202d}Ada\tLovelace\u{202c}", Kind::Line), "Ada Lovelace");
/// ```
#[must_use]
pub fn normalize(text: &str, kind: Kind) -> Cow<'_, str> {
    if matches!(kind, Kind::Password | Kind::File) {
        return Cow::Borrowed(text);
    }
    let text = trim(text);
    if text.chars().all(|c| fold(c, kind) == Some(c)) {
        return Cow::Borrowed(text);
    }
    let mut previous = None;
    let folded = text.chars().filter_map(|c| {
        // CRLF is one line end.
        let is_second_half = previous.replace(c) == Some('\r') && c == '\n';
        if is_second_half { None } else { fold(c, kind) }
    });
    Cow::Owned(trim(&folded.collect::<String>()).to_owned())
}

/// Returns what a character within a text becomes.
fn fold(c: char, kind: Kind) -> Option<char> {
    let is_one_line = kind != Kind::Lines;
    match c {
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' => {
            Some(if is_one_line { ' ' } else { '\n' })
        }
        '\t' if is_one_line => Some(' '),
        _ if is_one_line && is_bidi_control(c) => None,
        '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' if kind == Kind::Email => None,
        _ => Some(c),
    }
}

/// Trims what nobody sees at both ends. Returns an empty text if that is all there is.
fn trim(text: &str) -> &str {
    if text.chars().all(is_blank) {
        return "";
    }
    let mut text = text.trim_start_matches(is_trimmed);
    while let Some(rest) = text.strip_suffix(is_trimmed) {
        // A joiner after a virama changes how the letter is written, in Malayalam and Sinhala for example.
        if text.ends_with(['\u{200c}', '\u{200d}']) && rest.ends_with(|c| VIRAMAS.contains(c)) {
            break;
        }
        text = rest;
    }
    text
}

/// Returns whether a character is trimmed at both ends of a text: white space, or a mark that shows nothing.
#[must_use]
pub fn is_trimmed(c: char) -> bool {
    is_white_space(c) || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}')
}

/// Returns whether a character shows nothing on its own: Unicode's `White_Space`, `Default_Ignorable_Code_Point`, or the
/// blank of Braille.
#[must_use]
pub fn is_blank(c: char) -> bool {
    is_white_space(c)
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fff8}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Returns whether a character embeds, overrides or isolates the direction of a text. With these, one text can look like
/// another.
///
/// ```
/// # use agency_core::text::is_bidi_control;
/// assert!(is_bidi_control('\u{202e}') && !is_bidi_control('\u{200f}'));
/// ```
#[must_use]
pub fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the length of a text in characters (Unicode scalar values).
///
/// ```
/// # use agency_core::text::length;
/// assert_eq!(length("né😀"), 3);
/// ```
#[must_use]
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// Deserialises a text; `null` becomes an empty text.
///
/// ```
/// # use agency_core::text::null_as_empty;
/// let text = null_as_empty(&mut serde_json::Deserializer::from_str("null"));
/// assert_eq!(text.unwrap(), "");
/// ```
pub fn null_as_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'static, str>, D::Error> {
    Option::<String>::deserialize(deserializer).map(|text| Cow::Owned(text.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;
    use unicode_normalization::char::canonical_combining_class;

    use super::{VIRAMAS, is_blank, length, normalize};
    use crate::form::rule::Kind;

    const KINDS: [Kind; 4] = [Kind::Line, Kind::Lines, Kind::Email, Kind::Password];

    #[test]
    fn folds_line_ends_to_lf() {
        assert_eq!(normalize("a\r\nb\rc\nd", Kind::Lines), "a\nb\nc\nd");
        assert_eq!(normalize("a\u{b}b\u{c}c\u{2028}d\u{2029}e", Kind::Lines), "a\nb\nc\nd\ne");
        assert_eq!(normalize("a\tb", Kind::Lines), "a\tb");
    }

    #[test]
    fn writes_one_line_with_spaces() {
        assert_eq!(normalize("a\tb\r\nc\u{b}d\u{2028}e", Kind::Line), "a b c d e");
    }

    #[test]
    fn trims_white_space_of_rust_and_javascript() {
        assert_eq!(normalize("\u{feff}\u{85}\u{3000} a b \u{a0}\r\n", Kind::Lines), "a b");
    }

    #[test]
    fn trims_what_nobody_sees_at_both_ends() {
        for kind in [Kind::Line, Kind::Lines] {
            assert_eq!(
                normalize("\u{200e}\u{ad}Ada\u{200b}L\u{200c} \u{200f}\u{2064}", kind),
                "Ada\u{200b}L"
            );
        }
    }

    #[test]
    fn keeps_joiner_after_virama() {
        let malayalam = "അവന\u{d4d}\u{200d}";
        assert_eq!(normalize(&format!("{malayalam}\u{200d} \u{200b}"), Kind::Line), malayalam);
        assert_eq!(normalize("\u{200d}ක\u{dca}\u{200d}", Kind::Lines), "ක\u{dca}\u{200d}");
        assert_eq!(normalize("Ada\u{200d}", Kind::Line), "Ada");
    }

    #[test]
    fn removes_bidi_controls_from_one_line() {
        let name = "\u{202d}Ada \u{2066}S\u{2069}ample\u{202c}";
        assert_eq!(normalize(name, Kind::Line), "Ada Sample");
        assert_eq!(normalize(name, Kind::Email), "Ada Sample");
        assert_eq!(normalize(name, Kind::Lines), name);
        assert_eq!(normalize(name, Kind::Password), name);
    }

    #[test]
    fn removes_what_shows_nothing_from_address() {
        let address = "a\u{ad}da\u{200b}@mail\u{2060}.exa\u{feff}mple";
        assert_eq!(normalize(address, Kind::Email), "ada@mail.example");
        assert_eq!(normalize(address, Kind::Line), address);
        assert_eq!(normalize("ada@نامه\u{200c}ای.example", Kind::Email), "ada@نامه\u{200c}ای.example");
    }

    #[test]
    fn empties_text_without_visible_character() {
        for kind in [Kind::Line, Kind::Lines, Kind::Email] {
            for text in
                ["\u{3164}\u{3164}\u{3164}", "\u{2800} \u{2800}", "\u{fe0f}\u{e0061}", "\u{d}\u{202e}"]
            {
                assert_eq!(normalize(text, kind), "", "{text:?}");
            }
        }
        assert_eq!(normalize("\u{3164}", Kind::Password), "\u{3164}");
    }

    #[test]
    fn is_blank_agrees_with_regex_crate() {
        let reference = Regex::new(r"^[\p{White_Space}\p{Default_Ignorable_Code_Point}\x{2800}]$").unwrap();
        for c in '\0'..=char::MAX {
            assert_eq!(is_blank(c), reference.is_match(c.encode_utf8(&mut [0; 4])), "{c:?}");
        }
    }

    #[test]
    fn viramas_agree_with_unicode() {
        for c in '\0'..=char::MAX {
            assert_eq!(VIRAMAS.contains(c), canonical_combining_class(c) == 9, "{c:?}");
        }
    }

    #[test]
    fn counts_scalar_values() {
        assert_eq!(length("😀😀😀😀😀"), 5);
        assert_eq!(length("e\u{301}"), 2);
    }

    proptest! {
        #[test]
        fn normalizes_text_once(
            text in "[a\r\n\t\u{b}\u{2028} \u{ad}\u{200b}\u{200d}\u{202e}\u{2069}\u{d4d}\u{3164}\u{feff}]{0,12}|\\PC{0,12}",
        ) {
            for kind in KINDS {
                let once = normalize(&text, kind).into_owned();
                prop_assert_eq!(normalize(&once, kind), once.as_str());
            }
        }
    }
}
