//! E-mail addresses.

include!(concat!(env!("OUT_DIR"), "/email_table.rs"));

/// Returns whether a text looks like an e-mail address: `^[^\s@]+@[^\s@]+\.[^\s@]+$`.
///
/// `\s` is [`is_white_space`](crate::form::white_space::is_white_space). The pattern is compiled to a table when the
/// crate is built; the tests check it against the `regex` crate.
///
/// ```
/// use agency_core::form::email::is_email;
///
/// assert!(is_email("ada@mail.example"));
/// assert!(!is_email("ada@mail"));
/// ```
#[must_use]
pub fn is_email(text: &str) -> bool {
    let last = text.bytes().try_fold(START, |state, byte| {
        let class = CLASSES.get(usize::from(byte)).copied()?;
        let next = TRANSITIONS.get(usize::from(state) * CLASS_COUNT + usize::from(class)).copied()?;
        (next != 0).then_some(next)
    });
    last.is_some_and(|state| ACCEPTS.get(usize::from(state)).copied().unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use regex::Regex;

    use super::{PATTERN, is_email};

    static REFERENCE: LazyLock<Regex> = LazyLock::new(|| Regex::new(PATTERN).expect("the pattern compiles"));

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn is_email_agrees_with_regex_crate(
            text in prop_oneof![
                r"[a\.@ é\u{feff}\u{85}\u{3000}😀]{0,12}",
                r"\PC{0,24}",
                any::<String>(),
            ],
        ) {
            prop_assert_eq!(is_email(&text), REFERENCE.is_match(&text), "{:?}", text);
        }
    }
}
