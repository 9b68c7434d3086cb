//! Search: tokeniser, query parser and highlighter.
//!
//! The browser and the database search by the same words. The database stores the words that this tokeniser returns and
//! uses no dictionary.

mod highlight;
mod index;
mod query;
mod words;

pub use highlight::highlight;
pub use index::{Index, MAX_POSITIONS};
pub use query::{QUERY_LENGTH, Query, Term};
pub use words::{WORD_LENGTH, Word, words};

/// Version of the tokeniser. Increment it with every change of its output, of what the server indexes or of
/// [`name_key`](crate::sort::name_key), so that the server updates all records.
pub const TOKENISER: i16 = 3;
