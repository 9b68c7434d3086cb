//! Searching records: the one tokeniser, what a query means, and what of a text it marks.
//!
//! Browser and database search by the same words: the database is given the words of a record and those of a query, and
//! has no dictionary of its own.

mod highlight;
mod index;
mod letters;
mod query;
mod words;

pub use highlight::highlight;
pub use index::{Index, MOST_POSITIONS};
pub use query::{QUERY_LENGTH, Query, Term};
pub use words::{WORD_LENGTH, Word, words};

/// Whether a character belongs to the one before it.
pub(crate) fn is_mark(c: char) -> bool {
    letters::fold(c, &mut |_| ()) == letters::Part::Mark
}

/// The tokeniser's version: one more with every change of the words that a text has, so that stored words are made anew.
pub const TOKENISER: i16 = 1;
