//! What a character is within a word: the letters that it is searched by, nothing, or the end of the word.

use std::sync::LazyLock;

use crate::{
    lowercase,
    packed::{Numbers, moved},
};

include!(concat!(env!("OUT_DIR"), "/letters.rs"));

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(&RUNS));

/// What a character adds to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Letters or digits.
    Letters,
    /// Nothing, and the word goes on: a mark.
    Mark,
    /// Nothing, and the word ends.
    End,
}

/// Passes on the letters and digits that a character is searched by: without marks, in lower case.
pub(super) fn fold(c: char, found: &mut impl FnMut(char)) -> Part {
    if c.is_ascii() {
        if !c.is_ascii_alphanumeric() {
            return Part::End;
        }
        found(c.to_ascii_lowercase());
        return Part::Letters;
    }
    if let Some(parts) = jamo(c) {
        parts.into_iter().flatten().for_each(found);
        return Part::Letters;
    }
    match TABLE.run_of(c).map(|run| (run, &run.kind)) {
        None => Part::End,
        Some((_, Kind::Mark)) => Part::Mark,
        Some((_, Kind::Plain)) => {
            lower(c, found);
            Part::Letters
        }
        Some((run, Kind::Decomposed(letters))) => {
            let at = usize::try_from(u32::from(c).saturating_sub(run.first)).unwrap_or_default();
            let own = if run.single { Some(letters.as_slice()) } else { letters.get(at..=at) };
            for &letter in own.unwrap_or_default() {
                lower(letter, found);
            }
            Part::Letters
        }
    }
}

/// A letter in lower case; those that are written by two in plain letters, or two ways, in one way.
fn lower(letter: char, found: &mut impl FnMut(char)) {
    lowercase::of(letter, &mut |letter| match letter {
        'ß' => ['s', 's'].into_iter().for_each(&mut *found),
        'æ' => ['a', 'e'].into_iter().for_each(&mut *found),
        'ø' => found('o'),
        'ł' => found('l'),
        'ς' => found('σ'),
        letter => found(letter),
    });
}

/// The letters of a Hangul syllable, by the arithmetic of the Unicode standard, section 3.12.
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

/// Neighbouring characters that are alike.
struct Run {
    first: u32,
    last: u32,
    kind: Kind,
    /// Whether the letters are all those of one character.
    single: bool,
}

enum Kind {
    Plain,
    Mark,
    Decomposed(Vec<char>),
}

/// The runs that the build wrote, in the order of their characters.
struct Table(Vec<Run>);

impl Table {
    /// Reads what `build/letters.rs` wrote, and tells how.
    fn read(bytes: &[u8]) -> Self {
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
                            letter = moved(letter, distance);
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

    use super::{Part, fold};

    fn folded(c: char) -> (Part, String) {
        let mut letters = String::new();
        let part = fold(c, &mut |letter| letters.push(letter));
        (part, letters)
    }

    /// The characters of a class.
    fn class(class: &str) -> HashSet<char> {
        let all = ('\0'..=char::MAX).collect::<String>();
        Regex::new(class).unwrap().find_iter(&all).flat_map(|found| found.as_str().chars()).collect()
    }

    /// The same, said by the libraries: decomposed, without marks, in lower case.
    #[test]
    fn every_character_is_folded_as_the_libraries_have_it() {
        let (letters, marks) = (class(r"[\p{L}\p{N}]"), class(r"\p{M}"));
        for c in '\0'..=char::MAX {
            let parts = std::iter::once(c).nfd().filter(|part| !marks.contains(part)).collect::<Vec<_>>();
            let expected = if parts.is_empty() {
                (Part::Mark, String::new())
            } else if parts.iter().all(|part| letters.contains(part)) {
                let lower = parts.iter().flat_map(|part| part.to_lowercase()).collect::<String>();
                let plain = lower.replace('ß', "ss").replace('æ', "ae").replace('ø', "o");
                (Part::Letters, plain.replace('ł', "l").replace('ς', "σ"))
            } else {
                (Part::End, String::new())
            };
            assert_eq!(folded(c), expected, "U+{:04x}", u32::from(c));
        }
    }

    #[test]
    fn what_is_folded_stays_as_it_is() {
        for c in '\0'..=char::MAX {
            let (_, letters) = folded(c);
            for letter in letters.chars() {
                assert_eq!(folded(letter), (Part::Letters, letter.to_string()), "U+{:04x}", u32::from(c));
            }
        }
    }

    /// Stored words outlive the build: when this fails, the tokeniser needs its next version.
    #[test]
    fn the_letters_are_those_of_this_version() {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for c in '\0'..=char::MAX {
            let (part, letters) = folded(c);
            let kind = u8::from(part == Part::Mark);
            for byte in letters.bytes().chain([kind]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        assert_eq!((crate::search::TOKENISER, hash), (1, 0xeeb2_60a6_90e0_9d62));
    }
}
