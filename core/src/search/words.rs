//! The one tokeniser: a text as its words.

use std::ops::Range;

use super::letters::{Part, fold};

/// The longest word, in characters; what follows of a longer one is left out.
pub const WORD_LENGTH: usize = 64;

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as it is searched by: lower case, without marks.
    pub text: String,
    /// Where it stands in the text, in bytes.
    pub place: Range<usize>,
}

/// The words of a text, in their order: letters and digits beside each other.
pub fn words(text: &str) -> impl Iterator<Item = Word> {
    let mut characters = text.char_indices();
    std::iter::from_fn(move || {
        let mut word = Word { text: String::new(), place: 0..0 };
        let mut length = 0;
        for (at, c) in characters.by_ref() {
            let part = fold(c, &mut |letter| {
                if length < WORD_LENGTH {
                    word.text.push(letter);
                }
                length = length.saturating_add(1);
            });
            match part {
                Part::Letters if word.place.end == 0 => word.place = at..at.saturating_add(c.len_utf8()),
                Part::Letters => word.place.end = at.saturating_add(c.len_utf8()),
                // A mark belongs to the letter before it; one without a letter is nothing.
                Part::Mark if word.place.end > 0 => word.place.end = at.saturating_add(c.len_utf8()),
                Part::End if word.place.end > 0 => break,
                Part::Mark | Part::End => {}
            }
        }
        (word.place.end > 0).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    use super::{WORD_LENGTH, words};

    fn of(text: &str) -> Vec<String> {
        words(text).map(|word| word.text).collect()
    }

    #[test]
    fn words_are_letters_and_digits_without_case_and_marks() {
        assert_eq!(of("Émile ZOLA, né en 1840"), ["emile", "zola", "ne", "en", "1840"]);
        assert_eq!(
            of("Straße STRASSE Æsir Øre Łódź ὈΔΥΣΣΕΎΣ"),
            ["strasse", "strasse", "aesir", "ore", "lodz", "οδυσσευσ"]
        );
        assert_eq!(of("a.b+c@d.com"), ["a", "b", "c", "d", "com"]);
        assert_eq!(of("İstanbul ıstanbul"), ["istanbul", "ıstanbul"]);
        assert_eq!(
            of("한글 中文 שָׁלוֹם"),
            ["\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", "中文", "שלום"]
        );
        assert!(of("\u{301}\0 - \u{202e}😀 \"").is_empty());
    }

    #[test]
    fn a_mark_neither_begins_nor_ends_a_word() {
        assert_eq!(of("\u{301}e\u{301}\u{301}a"), ["ea"]);
        let places = words("\u{301}e\u{301} b").map(|word| word.place).collect::<Vec<_>>();
        assert_eq!(places, [2..5, 6..7]);
    }

    #[test]
    fn a_long_word_is_cut() {
        let long = "ß".repeat(40);
        assert_eq!(of(&format!("{long} b")), ["s".repeat(WORD_LENGTH), "b".to_owned()]);
    }

    proptest! {
        #[test]
        fn words_stand_in_their_order_and_are_their_own_words(text in any::<String>()) {
            let mut end = 0;
            for word in words(&text) {
                prop_assert!(end <= word.place.start && word.place.start < word.place.end);
                end = word.place.end;
                prop_assert!((1..=WORD_LENGTH).contains(&word.text.chars().count()));
                prop_assert_eq!(of(&word.text), std::slice::from_ref(&word.text));
                prop_assert_eq!(of(&text[word.place]), [word.text]);
            }
        }

        #[test]
        fn neither_case_nor_composition_changes_a_word(text in "[a-zA-ZäÖéñÅİ ]{0,40}") {
            let composed = text.nfc().collect::<String>();
            prop_assert_eq!(of(&composed), of(&text.nfd().collect::<String>()));
            prop_assert_eq!(of(&composed), of(&composed.to_lowercase()));
        }
    }
}
