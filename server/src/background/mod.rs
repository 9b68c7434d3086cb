//! Background tasks: deliveries of mails and webhooks, retention, cleanup, reindexing. Each is supervised on its own.

pub(crate) mod cleanup;
pub(crate) mod delivery;
pub(crate) mod mail;
pub(crate) mod retention;
pub(crate) mod supervisor;
pub(crate) mod webhook;

use std::time::Duration;

use anyhow::{Result, ensure};
use diesel::{QueryResult, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::storage::{self, Pool};

/// Rows that are deleted at once, so that other requests do not wait for long.
const BATCH: i64 = 1_000;

/// The shortest pause between runs of a task that is not urgent.
const PAUSE: Duration = Duration::from_mins(10);

/// Returns `pause` plus up to a half of it at random, so that instances do not work at the same time.
fn jittered(pause: Duration) -> Duration {
    pause.mul_f32(1.0 + rand::random::<f32>() / 2.0)
}

/// Returns the pause before the next batch of reindexing. An older instance may store rows that are out of date.
pub(crate) const fn reindex_pause(is_complete: bool) -> Duration {
    if is_complete { PAUSE } else { Duration::from_millis(100) }
}

/// Deletes the rows of each table that meet its condition, in batches, and returns how many. A table that fails does not keep
/// the others from it; the errors of all are returned.
async fn delete_expired(pool: &Pool, tables: &'static [(&'static str, &'static str)]) -> Result<usize> {
    let (mut deleted, mut errors) = (0_usize, Vec::new());
    for &(table, condition) in tables {
        match delete_all(pool, table, condition).await {
            Ok(rows) => deleted = deleted.saturating_add(rows),
            Err(error) => errors.push(format!("deleting from {table}: {error:#}")),
        }
    }
    ensure!(errors.is_empty(), "{}", errors.join("; "));
    Ok(deleted)
}

async fn delete_all(pool: &Pool, table: &'static str, condition: &'static str) -> Result<usize> {
    let mut deleted = 0_usize;
    loop {
        // Returned to the pool between batches, so that requests need not wait.
        let rows = delete_batch(&mut *storage::get(pool).await?, table, condition).await?;
        if rows == 0 {
            return Ok(deleted);
        }
        deleted = deleted.saturating_add(rows);
    }
}

/// Deletes a batch of rows, apart from those that another instance is deleting. As text, because Diesel's types have no
/// statement for any table:
///
/// ```sql
/// DELETE FROM refresh_tokens WHERE ctid = ANY (ARRAY(
///     SELECT ctid FROM refresh_tokens WHERE expires_at <= now() LIMIT 1000 FOR UPDATE SKIP LOCKED
/// ))
/// ```
async fn delete_batch(
    connection: &mut AsyncPgConnection,
    table: &str,
    condition: &str,
) -> QueryResult<usize> {
    let rows = format!("SELECT ctid FROM {table} WHERE {condition} LIMIT {BATCH} FOR UPDATE SKIP LOCKED");
    sql_query(format!("DELETE FROM {table} WHERE ctid = ANY (ARRAY({rows}))")).execute(connection).await
}
