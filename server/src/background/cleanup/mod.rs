//! Deletes expired idempotency keys, refresh tokens and rate limit windows.
//!
//! Every instance does so. Rows that another one is deleting are skipped, and batches keep locks short.

#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::Result;
use diesel::{
    dsl::sql,
    sql_types::{BigInt, Text},
};
use diesel_async::RunQueryDsl;

use crate::{
    background::jittered,
    storage::{self, Pool},
};

/// The shortest pause between runs.
const PAUSE: Duration = Duration::from_mins(10);

/// The most rows that a statement deletes.
const BATCH: usize = 1_000;

/// Tables with their keys, and the condition for expired rows. A page that retries a form is closed long before the form's
/// idempotency key expires.
const EXPIRED: [(&str, &str, &str); 2] = [
    ("idempotency_keys", "key", "created_at < now() - interval '7 days'"),
    ("refresh_tokens", "token_hash", "expires_at <= now()"),
];

/// Tables that are scanned in pieces, because an index would cost every write more than an occasional scan costs. No limit
/// counts attempts older than a day.
const EXPIRED_UNINDEXED: [(&str, &str); 1] =
    [("attempt_windows", "coalesce(made_at[cardinality(made_at)], '-infinity') < now() - interval '1 day'")];

/// The pages of such a table that a statement scans.
const PAGES: usize = 200;

/// Cleans up, and returns the pause before the next time: 10 to 15 minutes.
pub(crate) async fn run_cleanup(pool: Pool) -> Result<Duration> {
    let rows = clean_up(&pool).await?;
    if rows > 0 {
        tracing::info!(rows, "deleted expired rows");
    }
    Ok(jittered(PAUSE))
}

/// Deletes all expired rows and returns how many there were.
pub(crate) async fn clean_up(pool: &Pool) -> Result<usize> {
    let mut deleted: usize = 0;
    for (table, key, expired) in EXPIRED {
        let statement = format!(
            "DELETE FROM {table} WHERE {key} IN \
             (SELECT {key} FROM {table} WHERE {expired} LIMIT {BATCH} FOR UPDATE SKIP LOCKED)"
        );
        loop {
            let rows = execute(pool, &statement).await?;
            deleted = deleted.saturating_add(rows);
            if rows < BATCH {
                break;
            }
        }
    }
    for (table, expired) in EXPIRED_UNINDEXED {
        let pages = sql::<BigInt>("pg_relation_size(").bind::<Text, _>(table);
        let pages = pages.sql("::regclass) / current_setting('block_size')::bigint");
        let pages: i64 = diesel::select(pages).get_result(&mut storage::get(pool).await?).await?;
        for page in (0..=pages).step_by(PAGES) {
            let end = page.saturating_add(i64::try_from(PAGES).unwrap_or(i64::MAX));
            let statement = format!(
                "DELETE FROM {table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM {table} \
                 WHERE ctid >= '({page},0)' AND ctid < '({end},0)' AND {expired} FOR UPDATE SKIP LOCKED))"
            );
            deleted = deleted.saturating_add(execute(pool, &statement).await?);
        }
    }
    Ok(deleted)
}

/// Executes a statement on a connection of its own, so that requests need not wait for a whole run.
async fn execute(pool: &Pool, statement: &str) -> Result<usize> {
    Ok(diesel::sql_query(statement).execute(&mut storage::get(pool).await?).await?)
}
