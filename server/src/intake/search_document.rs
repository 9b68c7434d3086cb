//! Search words of a submission. The tokeniser of the rules makes them, so no dictionary or locale of Postgres matters.

use std::fmt::Write as _;

use agency_core::search::Index;

/// Formats the words of a submission's texts as a `tsvector`, such as `'new':2 'shop':1,5`.
pub(crate) fn search_words<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut words = String::new();
    for (word, positions) in Index::from_texts(texts).iter() {
        // Words are letters and digits, so nothing needs escaping.
        let _ = write!(words, "'{word}'");
        for (sign, position) in std::iter::once(':').chain(std::iter::repeat(',')).zip(positions) {
            let _ = write!(words, "{sign}{position}");
        }
        words.push(' ');
    }
    words
}

/// Normalizes an address for comparisons, in lower case.
pub(crate) fn email_key(email: &str) -> String {
    agency_core::contact::RULES.email.normalize(email).to_lowercase()
}
