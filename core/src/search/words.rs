//! Tokeniser.

use std::{borrow::Cow, ops::Range};

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed,
    props::{GeneralCategory, GeneralCategoryGroup, Script},
};

const NFKD: DecomposingNormalizerBorrowed<'_> = DecomposingNormalizerBorrowed::new_nfkd();
const NFKC: ComposingNormalizerBorrowed<'_> = ComposingNormalizerBorrowed::new_nfkc();
const CATEGORIES: CodePointMapDataBorrowed<'_, GeneralCategory> = CodePointMapData::<GeneralCategory>::new();
const SCRIPTS: CodePointMapDataBorrowed<'_, Script> = CodePointMapData::<Script>::new();

/// Maximum length of a word in characters; the rest of a longer word is ignored.
pub const WORD_LENGTH: usize = 64;

/// Word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Folded word: NFKC and lower case, in most scripts without marks.
    pub text: String,
    /// Byte range of the word in the text. Words that are parts of one character, as in `½`, have the same range.
    pub place: Range<usize>,
}

/// Returns the words of a text: runs of letters and digits. In scripts without spaces, each letter is a word.
pub fn words(text: &str) -> impl Iterator<Item = Word> {
    let mut words = Words::default();
    for (start, c) in text.char_indices() {
        let place = start..start.saturating_add(c.len_utf8());
        if c.is_ascii() {
            words.add(c, &place);
        } else {
            NFKD.normalize_iter(std::iter::once(c)).for_each(|part| words.add(part, &place));
        }
    }
    words.end_word();
    words.found.into_iter()
}

/// Collects words from decomposed characters.
#[derive(Default)]
struct Words {
    found: Vec<Word>,
    /// Folded letters and marks of the current word, decomposed.
    text: String,
    place: Range<usize>,
    /// The last letter of the current word.
    last: Option<char>,
}

impl Words {
    fn add(&mut self, part: char, place: &Range<usize>) {
        if is_ignored(part) {
            return;
        }
        if is_mark(part) {
            // A mark without a letter is ignored.
            let Some(last) = self.last else { return };
            if !drops_marks(last) {
                self.text.push(part);
            }
        } else if is_of(part, GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Number)) {
            if is_word(part) || self.last.is_some_and(is_word) {
                self.end_word();
            }
            if self.last.is_none() {
                self.place.start = place.start;
            }
            self.last = Some(part);
            part.to_lowercase().for_each(|letter| push_folded(&mut self.text, letter));
        } else {
            return self.end_word();
        }
        self.place.end = place.end;
    }

    fn end_word(&mut self) {
        if self.last.take().is_some() {
            // Hangul stays decomposed, so that a syllable that is being typed finds its word.
            let text = if self.text.is_ascii() || self.text.contains(is_jamo) {
                Cow::from(&self.text)
            } else {
                NFKC.normalize(&self.text)
            };
            let text = text.chars().take(WORD_LENGTH).collect();
            self.found.push(Word { text, place: self.place.clone() });
            self.text.clear();
        }
    }
}

/// Returns whether a character is a combining mark, which belongs to the character before it.
fn is_mark(c: char) -> bool {
    is_of(c, GeneralCategoryGroup::Mark)
}

fn is_of(c: char, categories: GeneralCategoryGroup) -> bool {
    categories.contains(CATEGORIES.get(c))
}

/// Appends a letter in lower case. Ligatures become two letters, and variants of a letter become one.
fn push_folded(text: &mut String, letter: char) {
    match letter {
        'ß' => text.push_str("ss"),
        'æ' => text.push_str("ae"),
        'ø' => text.push('o'),
        'ł' => text.push('l'),
        'ı' => text.push('i'),
        'ς' => text.push('σ'),
        letter => text.push(letter),
    }
}

/// Returns whether a character is a part of a Hangul syllable.
const fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}')
}

