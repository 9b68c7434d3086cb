//! Rejects common passwords. Only the server has the list, so that browsers need not load it.
//!
//! `common_passwords.txt` is the list of `@zxcvbn-ts/language-common` 4.1.3, in lower case and sorted: all that are
//! long enough for a password, and the first ten thousand, with which longer ones begin.
//! Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts; under the MIT licence.

use std::{collections::HashSet, sync::LazyLock};

use agency_core::password::MIN_CHARS_WITHOUT_NAME;
use unicode_normalization::UnicodeNormalization as _;

static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// The name of the product, which is the site's until it has its own.
const PRODUCT: &str = "brazoswright";

/// The shortest label of a host name that counts as a word, in characters: not `www` or `co`.
const SHORTEST_LABEL: usize = 4;

/// Returns whether a password is common, or is so or too short without the names of its account, the product and the
/// public host. White space, letter case and width do not matter.
pub(super) fn is_easily_guessed(password: &str, username: &str, host: Option<&str>) -> bool {
    let (password, username, host) = (fold(password), fold(username), fold(host.unwrap_or_default()));
    // The last label is a domain such as `com`.
    let labels = host.split('.').rev().skip(1).filter(|label| label.chars().count() >= SHORTEST_LABEL);
    let words = [host.as_str(), username.as_str(), PRODUCT].into_iter().chain(labels);
    let words = words.filter(|word| !word.is_empty());
    let rest = words.fold(password.clone(), |rest, word| rest.replace(word, ""));
    is_common(&password)
        || (rest != password && (rest.chars().count() < MIN_CHARS_WITHOUT_NAME || is_common(&rest)))
}

/// Returns a text without white space, in lower case, with the usual form of each letter.
fn fold(text: &str) -> String {
    text.nfkc().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase()
}

/// Returns whether a folded password is on the list, also with digits and signs around it, or repeats a short piece.
fn is_common(password: &str) -> bool {
    let word = password.trim_matches(|c: char| !c.is_alphabetic());
    COMMON.contains(password) || COMMON.contains(word) || word.is_empty() || is_repeated(password)
}

/// The longest piece that a password may not only repeat, in characters.
const LONGEST_PIECE: usize = 16;

fn is_repeated(password: &str) -> bool {
    password.char_indices().skip(1).take(LONGEST_PIECE).any(|(length, _)| {
        let (piece, rest) = password.split_at(length);
        !rest.is_empty() && rest.as_bytes().chunks(piece.len()).all(|next| next == piece.as_bytes())
    })
}

#[cfg(test)]
mod tests;
