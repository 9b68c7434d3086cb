//! Tokeniser.

use std::ops::Range;

use super::letters::{CharClass, fold};

/// Maximum length of a word in characters; the rest of a longer word is ignored.
pub const WORD_LENGTH: usize = 64;

/// Word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Folded word: lower case, without marks.
    pub text: String,
    /// Byte range of the word in the text.
    pub place: Range<usize>,
}

/// Iterates over the words of a text: runs of letters and digits.
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
                CharClass::Letters if word.place.end == 0 => word.place = at..at.saturating_add(c.len_utf8()),
                CharClass::Letters => word.place.end = at.saturating_add(c.len_utf8()),
                // A mark belongs to the letter before it. A mark without a letter is ignored.
                CharClass::Mark if word.place.end > 0 => word.place.end = at.saturating_add(c.len_utf8()),
                CharClass::End if word.place.end > 0 => break,
                CharClass::Mark | CharClass::End => {}
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

    fn folded_words(text: &str) -> Vec<String> {
        words(text).map(|word| word.text).collect()
    }

    #[test]
    fn folds_case_and_marks_of_words() {
        assert_eq!(folded_words("Émile ZOLA, né en 1840"), ["emile", "zola", "ne", "en", "1840"]);
        assert_eq!(
            folded_words("Straße STRASSE Æsir Øre Łódź ὈΔΥΣΣΕΎΣ"),
            ["strasse", "strasse", "aesir", "ore", "lodz", "οδυσσευσ"]
        );
        assert_eq!(folded_words("a.b+c@d.com"), ["a", "b", "c", "d", "com"]);
        assert_eq!(folded_words("İstanbul ıstanbul"), ["istanbul", "ıstanbul"]);
        assert_eq!(
            folded_words("한글 中文 שָׁלוֹם"),
            ["\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", "中文", "שלום"]
        );
        assert!(folded_words("\u{301}\0 - \u{202e}😀 \"").is_empty());
    }

    #[test]
    fn mark_neither_starts_nor_ends_word() {
        assert_eq!(folded_words("\u{301}e\u{301}\u{301}a"), ["ea"]);
        let places = words("\u{301}e\u{301} b").map(|word| word.place).collect::<Vec<_>>();
        assert_eq!(places, [2..5, 6..7]);
    }

    #[test]
    fn cuts_long_word() {
        let long = "ß".repeat(40);
        assert_eq!(folded_words(&format!("{long} b")), ["s".repeat(WORD_LENGTH), "b".to_owned()]);
    }

    proptest! {
        #[test]
        fn words_are_ordered_and_fold_once(text in any::<String>()) {
            let mut end = 0;
            for word in words(&text) {
                prop_assert!(end <= word.place.start && word.place.start < word.place.end);
                end = word.place.end;
                prop_assert!((1..=WORD_LENGTH).contains(&word.text.chars().count()));
                prop_assert_eq!(folded_words(&word.text), std::slice::from_ref(&word.text));
                prop_assert_eq!(folded_words(&text[word.place]), [word.text]);
            }
        }

        #[test]
        fn folding_ignores_case_and_composition(text in "[a-zA-ZäÖéñÅİ ]{0,40}") {
            let composed = text.nfc().collect::<String>();
            prop_assert_eq!(folded_words(&composed), folded_words(&text.nfd().collect::<String>()));
            prop_assert_eq!(folded_words(&composed), folded_words(&composed.to_lowercase()));
        }
    }
}
