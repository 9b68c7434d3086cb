//! Background tasks: mail, webhooks, retention, cleanup, reindexing. Each is supervised on its own.

pub(crate) mod cleanup;
pub(crate) mod delivery;
pub(crate) mod mail;
pub(crate) mod retention;
pub(crate) mod supervisor;
pub(crate) mod webhook;

use std::time::Duration;

use anyhow::{Result, ensure};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;

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

/// Deletes batches of rows until `delete` finds none, and returns how many were deleted.
async fn delete_in_batches(
    pool: &Pool,
    delete: impl AsyncFn(&mut AsyncPgConnection) -> QueryResult<usize>,
) -> Result<usize> {
    delete_and_report(pool, delete, drop).await
}

/// As [`delete_in_batches`], and calls `report` with the number of rows of each batch, also if a later one fails.
async fn delete_and_report(
    pool: &Pool,
    delete: impl AsyncFn(&mut AsyncPgConnection) -> QueryResult<usize>,
    report: impl Fn(usize),
) -> Result<usize> {
    let mut deleted: usize = 0;
    loop {
        // Returned to the pool between batches, so that requests need not wait.
        let rows = delete(&mut *storage::get(pool).await?).await?;
        if rows == 0 {
            return Ok(deleted);
        }
        report(rows);
        deleted = deleted.saturating_add(rows);
    }
}

/// Returns how many rows were deleted from some tables, or the errors of all.
fn sum_deleted(results: impl IntoIterator<Item = (&'static str, Result<usize>)>) -> Result<usize> {
    let (mut deleted, mut errors) = (0_usize, Vec::new());
    for (table, result) in results {
        match result {
            Ok(rows) => deleted = deleted.saturating_add(rows),
            Err(error) => errors.push(format!("deleting from {table}: {error:#}")),
        }
    }
    ensure!(errors.is_empty(), "{}", errors.join("; "));
    Ok(deleted)
}
