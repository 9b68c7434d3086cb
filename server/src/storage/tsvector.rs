//! Postgres's type for text search, which Diesel lacks.

use diesel::{
    declare_sql_function,
    query_builder::QueryId,
    sql_types::{SqlType, Text},
};

/// The SQL type `tsvector`.
#[derive(Clone, Copy, Debug, Default, QueryId, SqlType)]
#[diesel(postgres_type(oid = 3614, array_oid = 3643))]
pub struct Tsvector;

#[declare_sql_function]
extern "SQL" {
    /// Parses words with their positions, such as `'new':2 'shop':1,5`.
    fn tsvector(words: Text) -> Tsvector;
}
