//! Rows that tests write and read by SQL.

use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

#[derive(diesel::QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    number: i64,
}

/// What a query of a column `number` finds.
pub(crate) async fn numbers(connection: &mut AsyncPgConnection, query: &str) -> Vec<i64> {
    let rows: Vec<Number> = diesel::sql_query(query).load(connection).await.unwrap();
    rows.into_iter().map(|row| row.number).collect()
}

/// The statement for consultations whose names and times often tie, numbered after `from`.
pub(crate) fn insert_consultations(rows: usize, from: usize) -> String {
    format!(
        "SELECT add_consultation(full_name => 'Name ' || n % 7, email => 'a@b.example',
             created_at => timestamptz '2026-01-01' + (n % 11) * interval '1 day')
         FROM generate_series({from} + 1, {from} + {rows}) AS n;"
    )
}
