//! Postgres's type for text search, which Diesel lacks.

use diesel::{query_builder::QueryId, sql_types::SqlType};

/// The SQL type `tsvector`.
#[derive(Clone, Copy, Debug, Default, QueryId, SqlType)]
#[diesel(postgres_type(oid = 3614, array_oid = 3643))]
pub struct Tsvector;
