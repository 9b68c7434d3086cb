//! Helpers that write and read rows by SQL.

use std::ops::RangeInclusive;

use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

#[derive(diesel::QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    number: i64,
}

/// Returns the values of a query's column `number`.
pub(crate) async fn numbers(connection: &mut AsyncPgConnection, query: &str) -> Vec<i64> {
    let rows: Vec<Number> = diesel::sql_query(query).load(connection).await.unwrap();
    rows.into_iter().map(|row| row.number).collect()
}

/// Returns the statement for consultations with many equal names and times, numbered after `from`.
pub(crate) fn insert_consultations(rows: usize, from: usize) -> String {
    let (name, at) = ("'Name ' || n % 7", "timestamptz '2026-01-01' + (n % 11) * interval '1 day'");
    insert_numbered(from + 1..=from + rows, name, "'We need a shop.'", at)
}

/// Returns one statement for many consultations. Their columns are SQL expressions of the number `n`.
///
/// `add_consultation` for each row would count each by itself, on ever more versions of one row of `list_counts`.
pub(crate) fn insert_numbered(
    numbers: RangeInclusive<usize>,
    full_name: &str,
    message: &str,
    created_at: &str,
) -> String {
    let (first, last) = numbers.into_inner();
    format!(
        "WITH stored AS ( \
             INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key, created_at, state_since) \
             SELECT 'consultations', md5(gen_random_uuid()::text), full_name, lower(full_name), 'a@b.example', \
                 'a@b.example', created_at, created_at \
             FROM generate_series({first}, {last}) AS n, \
                 LATERAL (SELECT {full_name} AS full_name, {created_at} AS created_at) AS row \
             RETURNING id \
         ), numbered AS (SELECT id, {first} - 1 + row_number() OVER (ORDER BY id) AS n FROM stored) \
         INSERT INTO consultations (id, message) SELECT id, {message} FROM numbered;"
    )
}

/// Panics unless the count of every box equals the number of its rows, in one snapshot.
pub(crate) async fn assert_counts_are_exact(connection: &mut AsyncPgConnection) {
    let wrong = "SELECT count(*) AS number FROM (SELECT kind, state, sum(count) AS count FROM list_counts \
                 GROUP BY kind, state HAVING sum(count) <> 0) AS counted \
                 FULL JOIN (SELECT kind, state, count(*) AS count FROM submissions GROUP BY kind, state) AS stored \
                 USING (kind, state) WHERE counted.count IS DISTINCT FROM stored.count";
    assert_eq!(numbers(connection, wrong).await, [0]);
}
