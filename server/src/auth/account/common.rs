//! Rejects common passwords. Only the server has the list, so that browsers need not load it.
//!
//! `common_passwords.txt` is the list of `@zxcvbn-ts/language-common` 4.1.3, in lower case and sorted: all that are
//! long enough for a password, and the first ten thousand, with which longer ones begin.
//! Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts; under the MIT licence.

use std::{collections::HashSet, sync::LazyLock};

static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// The name of the product, which is the site's until it has its own.
const PRODUCT: &str = "brazoswright";

/// The shortest label of a host name that counts as a word, in characters: not `www` or `co`.
const SHORTEST_LABEL: usize = 4;

/// The fewest characters of a password without the names of its account, the product and the host.
const SHORTEST_REST: usize = 8;

/// Returns whether a password is common, or is so or too short without the names of its account, the product and the
/// public host.
pub(super) fn is_easily_guessed(password: &str, username: &str, host: Option<&str>) -> bool {
    let password = password.to_lowercase();
    let username = username.to_lowercase();
    let host = host.unwrap_or_default().to_lowercase();
    // The last label is a domain such as `com`.
    let labels = host.split('.').rev().skip(1).filter(|label| label.chars().count() >= SHORTEST_LABEL);
    let words = [host.as_str(), username.as_str(), PRODUCT].into_iter().chain(labels);
    let words = words.filter(|word| !word.is_empty());
    let rest = words.fold(password.clone(), |rest, word| rest.replace(word, ""));
    is_common(&password) || (rest != password && (rest.chars().count() < SHORTEST_REST || is_common(&rest)))
}

/// Returns whether a password is on the list, also with digits and signs around it, or repeats a short piece.
fn is_common(password: &str) -> bool {
    let password = password.to_lowercase();
    let word = password.trim_matches(|c: char| !c.is_alphabetic());
    COMMON.contains(password.as_str()) || COMMON.contains(word) || word.is_empty() || is_repeated(&password)
}

/// Returns whether a password repeats a piece of at most eight characters.
fn is_repeated(password: &str) -> bool {
    password.char_indices().skip(1).take(8).any(|(length, _)| {
        let (piece, rest) = password.split_at(length);
        !rest.is_empty() && rest.as_bytes().chunks(piece.len()).all(|next| next == piece.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::{COMMON, is_common, is_easily_guessed};

    #[test]
    fn recognizes_common_passwords() {
        for password in [
            "zaq1xsw2cde3",
            "Zaq1XSW2cde3",
            "password2026",
            "Password2026!",
            "!!liverpool1892!!",
            "123456789012",
            "aaaaaaaaaaaa",
            "qweqweqweqwe",
            "ab1ab1ab1ab1",
        ] {
            assert!(is_common(password), "{password}");
        }
        assert!(is_common(&"abc".repeat(341)));
        for password in [
            "plenty of ink and paper",
            "correct horse battery staple",
            "password of the brazos",
            "жили-были дед да баба",
        ] {
            assert!(!is_common(password), "{password}");
        }
    }

    #[test]
    fn rejects_passwords_of_context_words() {
        let host = Some("www.riverbank.example");
        for password in [
            "eve123456789",
            "Eve-password1",
            "brazoswright",
            "Brazoswright1!",
            "eve@brazoswright",
            "riverbank2026!",
            "www.riverbank.example",
            "RiverbankPassword",
        ] {
            assert!(is_easily_guessed(password, "Eve", host), "{password}");
        }
        for password in ["evening at the river", "brazoswright has plenty of ink", "riverbank, tall reeds"] {
            assert!(!is_easily_guessed(password, "Eve", host), "{password}");
        }
        assert!(!is_easily_guessed("riverbank2026!", "eve", None));
    }

    #[test]
    fn common_passwords_are_normalized() {
        assert!(COMMON.len() > 10_000);
        assert!(
            COMMON.iter().all(|word| word.to_lowercase() == *word && word.trim() == *word && word.len() >= 4)
        );
        assert!(COMMON.iter().filter(|word| word.len() >= 12).count() > 300);
    }
}
