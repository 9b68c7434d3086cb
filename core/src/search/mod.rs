//! Search: tokeniser, query parser and highlighter.
//!
//! The browser and the database search by the same words. The database stores the words that this tokeniser returns and
//! uses no dictionary.

mod highlight;
mod index;
mod letters;
mod query;
mod words;

pub use highlight::highlight;
pub use index::{Index, MAX_POSITIONS};
pub use query::{QUERY_LENGTH, Query, Term};
pub use words::{WORD_LENGTH, Word, words};

/// Returns whether a character is a combining mark, which belongs to the character before it.
pub(crate) fn is_mark(c: char) -> bool {
    letters::fold(c, &mut |_| ()) == letters::CharClass::Mark
}

/// Version of the tokeniser. Increment it with every change of its output, so that the server reindexes all records.
pub const TOKENISER: i16 = 1;
