//! Deletes records after their retention period, as the rules' `delete_at` says.
//!
//! Every instance sweeps in the background, one at a time. Where the server's account may not delete, the owner runs
//! `agency-server sweep`. More than 1,000 records and a tenth of a list wait for `agency-server sweep --yes`.

pub(crate) mod command;

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use agency_core::{form::Stored, retention::Policy, stored_forms, work::RecordState};
use anyhow::Result;
use diesel::{
    dsl::{IntervalDsl as _, now, sql},
    prelude::*,
    sql_types::{BigInt, Bool, Text, Timestamptz},
    upsert::excluded,
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};

use crate::{
    background::jittered,
    monitoring::metrics::Metrics,
    storage::{
        self, Pool,
        schema::{account_events, exports, pending_deletions, submissions},
    },
};

/// The shortest pause between sweeps.
const PAUSE: Duration = Duration::from_mins(10);

/// The most records that are deleted without a confirmation, unless they are at most a tenth of the list.
const UNCONFIRMED_ROWS: i64 = 1_000;

/// The records that a transaction deletes: CVs have megabytes, and other requests should not wait for long.
const BATCH_ROWS: i64 = 100;

/// The clock of deletions: the database's, at the start of the transaction.
const CLOCK: &str = "now()";

/// The result of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The number of deleted records.
    Deleted(usize),
    /// The number of records that wait for `agency-server sweep --yes`.
    Waiting(i64),
    /// The account may not delete.
    Denied,
    /// Another instance is sweeping.
    Busy,
}

/// Sweeps every list, also after one has failed. Returns the pause before the next time: 10 to 15 minutes.
pub(crate) async fn run_retention(
    pool: Pool,
    policy: Arc<Policy>,
    metrics: Arc<Metrics>,
) -> Result<Duration> {
    let mut result = Ok(jittered(PAUSE));
    for Stored { table, record, .. } in stored_forms() {
        match sweep(&pool, table, &policy, false).await {
            Ok(Outcome::Deleted(0) | Outcome::Busy) => {}
            Ok(Outcome::Deleted(rows)) => {
                metrics.deleted(record, rows);
                tracing::info!(rows, list = table, "deleted records past their retention period");
            }
            Ok(Outcome::Waiting(rows)) => {
                tracing::warn!(
                    rows,
                    list = table,
                    "records wait for a confirmation: run `agency-server sweep --yes`"
                );
            }
            Ok(Outcome::Denied) if *policy == Policy::default() => {}
            Ok(Outcome::Denied) => {
                tracing::warn!(
                    list = table,
                    "this account may not delete records: run `agency-server sweep` as the owner of the database"
                );
            }
            Err(error) => result = Err(error.context(format!("sweeping {table}"))),
        }
    }
    delete_audit_rows(&pool).await?;
    result
}

/// Deletes the due records of a kind, in batches. Many wait, unless `is_confirmed`.
pub(crate) async fn sweep(
    pool: &Pool,
    kind: &'static str,
    policy: &Policy,
    is_confirmed: bool,
) -> Result<Outcome> {
    let mut connection = storage::get(pool).await?;
    if !may_delete(&mut connection).await? {
        return Ok(Outcome::Denied);
    }
    let scan = connection.transaction(async |connection| scan(connection, kind, policy, is_confirmed).await);
    let mut left = match scan.await? {
        Ok(due) => due,
        Err(outcome) => return Ok(outcome),
    };
    drop(connection);
    let mut deleted: usize = 0;
    while left > 0 {
        // Returned to the pool between batches, so that requests need not wait.
        let mut connection = storage::get(pool).await?;
        let rows = connection
            .transaction(async |connection| {
                if lock(connection, kind).await? {
                    delete(connection, kind, policy, left.min(BATCH_ROWS)).await
                } else {
                    Ok(0)
                }
            })
            .await?;
        deleted = deleted.saturating_add(rows);
        left = if rows == 0 { 0 } else { left.saturating_sub(i64::try_from(rows).unwrap_or(i64::MAX)) };
    }
    Ok(Outcome::Deleted(deleted))
}

/// Deletes rows of exports and account activity that are older than two years.
pub(crate) async fn delete_audit_rows(pool: &Pool) -> Result<()> {
    let mut connection = storage::get(pool).await?;
    if may_delete(&mut connection).await? {
        let oldest = now.into_sql::<Timestamptz>() - 2.years();
        diesel::delete(exports::table.filter(exports::at.lt(oldest))).execute(&mut connection).await?;
        let events = account_events::table.filter(account_events::at.lt(oldest));
        diesel::delete(events).execute(&mut connection).await?;
    }
    Ok(())
}

