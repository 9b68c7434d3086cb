//! E-mail addresses.

use crate::white_space::is_white_space;

/// Returns whether a text looks like an e-mail address.
///
/// It has one `@` with something before it, and after it at least two labels with a dot between them, none empty. White
/// space and `<>()[],;:"\` are invalid everywhere.
///
/// ```
/// use agency_core::form::email::is_email;
///
/// assert!(is_email("ada@mail.example"));
/// assert!(!is_email("ada@mail"));
/// assert!(!is_email("Ada <ada@mail.example>"));
/// ```
#[must_use]
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    !text.contains(is_refused)
        && !local.is_empty()
        && !domain.contains('@')
        && domain.contains('.')
        && domain.split('.').all(|label| !label.is_empty())
}

/// Returns whether a character is invalid everywhere in an address.
pub(crate) fn is_refused(c: char) -> bool {
    is_white_space(c) || matches!(c, '<' | '>' | '(' | ')' | '[' | ']' | ',' | ';' | ':' | '"' | '\\')
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use regex::Regex;

    use super::is_email;

    static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
        let refused = r#"\p{White_Space}\x{feff}<>()\[\],;:"\\@"#;
        let pattern = format!(r"^[^{refused}]+@[^{refused}.]+(?:\.[^{refused}.]+)+$");
        Regex::new(&pattern).expect("the pattern compiles")
    });

    #[test]
    fn accepts_addresses_that_servers_accept() {
        for address in [
            "o'brien+x@mail.example",
            "a/b@mail.example",
            "`a@mail.example",
            "müller@bücher.example",
            "ada@نامه\u{200c}ای.example",
            ".ada..l.@mail.example",
            "a@b.c",
        ] {
            assert!(is_email(address), "{address}");
        }
    }

    #[test]
    fn rejects_addresses_that_no_server_accepts() {
        for address in [
            "ada@mail.example.",
            "ada@.mail.example",
            "ada@mail..example",
            "<ada@mail.example>",
            "mailto:ada@mail.example",
            "ada@mail.example,bob@mail.example",
            "\"ada\"@mail.example",
            "ada@[127.0.0.1]",
            "ada@mail@mail.example",
            "@mail.example",
            "ada lovelace@mail.example",
            "",
        ] {
            assert!(!is_email(address), "{address}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn is_email_agrees_with_regex_crate(
            text in prop_oneof![
                r#"[a\.@ é\u{feff}\u{85}\u{3000}😀<,"\\']{0,12}"#,
                r"[a\.]{1,3}@[a\.]{1,6}",
                r"\PC{0,24}",
                any::<String>(),
            ],
        ) {
            prop_assert_eq!(is_email(&text), REFERENCE.is_match(&text), "{:?}", text);
        }
    }
}
