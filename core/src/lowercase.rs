//! Unicode lower case, with the results of the standard library. The tables of the library would be an eighth of the
//! module's size.

use std::sync::LazyLock;

use crate::packed::{Numbers, apply_distance};

include!(concat!(env!("OUT_DIR"), "/lowercase.rs"));

static RUNS: LazyLock<Vec<Run>> = LazyLock::new(runs);
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(kinds);

/// Range of characters, or of every second character, with the same distance to their lower case.
struct Run {
    first: u32,
    last: u32,
    stride: u32,
    distance: u32,
}

/// Range of characters that are either cased or case-ignorable.
struct Kind {
    first: u32,
    last: u32,
    is_cased: bool,
}

/// Returns a text in lower case. The result equals that of [`str::to_lowercase`].
pub(crate) fn lowercase(text: &str) -> String {
    let mut lower = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c == 'Σ' {
            let (before, rest) = text.split_at(at);
            let ends_word = is_cased_next(before.chars().rev()) && !is_cased_next(rest.chars().skip(1));
            lower.push(if ends_word { 'ς' } else { 'σ' });
        } else {
            push_lowercase(c, &mut |c| lower.push(c));
        }
    }
    lower
}

/// Passes the lower case of a character to `found`, without the special case of a final sigma.
pub(crate) fn push_lowercase(c: char, found: &mut impl FnMut(char)) {
    if c.is_ascii() {
        return found(c.to_ascii_lowercase());
    }
    // The only character with two characters as its lower case.
    if c == 'İ' {
        return ['i', '\u{307}'].into_iter().for_each(found);
    }
    let code = u32::from(c);
    let after = RUNS.partition_point(|run| run.first <= code);
    let run = after.checked_sub(1).and_then(|at| RUNS.get(at)).filter(|run| code <= run.last);
    let run = run.filter(|run| code.wrapping_sub(run.first).is_multiple_of(run.stride));
    found(run.and_then(|run| char::from_u32(apply_distance(code, run.distance))).unwrap_or(c));
}

/// Returns whether the next character that is not case-ignorable is cased.
fn is_cased_next(chars: impl Iterator<Item = char>) -> bool {
    chars.map(is_cased).find(|kind| *kind != Some(false)).flatten().is_some()
}

/// Returns true for a cased character, false for a case-ignorable one, none for any other.
fn is_cased(c: char) -> Option<bool> {
    let code = u32::from(c);
    let after = KINDS.partition_point(|kind| kind.first <= code);
    let kind = after.checked_sub(1).and_then(|at| KINDS.get(at)).filter(|kind| code <= kind.last);
    kind.map(|kind| kind.is_cased)
}

/// Unpacks the ranges that `build/lowercase.rs` wrote.
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

/// Unpacks the cased and case-ignorable ranges.
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

    use super::{lowercase, push_lowercase};

    #[test]
    fn lowers_every_character_like_standard_library() {
        for c in '\0'..=char::MAX {
            let mut lower = String::new();
            push_lowercase(c, &mut |c| lower.push(c));
            assert_eq!(lower, c.to_lowercase().collect::<String>(), "U+{:04x}", u32::from(c));
        }
    }

    #[test]
    fn lowers_sigma_by_its_neighbours() {
        for c in '\0'..=char::MAX {
            for text in [format!("{c}Σ"), format!("A{c}Σ"), format!("AΣ{c}"), format!("AΣ{c}a")] {
                assert_eq!(lowercase(&text), text.to_lowercase(), "U+{:04x}", u32::from(c));
            }
        }
    }

    proptest! {
        #[test]
        fn lowers_any_text_like_standard_library(text in "[\\PCΣΣΣσ'. \u{301}]{0,12}") {
            prop_assert_eq!(lowercase(&text), text.to_lowercase());
        }
    }
}
