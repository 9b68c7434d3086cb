//! The rules' words as Postgres takes them. Postgres has no part in what a word is: no dictionary and no locale.

use std::{fmt::Write as _, slice};

use agency_core::search::{Index, Query, Term};

/// What a record is found by.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Searched {
    /// Its words.
    pub(crate) index: Index,
    /// Its address, as two ways of writing it have it in common.
    pub(crate) email_key: String,
}

impl Searched {
    /// What a record with these texts is found by.
    pub(crate) fn new<'a>(texts: impl IntoIterator<Item = &'a str>, email: &str) -> Self {
        Self { index: Index::of(texts), email_key: email_key(email) }
    }

    /// The words with their positions, as the text of a `tsvector`.
    pub(crate) fn words(&self) -> String {
        let mut words = String::new();
        for (word, positions) in self.index.iter() {
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

/// What two ways of writing an address have in common.
pub(crate) fn email_key(email: &str) -> String {
    agency_core::contact::RULES.email.normalize(email).to_lowercase()
}

/// A query as the text of a `tsquery`; none for one that finds everything or nothing.
pub(crate) fn tsquery(query: &Query) -> Option<String> {
    if query.is_empty() || query.finds_nothing() { None } else { Some(text(query.terms())) }
}

/// A query with a beginning and whole words as two: the whole words, and the beginning.
pub(crate) fn split_prefix(query: &Query) -> Option<(String, String)> {
    let (prefix, whole) = query.terms().split_last()?;
    let has_both = prefix.is_prefix && whole.iter().any(|term| !term.is_excluded);
    has_both.then(|| (text(whole), text(slice::from_ref(prefix))))
}

fn text(terms: &[Term]) -> String {
    let terms = terms.iter().map(|term| {
        let words = term.words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" <-> ");
        let not = if term.is_excluded { "!" } else { "" };
        format!("{not}({words}{})", if term.is_prefix { ":*" } else { "" })
    });
    terms.collect::<Vec<_>>().join(" & ")
}
