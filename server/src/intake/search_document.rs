//! What a submission is found by. Postgres has no part in what a word is: no dictionary and no locale.

use std::fmt::Write as _;

use agency_core::search::Index;

/// The words of a submission's texts, with their positions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SearchDocument(pub(crate) Index);

impl SearchDocument {
    /// The document of these texts.
    pub(crate) fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self(Index::from_texts(texts))
    }

    /// The text form of a `tsvector`, such as `'new':2 'shop':1,5`.
    pub(crate) fn tsvector(&self) -> String {
        let mut words = String::new();
        for (word, positions) in self.0.iter() {
            // Words are letters and digits, so nothing in them has to be escaped.
            let _ = write!(words, "'{word}'");
            for (sign, position) in std::iter::once(':').chain(std::iter::repeat(',')).zip(positions) {
                let _ = write!(words, "{sign}{position}");
            }
            words.push(' ');
        }
        words
    }
}

/// An address as addresses are compared: normalised and in lower case.
pub(crate) fn email_key(email: &str) -> String {
    agency_core::contact::RULES.email.normalize(email).to_lowercase()
}
