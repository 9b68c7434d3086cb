//! One transaction that deletes some of what is due.

use agency_core::retention::Policy;
use chrono::TimeDelta;
use diesel::{
    QueryResult, QueryableByName, sql_query,
    sql_types::{Array, BigInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::{
    lists::{bounds, lists_of},
    retention::condition::{CLOCK, Due, due},
};

/// How many records go at once at most: a CV has megabytes, and nobody should wait for long.
const BATCH: i64 = 100;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Deletes a batch of what is due of a table, at most so many; whether there may be more, and how many went.
///
/// What belongs to a record goes with it by the tables' own triggers. Records that somebody works on just now are left
/// for later, and what was moved meanwhile is looked at as it is then. The locks of the lists come first, as with
/// whoever else deletes, so that nobody waits for each other.
pub(super) async fn delete(
    connection: &mut AsyncPgConnection,
    table: &str,
    policy: &Policy,
    elapsed: TimeDelta,
    most: i64,
) -> QueryResult<(bool, usize)> {
    // The clock may have jumped since the look.
    let is_steady = sql_query(
        "UPDATE retention SET looked_at = now() \
         WHERE list = $1 AND now() <= looked_at + $2 * interval '1 microsecond'",
    )
    .bind::<Text, _>(table)
    .bind::<BigInt, _>(elapsed.num_microseconds().unwrap_or_default())
    .execute(connection)
    .await?;
    if is_steady == 0 {
        return Ok((false, 0));
    }
    for list in lists_of(table) {
        bounds::lock(connection, &list).await?;
    }
    let most = most.min(BATCH);
    let mut ids = Vec::new();
    for Due { condition, order } in due(table, policy, CLOCK) {
        let left = most.saturating_sub(i64::try_from(ids.len()).unwrap_or(i64::MAX));
        let query = format!(
            "SELECT id FROM {table} WHERE {condition} ORDER BY {order} LIMIT $1 FOR UPDATE SKIP LOCKED"
        );
        let rows: Vec<Row> = sql_query(query).bind::<BigInt, _>(left).load(connection).await?;
        ids.extend(rows.into_iter().map(|row| row.id));
    }
    for list in lists_of(table) {
        bounds::release(connection, &list, &ids).await?;
    }
    let deleted = sql_query(format!("DELETE FROM {table} WHERE id = ANY($1)"))
        .bind::<Array<BigInt>, _>(&ids)
        .execute(connection)
        .await?;
    Ok((i64::try_from(deleted).is_ok_and(|deleted| deleted == most), deleted))
}
