//! Looks at a list before anything of it is deleted, and notes what was found.

use agency_core::{form::Stored, retention::Policy, stored_forms};
use chrono::{DateTime, Utc};
use diesel::{
    QueryResult, QueryableByName, sql_query,
    sql_types::{BigInt, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::retention::{
    condition::count,
    guard::{Look, SHARE},
};

/// So many records that are due are counted in any list; of a longer one as many as tell whether they are too many.
pub(super) const COUNTED: i64 = 100_000;

/// Looks at what is due of a table at some time.
pub(super) async fn look(
    connection: &mut AsyncPgConnection,
    table: &str,
    policy: &Policy,
    clock: &str,
) -> QueryResult<Look> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Timestamptz)]
        now: DateTime<Utc>,
        #[diesel(sql_type = Nullable<Timestamptz>)]
        looked_at: Option<DateTime<Utc>>,
        #[diesel(sql_type = Nullable<Integer>)]
        kept_days: Option<i32>,
        #[diesel(sql_type = Nullable<Integer>)]
        spam_days: Option<i32>,
        #[diesel(sql_type = BigInt)]
        due: i64,
        #[diesel(sql_type = BigInt)]
        rows: i64,
    }
    let most = format!("greatest({COUNTED}, place.count / {SHARE}) + 1");
    let counted = count(table, policy, clock, &most);
    // A page of no rows: only the count.
    let row: Row = sql_query(format!(
        "SELECT now() AS now, looked_at, kept_days, spam_days, place.count AS rows, ({counted}) AS due \
         FROM list_place('{table}', 'created_at', true, 0, 0, 0) AS place \
         LEFT JOIN retention ON retention.list = '{table}'"
    ))
    .get_result(connection)
    .await?;
    let days = |days: Option<i32>| days.and_then(|days| u32::try_from(days).ok());
    let list = stored_forms().map(|Stored { table, .. }| table).find(|known| *known == table);
    let former =
        Policy { lists: list.zip(days(row.kept_days)).into_iter().collect(), spam: days(row.spam_days) };
    Ok(Look { now: row.now, looked_at: row.looked_at, former, due: row.due, rows: row.rows })
}

/// Notes for the next look when this one was, by which policy, and how many records wait.
pub(super) async fn note(
    connection: &mut AsyncPgConnection,
    table: &str,
    looked_at: DateTime<Utc>,
    policy: &Policy,
    waiting: i64,
) -> QueryResult<()> {
    let days = |days: Option<u32>| days.and_then(|days| i32::try_from(days).ok());
    sql_query(
        "INSERT INTO retention (list, looked_at, kept_days, spam_days, waiting) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (list) DO UPDATE SET looked_at = excluded.looked_at, kept_days = excluded.kept_days, \
             spam_days = excluded.spam_days, waiting = excluded.waiting",
    )
    .bind::<Text, _>(table)
    .bind::<Timestamptz, _>(looked_at)
    .bind::<Nullable<Integer>, _>(days(policy.lists.get(table).copied()))
    .bind::<Nullable<Integer>, _>(days(policy.spam))
    .bind::<BigInt, _>(waiting)
    .execute(connection)
    .await
    .map(drop)
}
