//! Deletes records after their retention period, as `config::retention::delete_at` says.
//!
//! Every instance sweeps in the background, and skips what another one is deleting. Where the server's account may not
//! delete, the owner runs `agency-server sweep`. More than 1,000 records and a tenth of a list wait for
//! `agency-server sweep --yes`.

pub(crate) mod command;

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use agency_core::{form::Stored, stored_forms, work::RecordState};
use anyhow::{Result, ensure};
use diesel::{
    dsl::sql,
    prelude::*,
    sql_types::{Bool, Text},
    upsert::excluded,
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};

use crate::{
    background::{PAUSE, delete_from_all, delete_in_batches, jittered},
    config::retention::Policy,
    monitoring::metrics::Metrics,
    storage::{
        self, Pool,
        schema::{pending_deletions, submissions},
    },
};

/// The most records that are deleted without a confirmation, unless they are at most a tenth of the list.
const UNCONFIRMED_ROWS: i64 = 1_000;

/// The result of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The number of deleted records.
    Deleted(usize),
    /// The number of records that wait for `agency-server sweep --yes`.
    Waiting(i64),
    /// The account may not delete.
    Denied,
}

/// Sweeps every list, also after one has failed. Returns the pause before the next time, 10 to 15 minutes, or all errors.
pub(crate) async fn run_retention(
    pool: Pool,
    policy: Arc<Policy>,
    metrics: Arc<Metrics>,
) -> Result<Duration> {
    let mut errors = Vec::new();
    for Stored { table, record, .. } in stored_forms() {
        match sweep(&pool, table, &policy, false).await {
            Ok(Outcome::Deleted(0)) => {}
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
            Err(error) => errors.push(format!("sweeping {table}: {error:#}")),
        }
    }
    if let Err(error) = delete_audit_rows(&pool).await {
        errors.push(format!("{error:#}"));
    }
    ensure!(errors.is_empty(), "{}", errors.join("; "));
    Ok(jittered(PAUSE))
}

/// Deletes the records of a kind that are due now. Many wait, unless `is_confirmed`.
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
    // The database's clock, read once, so that no more is deleted than was counted.
    let clock = diesel::select(sql::<Text>("quote_literal(now()) || '::timestamptz'"));
    let clock: String = clock.get_result(&mut connection).await?;
    let (due, all) = count(&mut connection, kind, policy, &clock).await?;
    let waiting = if !is_confirmed && needs_confirmation(due, all) { due } else { 0 };
    // For the dashboard.
    diesel::insert_into(pending_deletions::table)
        .values((pending_deletions::kind.eq(kind), pending_deletions::waiting.eq(waiting)))
        .on_conflict(pending_deletions::kind)
        .do_update()
        .set(pending_deletions::waiting.eq(excluded(pending_deletions::waiting)))
        .execute(&mut connection)
        .await?;
    drop(connection);
    if waiting > 0 {
        return Ok(Outcome::Waiting(waiting));
    }
    let mut deleted: usize = 0;
    for condition in due_conditions(kind, policy, &clock) {
        // CVs have megabytes, and other requests should not wait for long.
        let batch = format!("{condition} LIMIT 100");
        let rows = delete_in_batches(pool, "submissions", "id", &batch).await?;
        deleted = deleted.saturating_add(rows);
    }
    Ok(Outcome::Deleted(deleted))
}

/// Deletes rows of exports and account activity that are older than two years.
pub(crate) async fn delete_audit_rows(pool: &Pool) -> Result<()> {
    if may_delete(&mut *storage::get(pool).await?).await? {
        let old = "at < now() - interval '2 years' LIMIT 1000";
        delete_from_all(pool, &[("exports", "id", old), ("account_events", "id", old)]).await?;
    }
    Ok(())
}

/// Returns whether `due` of a list's `all` records are too many to delete without a confirmation.
fn needs_confirmation(due: i64, all: i64) -> bool {
    due > UNCONFIRMED_ROWS && due > all / 10
}

/// Returns an SQL condition for each state with a retention period: the records of a kind that are due at a time. A test
/// compares them with `delete_at` of the rules.
fn due_conditions(kind: &str, policy: &Policy, clock: &str) -> Vec<String> {
    let of_state = |state: RecordState| {
        let period = policy.retention_period(kind, state)?;
        // A day has 24 hours, also when daylight saving time begins or ends.
        let before = |days: u32| format!("{clock} - interval '{} hours'", u64::from(days) * 24);
        Some(format!(
            "kind = '{kind}' AND state = '{}' AND created_at <= {} AND state_since <= {}",
            state.as_str(),
            before(period.after_arrival),
            before(period.after_move)
        ))
    };
    RecordState::ALL.into_iter().filter_map(of_state).collect()
}

/// Counts the records of a kind that are due at a time, given as an SQL expression, and all records of the kind.
async fn count(
    connection: &mut AsyncPgConnection,
    kind: &str,
    policy: &Policy,
    clock: &str,
) -> QueryResult<(i64, i64)> {
    let counting = connection.transaction(async |connection| {
        // Counting many rows takes longer than a request may.
        connection.batch_execute("SET LOCAL statement_timeout = 0").await?;
        let mut due = 0_i64;
        for condition in due_conditions(kind, policy, clock) {
            let rows = submissions::table.filter(sql::<Bool>(&condition)).count();
            due = due.saturating_add(rows.get_result(connection).await?);
        }
        let all = submissions::table.filter(submissions::kind.eq(kind)).count();
        Ok((due, all.get_result(connection).await?))
    });
    counting.await
}

/// Returns whether this account may delete records.
async fn may_delete(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    diesel::select(has_table_privilege("submissions", "DELETE")).get_result(connection).await
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn has_table_privilege(table: Text, privilege: Text) -> Bool;
}
