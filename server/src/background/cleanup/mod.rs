//! Deletes expired idempotency keys, refresh tokens and rate limit windows.
//!
//! Every instance does so. Rows that another one is deleting are skipped, and batches keep locks short.

#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::Result;

use crate::{
    background::{PAUSE, delete_from_all, jittered},
    storage::Pool,
};

/// Tables with their keys, and the condition for a batch of expired rows. A page that retries a form is closed long before the form's
/// idempotency key expires. No limit counts attempts older than a day.
const EXPIRED: [(&str, &str, &str); 3] = [
    ("idempotency_keys", "key", "created_at < now() - interval '7 days' LIMIT 1000"),
    ("refresh_tokens", "token_hash", "expires_at <= now() LIMIT 1000"),
    (
        "attempt_windows",
        "subject",
        "coalesce(made_at[cardinality(made_at)], '-infinity') < now() - interval '1 day' LIMIT 1000",
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
    delete_from_all(pool, &EXPIRED).await
}
