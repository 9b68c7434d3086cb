//! Background tasks: mail, retention, cleanup, reindexing. Each is supervised on its own.

pub(crate) mod cleanup;
pub(crate) mod mail;
pub(crate) mod retention;
pub(crate) mod supervisor;

use std::time::Duration;

use anyhow::{Result, ensure};
use diesel_async::RunQueryDsl as _;

use crate::storage::{self, Pool};

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

/// Deletes rows of tables, each with its key and a condition as in [`delete_in_batches`]. A table that fails does not keep the
/// others from it. Returns how many rows were deleted, or all errors.
async fn delete_from_all(pool: &Pool, tables: &[(&str, &str, &str)]) -> Result<usize> {
    let (mut deleted, mut errors) = (0_usize, Vec::new());
    for (table, key, condition) in tables {
        match delete_in_batches(pool, table, key, condition).await {
            Ok(rows) => deleted = deleted.saturating_add(rows),
            Err(error) => errors.push(format!("deleting from {table}: {error:#}")),
        }
    }
    ensure!(errors.is_empty(), "{}", errors.join("; "));
    Ok(deleted)
}

/// Deletes all rows with a condition, other than those that another instance is deleting. Returns how many. The condition
/// ends with the limit of a batch.
async fn delete_in_batches(pool: &Pool, table: &str, key: &str, condition: &str) -> Result<usize> {
    let statement = format!(
        "DELETE FROM {table} WHERE {key} IN \
         (SELECT {key} FROM {table} WHERE {condition} FOR UPDATE SKIP LOCKED)"
    );
    let mut deleted: usize = 0;
    loop {
        // Returned to the pool between batches, so that requests need not wait.
        let rows = diesel::sql_query(&statement).execute(&mut storage::get(pool).await?).await?;
        if rows == 0 {
            return Ok(deleted);
        }
        deleted = deleted.saturating_add(rows);
    }
}
