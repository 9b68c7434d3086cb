//! Deletes expired idempotency keys, refresh tokens, rate limit windows and webhooks of changes.
//!
//! Every instance does so. Rows that another one is deleting are skipped, and batches keep locks short.

#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::Result;
use diesel::{
    dsl::{self, IntervalDsl as _, cardinality},
    prelude::*,
    sql_types::{Array, Nullable, Timestamptz},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    background::{
        BATCH, PAUSE, delete_in_batches, delivery::state::DeliveryState, jittered, sum_deleted,
        webhook::outbox::EventType,
    },
    storage::{
        Pool,
        schema::{attempt_windows, idempotency_keys, refresh_tokens, webhooks},
    },
};

/// How many days an idempotency key is kept: a page that retries a form is closed long before.
const KEY_DAYS: i32 = 7;

/// How many days after its last attempt a rate limit window is kept. No limit counts older attempts.
const WINDOW_DAYS: i32 = 1;

/// How many days after a change its webhook is kept. That of a new record is kept with the record, so that its deletion is
/// told.
const WEBHOOK_DAYS: i32 = 7;

/// Cleans up, and returns the pause before the next time: 10 to 15 minutes.
pub(crate) async fn run_cleanup(pool: Pool) -> Result<Duration> {
    let rows = clean_up(&pool).await?;
    if rows > 0 {
        tracing::info!(rows, "deleted expired rows");
    }
    Ok(jittered(PAUSE))
}

/// Deletes all expired rows and returns how many there were. A table that fails does not keep the others from it.
pub(crate) async fn clean_up(pool: &Pool) -> Result<usize> {
    sum_deleted([
        ("idempotency_keys", delete_in_batches(pool, delete_keys).await),
        ("refresh_tokens", delete_in_batches(pool, delete_tokens).await),
        ("attempt_windows", delete_in_batches(pool, delete_windows).await),
        ("webhooks", delete_in_batches(pool, delete_webhooks).await),
    ])
}

async fn delete_keys(connection: &mut AsyncPgConnection) -> QueryResult<usize> {
    let deleted = connection.transaction(async |connection| {
        let expired: Vec<String> = idempotency_keys::table
            .filter(idempotency_keys::created_at.lt(dsl::now.into_sql::<Timestamptz>() - KEY_DAYS.days()))
            .limit(BATCH)
            .select(idempotency_keys::key)
            .for_update()
            .skip_locked()
            .load(connection)
            .await?;
        let expired = idempotency_keys::table.filter(idempotency_keys::key.eq_any(expired));
        diesel::delete(expired).execute(connection).await
    });
    deleted.await
}

async fn delete_tokens(connection: &mut AsyncPgConnection) -> QueryResult<usize> {
    let deleted = connection.transaction(async |connection| {
        let expired: Vec<Vec<u8>> = refresh_tokens::table
            .filter(refresh_tokens::expires_at.le(dsl::now))
            .limit(BATCH)
            .select(refresh_tokens::token_hash)
            .for_update()
            .skip_locked()
            .load(connection)
            .await?;
        let expired = refresh_tokens::table.filter(refresh_tokens::token_hash.eq_any(expired));
        diesel::delete(expired).execute(connection).await
    });
    deleted.await
}

async fn delete_windows(connection: &mut AsyncPgConnection) -> QueryResult<usize> {
    let deleted = connection.transaction(async |connection| {
        let attempts = cardinality::<Array<Nullable<Timestamptz>>, _>(attempt_windows::made_at);
        let last = attempt_windows::made_at.index(attempts);
        let long_ago = dsl::now.into_sql::<Timestamptz>() - WINDOW_DAYS.days();
        let expired: Vec<Vec<u8>> = attempt_windows::table
            .filter(attempts.eq(0).or(last.lt(long_ago.nullable())))
            .limit(BATCH)
            .select(attempt_windows::subject)
            .for_update()
            .skip_locked()
            .load(connection)
            .await?;
        let expired = attempt_windows::table.filter(attempt_windows::subject.eq_any(expired));
        diesel::delete(expired).execute(connection).await
    });
    deleted.await
}

async fn delete_webhooks(connection: &mut AsyncPgConnection) -> QueryResult<usize> {
    let deleted = connection.transaction(async |connection| {
        let told: Vec<i64> = webhooks::table
            .filter(webhooks::event.ne(EventType::Created))
            .filter(webhooks::state.eq_any([DeliveryState::Sent, DeliveryState::Dropped]))
            .filter(webhooks::created_at.lt(dsl::now.into_sql::<Timestamptz>() - WEBHOOK_DAYS.days()))
            .limit(BATCH)
            .select(webhooks::id)
            .for_update()
            .skip_locked()
            .load(connection)
            .await?;
        diesel::delete(webhooks::table.filter(webhooks::id.eq_any(told))).execute(connection).await
    });
    deleted.await
}