/// Returns whether a character is invisible and joins the characters around it: soft hyphens, joiners and variation
/// selectors.
const fn is_ignored(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Returns whether the marks of a letter are ignored. In other scripts they are letters of their own: パ is not ハ, and
/// vowels of Hindi and Thai are marks.
fn drops_marks(letter: char) -> bool {
    letter.is_ascii()
        || matches!(
            SCRIPTS.get(letter),
            Script::Latin | Script::Greek | Script::Cyrillic | Script::Hebrew | Script::Arabic
        )
}

/// Returns whether a letter is a word by itself, because its script has no spaces between words.
fn is_word(letter: char) -> bool {
    let is_spaceless = matches!(
        SCRIPTS.get(letter),
        Script::Han
            | Script::Hiragana
            | Script::Katakana
            | Script::Thai
            | Script::Lao
            | Script::Khmer
            | Script::Myanmar
    );
    // The long vowel belongs to Hiragana and Katakana.
    (is_spaceless || letter == 'ー') && !is_of(letter, GeneralCategoryGroup::DecimalNumber)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    use super::{WORD_LENGTH, words};

    /// Iterates over all characters, except the planes that are unassigned or private.
    fn all_characters() -> impl Iterator<Item = char> {
        ('\0'..='\u{3ffff}').chain('\u{e0000}'..='\u{e0fff}')
    }

    fn folded_words(text: &str) -> Vec<String> {
        words(text).map(|word| word.text).collect()
    }

    #[test]
    fn folds_case_and_marks_of_words() {
        assert_eq!(folded_words("Émile ZOLA, né en 1840"), ["emile", "zola", "ne", "en", "1840"]);
        assert_eq!(
            folded_words("Straße STRASSE STRAẞE Æsir Øre Łódź ὈΔΥΣΣΕΎΣ Ёлка"),
            ["strasse", "strasse", "strasse", "aesir", "ore", "lodz", "οδυσσευσ", "елка"]
        );
        assert_eq!(folded_words("a.b+c@d.com"), ["a", "b", "c", "d", "com"]);
        assert_eq!(
            folded_words("İstanbul ıstanbul ISTANBUL Işık"),
            ["istanbul", "istanbul", "istanbul", "isik"]
        );
        assert_eq!(folded_words("Nguyễn Thị"), ["nguyen", "thi"]);
        assert_eq!(folded_words("שָׁלוֹם مُحَمَّد آب"), ["שלום", "محمد", "اب"]);
        assert!(folded_words("\u{301}\0 - \u{202e}😀 \"").is_empty());
    }

    #[test]
    fn folds_compatibility_characters() {
        assert_eq!(folded_words("our oﬃce Ｙａｍａｄａ １２３"), ["our", "office", "yamada", "123"]);
        assert_eq!(folded_words("5㎏ ① Ⅳ x²"), ["5kg", "1", "iv", "x2"]);
        assert_eq!(folded_words("ｶﾀｶﾅ ﾊﾟﾘ"), folded_words("カタカナ パリ"));
        assert_eq!(folded_words("½"), ["1", "2"]);
    }

    #[test]
    fn keeps_marks_that_are_letters() {
        assert_eq!(folded_words("हिन्दी"), ["हिन्दी"]);
        assert_eq!(folded_words("パリ は\u{3099}"), ["パ", "リ", "ば"]);
        assert_eq!(folded_words("ที่นี่"), ["ที่", "นี่"]);
        assert_eq!(folded_words("தமிழ்"), ["தமிழ்"]);
    }

    #[test]
    fn splits_scripts_without_spaces_into_letters() {
        assert_eq!(folded_words("我们的网站"), ["我", "们", "的", "网", "站"]);
        assert_eq!(folded_words("新website2024年"), ["新", "website2024", "年"]);
        assert_eq!(folded_words("ラーメン"), ["ラ", "ー", "メ", "ン"]);
        assert_eq!(folded_words("佐々木 二〇〇四"), ["佐", "々", "木", "二", "〇", "〇", "四"]);
        assert_eq!(folded_words("ខ្មែរ ລາວ"), ["ខ្", "មែ", "រ", "ລ", "າ", "ວ"]);
        assert_eq!(folded_words("မြန်မာ"), ["မြ", "န်", "မာ"]);
        assert_eq!(folded_words("ราคา ๑๒๓ บาท"), ["ร", "า", "ค", "า", "๑๒๓", "บ", "า", "ท"]);
    }

    #[test]
    fn decomposes_hangul_of_any_form() {
        let nfd = "한글".nfd().collect::<String>();
        assert_eq!(folded_words(&format!("한글 {nfd}")), [nfd.clone(), nfd]);
    }

    #[test]
    fn ignores_soft_hyphens_and_joiners() {
        assert_eq!(folded_words("web\u{ad}site می\u{200c}خواهم"), ["website", "میخواهم"]);
        assert_eq!(folded_words("葛\u{e0100}城 1\u{fe0f}\u{20e3}"), ["葛", "城", "1"]);
        // A break, although it has no width.
        assert_eq!(folded_words("web\u{200b}site"), ["web", "site"]);
    }

    #[test]
    fn places_words_in_original_text() {
        let placed = |text: &'static str| words(text).map(|word| &text[word.place]).collect::<Vec<_>>();
        assert_eq!(placed("\u{301}e\u{301}\u{301}a b"), ["e\u{301}\u{301}a", "b"]);
        assert_eq!(placed("our oﬃce, web\u{ad}site\u{ad}."), ["our", "oﬃce", "web\u{ad}site"]);
        assert_eq!(placed("5㎏½"), ["5㎏½", "½"]);
        assert_eq!(placed("ﾊﾟﾘ"), ["ﾊﾟ", "ﾘ"]);
        assert_eq!(placed("น\u{e33}"), ["น\u{e33}", "\u{e33}"]);
    }

    #[test]
    fn cuts_long_word() {
        let long = "ß".repeat(40);
        assert_eq!(folded_words(&format!("{long} b")), ["s".repeat(WORD_LENGTH), "b".to_owned()]);
    }

    /// Searching for a word, or for a part of a text, finds the text.
    #[test]
    fn folds_every_character_once() {
        for c in all_characters() {
            let folded = folded_words(&c.to_string());
            for word in &folded {
                assert_eq!(folded_words(word), std::slice::from_ref(word), "U+{:04x}", u32::from(c));
            }
            for text in [c.to_string().nfd().collect::<String>(), c.to_string().nfkc().collect()] {
                assert_eq!(folded_words(&text), folded, "U+{:04x}", u32::from(c));
            }
        }
    }

    /// Stored words outlive a build. If this test fails, increment `TOKENISER`.
    #[test]
    fn folding_is_unchanged_in_this_tokeniser_version() {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for c in all_characters() {
            // Alone, as a mark of two scripts, and before a letter.
            for word in words(&format!("{c} a{c} ハ{c} {c}a")) {
                for byte in word.text.bytes().chain([0]) {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
        assert_eq!((crate::search::TOKENISER, hash), (3, 0x8253_e759_552a_d1d4));
    }

    proptest! {
        #[test]
        fn words_are_ordered_and_fold_once(text in any::<String>()) {
            let (mut start, mut end) = (0, 0);
            for word in words(&text) {
                prop_assert!(start <= word.place.start && end <= word.place.end);
                prop_assert!(word.place.start < word.place.end);
                (start, end) = (word.place.start, word.place.end);
                prop_assert!((1..=WORD_LENGTH).contains(&word.text.chars().count()));
                prop_assert_eq!(folded_words(&word.text), std::slice::from_ref(&word.text));
                prop_assert!(folded_words(&text[word.place]).contains(&word.text));
            }
        }

        #[test]
        fn folding_ignores_case_and_composition(text in "[a-zA-ZäÖéñÅİßŁ가각パﾊﾟ한ﬃ ]{0,40}") {
            let expected = folded_words(&text);
            for same in [text.nfc().collect::<String>(), text.nfd().collect(), text.nfkc().collect(), text.nfkd().collect(),
                text.to_lowercase()] {
                prop_assert_eq!(&folded_words(&same), &expected);
            }
        }
    }
}
