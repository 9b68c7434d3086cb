//! Search words of a submission. The tokeniser of the rules makes them, so no dictionary or locale of Postgres matters.

use std::fmt::Write as _;

use agency_core::search::Index;

/// Returns the index of a submission: of its texts, and of the other spelling of its address, behind them.
pub(crate) fn index<'a>(texts: impl IntoIterator<Item = &'a str>, email: &str) -> Index {
    let spelling = other_spelling(email);
    let mut all: Vec<&str> = texts.into_iter().collect::<Vec<&'a str>>();
    all.extend(spelling.as_deref());
    Index::from_texts(all)
}

/// Formats the words of a submission as a `tsvector`, such as `'new':2 'shop':1,5`.
pub(crate) fn search_words(index: &Index) -> String {
    let mut words = String::new();
    for (word, positions) in index.iter() {
        // Words are letters and digits, so nothing needs escaping.
        let _ = write!(words, "'{word}'");
        for (sign, position) in std::iter::once(':').chain(std::iter::repeat(',')).zip(positions) {
            let _ = write!(words, "{sign}{position}");
        }
        words.push(' ');
    }
    words
}

/// Returns the key that all spellings of an address share: in lower case, with the domain in ASCII.
///
/// Some browsers send `info@bücher.example` as `info@xn--bcher-kva.example`.
pub(crate) fn email_key(email: &str) -> String {
    let email = agency_core::contact::RULES.email.normalize(email);
    let Some((local, domain)) = email.rsplit_once('@') else { return email.to_lowercase() };
    // Text that is no valid domain name has one spelling.
    let domain = idna::domain_to_ascii(domain).unwrap_or_else(|_| domain.to_lowercase());
    format!("{}@{domain}", local.to_lowercase())
}

/// Returns the address with its domain in Unicode if it has it in ASCII, and the reverse. Returns `None` for a domain with
/// one spelling.
pub(crate) fn other_spelling(email: &str) -> Option<String> {
    let (local, domain) = email.rsplit_once('@')?;
    let ascii = idna::domain_to_ascii(domain).ok()?;
    let (unicode, _) = idna::domain_to_unicode(&ascii);
    let other = if domain.eq_ignore_ascii_case(&ascii) { &unicode } else { &ascii };
    (ascii != unicode).then(|| format!("{local}@{other}"))
}

#[cfg(test)]
mod tests {
    use super::{email_key, other_spelling};

    #[test]
    fn spells_domain_in_both_ways() {
        for (email, other) in [
            ("info@bücher.example", Some("info@xn--bcher-kva.example")),
            ("Info@XN--bcher-kva.example", Some("Info@bücher.example")),
            ("ada@mail.example", None),
            ("müller@mail.example", None),
            ("ada@xn--a.example", None),
            ("ada", None),
        ] {
            assert_eq!(other_spelling(email).as_deref(), other, "{email}");
        }
    }

    #[test]
    fn email_key_is_equal_for_spellings_of_one_mailbox() {
        for (key, spellings) in [
            ("ada@mail.example", &["ada@mail.example", " Ada@MAIL.example\n"][..]),
            (
                "info@xn--bcher-kva.example",
                &[
                    "info@bücher.example",
                    "INFO@BÜCHER.example",
                    "info@bu\u{308}cher.example",
                    "info@XN--BCHER-KVA.example",
                    "info@ｂücher。example",
                ],
            ),
            ("ägnes@xn--strae-oqa.example", &["Ägnes@Straße.example", "ägnes@xn--strae-oqa.example"]),
            ("ada@xn--a.example", &["Ada@XN--a.example"]),
            ("ada@a_b.example", &["ada@A_B.example"]),
            ("ada", &["Ada"]),
        ] {
            for spelling in spellings {
                assert_eq!(email_key(spelling), key, "{spelling}");
            }
        }
        assert_ne!(email_key("info@strasse.example"), email_key("info@straße.example"));
    }
}