/// Returns how many records may be deleted now, or why none may. Stores how many wait, for the dashboard.
async fn scan(
    connection: &mut AsyncPgConnection,
    kind: &str,
    policy: &Policy,
    is_confirmed: bool,
) -> QueryResult<Result<i64, Outcome>> {
    if !lock(connection, kind).await? {
        return Ok(Err(Outcome::Busy));
    }
    // Counting many rows takes longer than a request may.
    connection.batch_execute("SET LOCAL statement_timeout = 0").await?;
    let due = count_due(connection, kind, policy, CLOCK).await?;
    let rows = count_records(connection, kind).await?;
    let waiting = if !is_confirmed && needs_confirmation(due, rows) { due } else { 0 };
    diesel::insert_into(pending_deletions::table)
        .values((pending_deletions::kind.eq(kind), pending_deletions::waiting.eq(waiting)))
        .on_conflict(pending_deletions::kind)
        .do_update()
        .set(pending_deletions::waiting.eq(excluded(pending_deletions::waiting)))
        .execute(connection)
        .await?;
    Ok(if waiting > 0 { Err(Outcome::Waiting(waiting)) } else { Ok(due) })
}

/// Returns whether `due` of a list's `rows` records are too many to delete without a confirmation.
fn needs_confirmation(due: i64, rows: i64) -> bool {
    due > UNCONFIRMED_ROWS && due > rows / 10
}

/// Records past their retention period. A test compares them with `delete_at` of the rules.
struct Due {
    condition: String,
    /// The order of the index that finds them.
    order: &'static str,
}

/// Returns the due records of a kind at a time, for each state with a retention period.
fn due(kind: &str, policy: &Policy, clock: &str) -> Vec<Due> {
    let of_state = |state: RecordState| {
        let period = policy.retention_period(kind, state)?;
        // A day has 24 hours, also when daylight saving time begins or ends.
        let before = |days: u32| format!("{clock} - interval '{} hours'", u64::from(days) * 24);
        let condition = format!(
            "kind = '{kind}' AND state = '{}' AND created_at <= {} AND state_since <= {}",
            state.as_str(),
            before(period.after_arrival),
            before(period.after_move)
        );
        let order = match state {
            RecordState::Spam => "state_since",
            _ => "created_at, id",
        };
        Some(Due { condition, order })
    };
    RecordState::ALL.into_iter().filter_map(of_state).collect()
}

/// Counts the records of a kind that are due at a time, given as an SQL expression.
async fn count_due(
    connection: &mut AsyncPgConnection,
    kind: &str,
    policy: &Policy,
    clock: &str,
) -> QueryResult<i64> {
    let mut rows = 0_i64;
    for Due { condition, .. } in due(kind, policy, clock) {
        let count = submissions::table.filter(sql::<Bool>(&condition)).count();
        rows = rows.saturating_add(count.get_result(connection).await?);
    }
    Ok(rows)
}

/// Counts the records of a kind.
async fn count_records(connection: &mut AsyncPgConnection, kind: &str) -> QueryResult<i64> {
    submissions::table.filter(submissions::kind.eq(kind)).count().get_result(connection).await
}

/// Deletes a batch and returns its size. Locked records are skipped: the next sweep deletes them.
async fn delete(
    connection: &mut AsyncPgConnection,
    kind: &str,
    policy: &Policy,
    max: i64,
) -> QueryResult<usize> {
    let mut ids: Vec<i64> = Vec::new();
    for Due { condition, order } in due(kind, policy, CLOCK) {
        let left = max.saturating_sub(i64::try_from(ids.len()).unwrap_or(i64::MAX));
        let rows = submissions::table.select(submissions::id).filter(sql::<Bool>(&condition));
        let rows = rows.order(sql::<Text>(order)).limit(left).for_update().skip_locked();
        ids.extend(rows.load::<i64>(connection).await?);
    }
    diesel::delete(submissions::table.filter(submissions::id.eq_any(ids))).execute(connection).await
}

/// Returns whether this account may delete records.
async fn may_delete(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    diesel::select(has_table_privilege("submissions", "DELETE")).get_result(connection).await
}

/// Locks out other sweeps of a kind until the transaction ends. Returns false if one is running.
async fn lock(connection: &mut AsyncPgConnection, kind: &str) -> QueryResult<bool> {
    let key = hashtextextended(format!("retention {kind}"), 0);
    diesel::select(pg_try_advisory_xact_lock(key)).get_result(connection).await
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn has_table_privilege(table: Text, privilege: Text) -> Bool;
    fn hashtextextended(text: Text, seed: BigInt) -> BigInt;
    fn pg_try_advisory_xact_lock(key: BigInt) -> Bool;
}
