//! Deletes expired idempotency keys, refresh tokens and rate limit windows.
//!
//! Every instance does so. Rows that another one is deleting are skipped, and batches keep locks short.

#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::Result;

use crate::{
    background::{PAUSE, delete_in_batches, jittered},
    storage::Pool,
};

/// Tables with their keys, and the condition for expired rows. A page that retries a form is closed long before the form's
/// idempotency key expires. No limit counts attempts older than a day.
const EXPIRED: [(&str, &str, &str); 3] = [
    ("idempotency_keys", "key", "created_at < now() - interval '7 days'"),
    ("refresh_tokens", "token_hash", "expires_at <= now()"),
    (
        "attempt_windows",
        "subject",
        "coalesce(made_at[cardinality(made_at)], '-infinity') < now() - interval '1 day'",
    ),
];

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
        let rows = delete_in_batches(pool, table, key, &format!("{expired} LIMIT 1000")).await?;
        deleted = deleted.saturating_add(rows);
    }
    Ok(deleted)
}
