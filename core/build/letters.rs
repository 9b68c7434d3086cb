use std::error::Error;

use regex_syntax::hir::{Class, HirKind};
use unicode_normalization::UnicodeNormalization as _;

use crate::packed::{length, number, print, signed};

/// Kind of a character within a word.
#[derive(Clone, PartialEq)]
enum Letter {
    /// Letter or digit without decomposition.
    Plain,
    /// Combining mark.
    Mark,
    /// Letter with a canonical decomposition, and the decomposed letters.
    Decomposed(Vec<char>),
}

/// Prints the kind of all letters, digits and marks as ranges, in a few thousand bytes. `src/search/letters.rs` unpacks
/// them.
pub(crate) fn compile() -> Result<String, Box<dyn Error>> {
    let (letters, marks) = (ranges(r"[\p{L}\p{N}]")?, ranges(r"\p{M}")?);
    let mut found = Vec::new();
    for c in '\0'..=char::MAX {
        // Hangul syllables are decomposed by arithmetic, and ASCII needs no table.
        if c.is_ascii() || matches!(c, '\u{ac00}'..='\u{d7a3}') {
            continue;
        }
        let decomposed = std::iter::once(c).nfd().filter(|&part| !holds(&marks, part)).collect::<Vec<_>>();
        if decomposed.is_empty() {
            found.push((c, Letter::Mark));
        } else if decomposed == [c] {
            if holds(&letters, c) {
                found.push((c, Letter::Plain));
            }
        } else if decomposed.iter().all(|&part| holds(&letters, part)) {
            found.push((c, Letter::Decomposed(decomposed)));
        }
    }
    Ok(print("RUNS", &encode(&found)))
}

/// Returns the ranges of a regular expression's class.
fn ranges(class: &str) -> Result<Vec<(char, char)>, Box<dyn Error>> {
    match regex_syntax::parse(class)?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => {
            Ok(class.iter().map(|range| (range.start(), range.end())).collect())
        }
        _ => Err("that is no class of characters".into()),
    }
}

fn holds(ranges: &[(char, char)], c: char) -> bool {
    let after = ranges.partition_point(|&(first, _)| first <= c);
    after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|&(_, last)| c <= last)
}

/// Encodes each range as its distance from the previous range, then its length and kind in one number.
///
/// A range of kind 2 is followed by the letter of each character, a range of kind 3 by the letters of its only
/// character, each as the distance from the previous letter.
fn encode(found: &[(char, Letter)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut end, mut letter) = (0, 0);
    let mut rest = found;
    while let Some((first, kind)) = rest.first() {
        let first = u32::from(*first);
        let alike = |other: &Letter| match (kind, other) {
            (Letter::Decomposed(a), Letter::Decomposed(b)) => a.len() == 1 && b.len() == 1,
            (kind, other) => kind == other,
        };
        let run = (first..)
            .zip(rest)
            .take_while(|(code, (c, other))| *code == u32::from(*c) && alike(other))
            .count();
        let run = run.max(1);
        let (now, later) = rest.split_at(run);
        number(&mut bytes, first - end);
        match kind {
            Letter::Plain => number(&mut bytes, length(run) << 2),
            Letter::Mark => number(&mut bytes, length(run) << 2 | 1),
            Letter::Decomposed(parts) if parts.len() == 1 => number(&mut bytes, length(run) << 2 | 2),
            Letter::Decomposed(parts) => number(&mut bytes, length(parts.len()) << 2 | 3),
        }
        for (_, letters) in now {
            let Letter::Decomposed(parts) = letters else { continue };
            for part in parts {
                signed(&mut bytes, i64::from(u32::from(*part)) - i64::from(letter));
                letter = u32::from(*part);
            }
        }
        end = first + length(run);
        rest = later;
    }
    bytes
}
