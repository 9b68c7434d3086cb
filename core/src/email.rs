//! What counts as an e-mail address.

include!(concat!(env!("OUT_DIR"), "/email_table.rs"));

/// Whether a text looks like an e-mail address: `^[^\s@]+@[^\s@]+\.[^\s@]+$`.
///
/// `\s` is [`is_white_space`](crate::white_space::is_white_space). The pattern is compiled to a table when the
/// crate is built; the tests hold it against the `regex` crate.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let last = text.bytes().try_fold(START, |state, byte| {
        let class = CLASSES.get(usize::from(byte)).copied()?;
        let next = TRANSITIONS.get(usize::from(state) * CLASS_COUNT + usize::from(class)).copied()?;
        (next != 0).then_some(next)
    });
    last.is_some_and(|state| ACCEPTS.get(usize::from(state)).copied().unwrap_or(false))
}

/// Returns what the addresses of one mailbox have in common, for counting mails to it.
///
/// Many providers deliver `ada+shop@mail.example` and `a.da@mail.example` to `ada@mail.example`. Where one does not, a few
/// mailboxes share a key. No mail can be sent to a key.
#[must_use]
pub fn mailbox_key(email: &str) -> String {
    let email = email.to_lowercase();
    let Some((local, domain)) = email.rsplit_once('@') else {
        return email;
    };
    let local = local.split('+').next().unwrap_or_default().replace('.', "");
    format!("{local}@{domain}")
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use regex::Regex;

    use super::{PATTERN, is_email, mailbox_key};

    #[test]
    fn addresses_of_one_mailbox_have_one_key() {
        for (email, key) in [
            ("ada@mail.example", "ada@mail.example"),
            ("A.D.A+shop+2@Mail.Example", "ada@mail.example"),
            ("ada+@mail.example", "ada@mail.example"),
            ("ada@a.b.example", "ada@a.b.example"),
            ("ada@b+c.example", "ada@b+c.example"),
            ("ada-lovelace@mail.example", "ada-lovelace@mail.example"),
            ("+shop@mail.example", "@mail.example"),
            ("\"a@b\"@mail.example", "\"a@b\"@mail.example"),
            ("Ada", "ada"),
            ("", ""),
        ] {
            assert_eq!(mailbox_key(email), key, "{email}");
        }
    }

    static REFERENCE: LazyLock<Regex> = LazyLock::new(|| Regex::new(PATTERN).expect("the pattern compiles"));

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn the_table_agrees_with_the_regex_crate(
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
