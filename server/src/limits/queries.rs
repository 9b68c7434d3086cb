//! Attempts in the database.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    dsl::{min, now},
    prelude::*,
    sql_types::Timestamptz,
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::schema::attempts;

/// Records an attempt of every subject, unless one of them has had too many within a time: the error tells how long it
/// is until the oldest one has passed. The clock is the database's, the same for all instances.
pub(crate) async fn attempt(
    connection: &mut AsyncPgConnection,
    subjects: &[Vec<u8>],
    allowed: i64,
    window: Duration,
) -> QueryResult<Result<Vec<i64>, TimeDelta>> {
    connection
        .transaction(async |connection| {
            lock(connection, subjects).await?;
            let at: DateTime<Utc> =
                diesel::select(now.into_sql::<Timestamptz>()).get_result(connection).await?;
            let since = at - window;
            diesel::delete(attempts::table.filter(attempts::subject.eq_any(subjects)))
                .filter(attempts::made_at.le(since))
                .execute(connection)
                .await?;
            for subject in subjects {
                let made = attempts::table.filter(attempts::subject.eq(subject));
                let count: i64 = made.count().get_result(connection).await?;
                if count >= allowed {
                    let oldest =
                        made.select(min(attempts::made_at)).get_result::<Option<_>>(connection).await?;
                    return Ok(Err(oldest.unwrap_or(since) - since));
                }
            }
            let rows = subjects.iter().map(|subject| attempts::subject.eq(subject)).collect::<Vec<_>>();
            let ids = diesel::insert_into(attempts::table)
                .values(rows)
                .returning(attempts::id)
                .get_results(connection)
                .await?;
            Ok(Ok(ids))
        })
        .await
}

/// Forgets attempts.
pub(crate) async fn forget(connection: &mut AsyncPgConnection, ids: &[i64]) -> QueryResult<()> {
    diesel::delete(attempts::table.filter(attempts::id.eq_any(ids))).execute(connection).await.map(drop)
}

/// Parallel attempts of a subject take turns, so that none slips past the count.
async fn lock(connection: &mut AsyncPgConnection, subjects: &[Vec<u8>]) -> QueryResult<()> {
    let mut keys = subjects
        .iter()
        .filter_map(|subject| subject.first_chunk().map(|bytes| i64::from_le_bytes(*bytes)))
        .collect::<Vec<_>>();
    // Always in one order: two attempts cannot wait for each other.
    keys.sort_unstable();
    for key in keys {
        diesel::sql_query("SELECT pg_advisory_xact_lock($1)")
            .bind::<diesel::sql_types::BigInt, _>(key)
            .execute(connection)
            .await?;
    }
    Ok(())
}
