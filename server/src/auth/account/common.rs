//! Passwords that are tried first. The list is known to the server alone: browsers would load it for nothing.
//!
//! `common_passwords.txt` is made of the list of `@zxcvbn-ts/language-common` 4.1.3, in lower case and sorted: all that
//! are long enough to be chosen, and the first ten thousand, with which longer ones begin.
//! Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts; under the MIT licence.

use std::{collections::HashSet, sync::LazyLock};

static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// Whether a password is common: on the list, in whichever case; one of the list with ciphers and signs around it; or a
/// piece repeated.
pub(super) fn is_common(password: &str) -> bool {
    let password = password.to_lowercase();
    let word = password.trim_matches(|c: char| !c.is_alphabetic());
    COMMON.contains(password.as_str()) || COMMON.contains(word) || word.is_empty() || is_repeated(&password)
}

/// Whether it is a piece of at most eight characters, again and again.
fn is_repeated(password: &str) -> bool {
    password.char_indices().skip(1).take(8).any(|(length, _)| {
        let (piece, rest) = password.split_at(length);
        !rest.is_empty() && rest.as_bytes().chunks(piece.len()).all(|next| next == piece.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::{COMMON, is_common};

    #[test]
    fn what_is_tried_first_is_common() {
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
    fn the_list_is_as_it_is_asked() {
        assert!(COMMON.len() > 10_000);
        assert!(
            COMMON.iter().all(|word| word.to_lowercase() == *word && word.trim() == *word && word.len() >= 4)
        );
        assert!(COMMON.iter().filter(|word| word.len() >= 12).count() > 300);
    }
}
