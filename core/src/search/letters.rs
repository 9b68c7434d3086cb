//! Classifies and folds characters for searching.

use std::sync::LazyLock;

use crate::{
    lowercase,
    packed::{Numbers, apply_distance},
};

include!(concat!(env!("OUT_DIR"), "/letters.rs"));

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::unpack(&RUNS));

/// Class of a character within a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharClass {
    /// Letter or digit.
    Letters,
    /// Combining mark: ignored, and the word continues.
    Mark,
    /// Any other character: ends the word.
    End,
}

/// Passes the folded letters of a character to `found`, without marks and in lower case, and returns its class.
pub(super) fn fold(c: char, found: &mut impl FnMut(char)) -> CharClass {
    if c.is_ascii() {
        if !c.is_ascii_alphanumeric() {
            return CharClass::End;
        }
        found(c.to_ascii_lowercase());
        return CharClass::Letters;
    }
    if let Some(parts) = jamo(c) {
        parts.into_iter().flatten().for_each(found);
        return CharClass::Letters;
    }
    match TABLE.run_of(c).map(|run| (run, &run.kind)) {
        None => CharClass::End,
        Some((_, Kind::Mark)) => CharClass::Mark,
        Some((_, Kind::Plain)) => {
            lower(c, found);
            CharClass::Letters
        }
        Some((run, Kind::Decomposed(letters))) => {
            let at = usize::try_from(u32::from(c).saturating_sub(run.first)).unwrap_or_default();
            let own = if run.single { Some(letters.as_slice()) } else { letters.get(at..=at) };
            for &letter in own.unwrap_or_default() {
                lower(letter, found);
            }
            CharClass::Letters
        }
    }
}

/// Passes a letter in lower case to `found`. Ligatures become two letters, and variants of a letter become one.
fn lower(letter: char, found: &mut impl FnMut(char)) {
    lowercase::push_lowercase(letter, &mut |letter| match letter {
        'ß' => ['s', 's'].into_iter().for_each(&mut *found),
        'æ' => ['a', 'e'].into_iter().for_each(&mut *found),
        'ø' => found('o'),
        'ł' => found('l'),
        'ς' => found('σ'),
        letter => found(letter),
    });
}

/// Decomposes a Hangul syllable into its letters (Unicode standard, section 3.12).
fn jamo(c: char) -> Option<[Option<char>; 3]> {
    const FIRST: u32 = 0xac00;
    const FINALS: u32 = 28;
    const VOWELS: u32 = 21;
    let index = u32::from(c).checked_sub(FIRST).filter(|index| *index < 19 * VOWELS * FINALS)?;
    let (syllable, last) = (index / FINALS, index % FINALS);
    let initial = char::from_u32(0x1100 + syllable / VOWELS);
    let vowel = char::from_u32(0x1161 + syllable % VOWELS);
    Some([initial, vowel, char::from_u32(0x11a7 + last).filter(|_| last > 0)])
}

/// Range of characters of the same kind.
struct Run {
    first: u32,
    last: u32,
    kind: Kind,
    /// Whether all letters belong to one character.
    single: bool,
}

enum Kind {
    Plain,
    Mark,
    Decomposed(Vec<char>),
}

/// Ranges in the order of their characters.
struct Table(Vec<Run>);

impl Table {
    /// Unpacks the ranges that `build/letters.rs` wrote.
    fn unpack(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        let mut runs = Vec::new();
        let (mut end, mut letter) = (0_u32, 0_u32);
        while let Some((gap, header)) = numbers.next().zip(numbers.next()) {
            let (first, length, single) = (end.saturating_add(gap), header >> 2, header & 3 == 3);
            let kind = match header & 3 {
                0 => Kind::Plain,
                1 => Kind::Mark,
                _ => Kind::Decomposed(
                    numbers
                        .by_ref()
                        .take(usize::try_from(length).unwrap_or_default())
                        .filter_map(|distance| {
                            letter = apply_distance(letter, distance);
                            char::from_u32(letter)
                        })
                        .collect(),
                ),
            };
            end = first.saturating_add(if single { 1 } else { length });
            runs.push(Run { first, last: end.saturating_sub(1), kind, single });
        }
        Self(runs)
    }

    fn run_of(&self, c: char) -> Option<&Run> {
        let code = u32::from(c);
        let after = self.0.partition_point(|run| run.first <= code);
        let run = self.0.get(after.checked_sub(1)?)?;
        (code <= run.last).then_some(run)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use regex::Regex;
    use unicode_normalization::UnicodeNormalization as _;

    use super::{CharClass, fold};

    fn folded(c: char) -> (CharClass, String) {
        let mut letters = String::new();
        let part = fold(c, &mut |letter| letters.push(letter));
        (part, letters)
    }

    /// Returns the characters of a regular expression's class.
    fn class(class: &str) -> HashSet<char> {
        let all = ('\0'..=char::MAX).collect::<String>();
        Regex::new(class).unwrap().find_iter(&all).flat_map(|found| found.as_str().chars()).collect()
    }

    /// The libraries decompose, remove marks and lower the case.
    #[test]
    fn folds_every_character_like_unicode_libraries() {
        let (letters, marks) = (class(r"[\p{L}\p{N}]"), class(r"\p{M}"));
        for c in '\0'..=char::MAX {
            let parts = std::iter::once(c).nfd().filter(|part| !marks.contains(part)).collect::<Vec<_>>();
            let expected = if parts.is_empty() {
                (CharClass::Mark, String::new())
            } else if parts.iter().all(|part| letters.contains(part)) {
                let lower = parts.iter().flat_map(|part| part.to_lowercase()).collect::<String>();
                let plain = lower.replace('ß', "ss").replace('æ', "ae").replace('ø', "o");
                (CharClass::Letters, plain.replace('ł', "l").replace('ς', "σ"))
            } else {
                (CharClass::End, String::new())
            };
            assert_eq!(folded(c), expected, "U+{:04x}", u32::from(c));
        }
    }

    #[test]
    fn folds_character_once() {
        for c in '\0'..=char::MAX {
            let (_, letters) = folded(c);
            for letter in letters.chars() {
                assert_eq!(
                    folded(letter),
                    (CharClass::Letters, letter.to_string()),
                    "U+{:04x}",
                    u32::from(c)
                );
            }
        }
    }

    /// Stored words outlive a build. If this test fails, increment `TOKENISER`.
    #[test]
    fn folding_is_unchanged_in_this_tokeniser_version() {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for c in '\0'..=char::MAX {
            let (part, letters) = folded(c);
            let kind = u8::from(part == CharClass::Mark);
            for byte in letters.bytes().chain([kind]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        assert_eq!((crate::search::TOKENISER, hash), (1, 0xeeb2_60a6_90e0_9d62));
    }
}
