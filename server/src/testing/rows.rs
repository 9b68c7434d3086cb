//! Helpers that write and read rows by SQL.

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
    format!(
        "SELECT add_consultation(full_name => 'Name ' || n % 7, email => 'a@b.example',
             created_at => timestamptz '2026-01-01' + (n % 11) * interval '1 day')
         FROM generate_series({from} + 1, {from} + {rows}) AS n;"
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
