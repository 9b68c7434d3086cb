//! Unicode lower case: that of the standard library, whose tables would be an eighth of the module.

use std::sync::LazyLock;

use crate::packed::{Numbers, moved};

include!(concat!(env!("OUT_DIR"), "/lowercase.rs"));

static RUNS: LazyLock<Vec<Run>> = LazyLock::new(runs);
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(kinds);

/// Neighbouring characters, or every second one, whose lower case is equally far away.
struct Run {
    first: u32,
    last: u32,
    stride: u32,
    distance: u32,
}

/// Neighbouring characters that are letters with a case, or that are looked past.
struct Kind {
    first: u32,
    last: u32,
    is_cased: bool,
}

/// A text in lower case, as [`str::to_lowercase`] has it.
pub(crate) fn lowercase(text: &str) -> String {
    let mut lower = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c == 'Σ' {
            let (before, rest) = text.split_at(at);
            let ends_word = is_cased_next(before.chars().rev()) && !is_cased_next(rest.chars().skip(1));
            lower.push(if ends_word { 'ς' } else { 'σ' });
        } else {
            of(c, &mut |c| lower.push(c));
        }
    }
    lower
}

/// Passes on a character in lower case, wherever it stands.
pub(crate) fn of(c: char, found: &mut impl FnMut(char)) {
    if c.is_ascii() {
        return found(c.to_ascii_lowercase());
    }
    // The only one that becomes two.
    if c == 'İ' {
        return ['i', '\u{307}'].into_iter().for_each(found);
    }
    let code = u32::from(c);
    let after = RUNS.partition_point(|run| run.first <= code);
    let run = after.checked_sub(1).and_then(|at| RUNS.get(at)).filter(|run| code <= run.last);
    let run = run.filter(|run| code.wrapping_sub(run.first).is_multiple_of(run.stride));
    found(run.and_then(|run| char::from_u32(moved(code, run.distance))).unwrap_or(c));
}

/// Whether a letter with a case comes next, past what is looked past.
fn is_cased_next(chars: impl Iterator<Item = char>) -> bool {
    chars.map(is_cased).find(|kind| *kind != Some(false)).flatten().is_some()
}

/// Whether a character is a letter with a case, or is looked past; none where it is neither.
fn is_cased(c: char) -> Option<bool> {
    let code = u32::from(c);
    let after = KINDS.partition_point(|kind| kind.first <= code);
    let kind = after.checked_sub(1).and_then(|at| KINDS.get(at)).filter(|kind| code <= kind.last);
    kind.map(|kind| kind.is_cased)
}

/// Reads what `build/lowercase.rs` wrote, and tells how.
fn runs() -> Vec<Run> {
    let (mut numbers, mut runs, mut end) = (Numbers(&LOWER), Vec::new(), 0_u32);
    while let (Some(gap), Some(header), Some(distance)) = (numbers.next(), numbers.next(), numbers.next()) {
        let (first, stride) = (end.saturating_add(gap), 1 + (header & 1));
        let last = first.saturating_add((header >> 1).saturating_sub(1).saturating_mul(stride));
        runs.push(Run { first, last, stride, distance });
        end = last.saturating_add(1);
    }
    runs
}

/// The same of the characters around a sigma.
fn kinds() -> Vec<Kind> {
    let (mut numbers, mut kinds, mut end) = (Numbers(&AROUND_SIGMA), Vec::new(), 0_u32);
    while let (Some(gap), Some(header)) = (numbers.next(), numbers.next()) {
        let first = end.saturating_add(gap);
        end = first.saturating_add(header >> 1);
        kinds.push(Kind { first, last: end.saturating_sub(1), is_cased: header & 1 == 1 });
    }
    kinds
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{lowercase, of};

    #[test]
    fn every_character_is_lowered_as_the_library_has_it() {
        for c in '\0'..=char::MAX {
            let mut lower = String::new();
            of(c, &mut |c| lower.push(c));
            assert_eq!(lower, c.to_lowercase().collect::<String>(), "U+{:04x}", u32::from(c));
        }
    }

    #[test]
    fn a_sigma_is_lowered_by_what_stands_around_it() {
        for c in '\0'..=char::MAX {
            for text in [format!("{c}Σ"), format!("A{c}Σ"), format!("AΣ{c}"), format!("AΣ{c}a")] {
                assert_eq!(lowercase(&text), text.to_lowercase(), "U+{:04x}", u32::from(c));
            }
        }
    }

    proptest! {
        #[test]
        fn every_text_is_lowered_as_the_library_has_it(text in "[\\PCΣΣΣσ'. \u{301}]{0,12}") {
            prop_assert_eq!(lowercase(&text), text.to_lowercase());
        }
    }
}
