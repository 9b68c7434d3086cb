//! Postgres's full text search without a dictionary: texts are cast, not parsed as a language.

use diesel::{declare_sql_function, sql_types::Text};
use diesel_full_text_search::{TsQuery, TsVector};

#[declare_sql_function]
extern "SQL" {
    /// Casts words with their positions, such as `'new':2 'shop':1,5`.
    fn tsvector(words: Text) -> TsVector;

    /// Casts a query, such as `'shop' & !('logo') & ('des':*)`.
    fn tsquery(query: Text) -> TsQuery;
}
