//! Deletes expired idempotency keys, refresh tokens, rate limit windows, late acknowledgements and webhooks of changes.
//!
//! Every instance does so. Rows that another one is deleting are skipped, and batches keep locks short.

#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::Result;

use crate::{
    background::{PAUSE, delete_expired, delivery::queue::drop_webhooks, jittered},
    storage::{self, Pool},
};

/// Tables with the condition of their expired rows.
const EXPIRED: &[(&str, &str)] = &[
    // A page that retries a form is closed long before.
    ("idempotency_keys", "created_at < now() - interval '7 days'"),
    ("refresh_tokens", "expires_at <= now()"),
    // No limit counts older attempts.
    (
        "attempt_windows",
        "cardinality(made_at) = 0 OR made_at[cardinality(made_at)] < now() - interval '1 day'",
    ),
    // While no mail server is configured. A visitor would wonder.
    (
        "deliveries",
        "purpose = 'acknowledge' AND state = 'waiting' AND created_at < now() - interval '2 days'",
    ),
    // That of a new record is kept with the record, so that its deletion is sent.
    (
        "deliveries",
        "transport = 'webhook' AND purpose <> 'submission.created' AND state IN ('sent', 'dropped') \
         AND created_at < now() - interval '7 days'",
    ),
];

/// Cleans up, and returns the pause before the next time: 10 to 15 minutes. Without a receiver of webhooks, drops those that
/// wait: nobody wants them when there is one again.
pub(crate) async fn run_cleanup(pool: Pool, has_receiver: bool) -> Result<Duration> {
    if !has_receiver {
        let rows = drop_webhooks(&mut *storage::get(&pool).await?).await?;
        if rows > 0 {
            tracing::warn!(rows, "dropped webhooks that were not sent, because WEBHOOK_URL is not set");
        }
    }
    let rows = clean_up(&pool).await?;
    if rows > 0 {
        tracing::info!(rows, "deleted expired rows");
    }
    Ok(jittered(PAUSE))
}

/// Deletes all expired rows and returns how many there were. A table that fails does not keep the others from it.
pub(crate) async fn clean_up(pool: &Pool) -> Result<usize> {
    delete_expired(pool, EXPIRED).await
}
