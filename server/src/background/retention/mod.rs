//! Deletes records after their retention period, as `config::retention::delete_at` says, and exports and account activity
//! after two years.
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
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz, upsert::excluded};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    background::{
        PAUSE, delete_expired, jittered,
        webhook::outbox::{WebhookOutbox, replace_by_deletions},
    },
    config::retention::Policy,
    monitoring::metrics::Metrics,
    storage::{
        self, Pool,
        functions::{has_table_privilege, set_config},
        list_counts::count_records,
        schema::{pending_deletions, submissions},
    },
};

/// The most records that are deleted without a confirmation, unless they are at most a tenth of the list.
const UNCONFIRMED_ROWS: i64 = 1_000;

/// Records that are deleted at once. CVs have megabytes, and other requests should not wait for long.
const RECORDS: i64 = 100;

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
    webhooks: Option<Arc<WebhookOutbox>>,
    metrics: Arc<Metrics>,
) -> Result<Duration> {
    let mut errors = Vec::new();
    for Stored { table, record, .. } in stored_forms() {
        let report = |rows| {
            metrics.deleted(record, rows);
            tracing::info!(rows, list = table, "deleted records past their retention period");
        };
        match sweep(&pool, table, &policy, webhooks.as_deref(), false, report).await {
            Ok(Outcome::Deleted(_)) => {}
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

/// Deletes the records of a kind that are due now. Many wait, unless `is_confirmed`. Calls `report` with the number of each
/// deleted batch, so that those before an error are reported, too.
pub(crate) async fn sweep(
    pool: &Pool,
    kind: &'static str,
    policy: &Policy,
    webhooks: Option<&WebhookOutbox>,
    is_confirmed: bool,
    report: impl Fn(usize),
) -> Result<Outcome> {
    let mut connection = storage::get(pool).await?;
    if !may_delete(&mut connection).await? {
        return Ok(Outcome::Denied);
    }
    // The database's clock, read once, so that no more is deleted than was counted.
    let clock = database_clock(&mut connection).await?;
    let (due, all) = count(&mut connection, kind, policy, clock).await?;
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
    for due in due_records(kind, policy, clock) {
        loop {
            // Returned to the pool between batches, so that requests need not wait.
            let rows = delete_records(&mut *storage::get(pool).await?, webhooks, due).await?;
            if rows == 0 {
                break;
            }
            report(rows);
            deleted = deleted.saturating_add(rows);
        }
    }
    Ok(Outcome::Deleted(deleted))
}

async fn delete_records(
    connection: &mut AsyncPgConnection,
    webhooks: Option<&WebhookOutbox>,
    due: DueRecords,
) -> QueryResult<usize> {
    let deleted = connection.transaction(async |connection| {
        let due: Vec<i64> = submissions::table
            .filter(is_due(due))
            .limit(RECORDS)
            .select(submissions::id)
            .for_update()
            .skip_locked()
            .load(connection)
            .await?;
        let deleted: Vec<String> = diesel::delete(submissions::table.filter(submissions::id.eq_any(due)))
            .returning(submissions::slug)
            .get_results(connection)
            .await?;
        replace_by_deletions(connection, webhooks, &deleted).await?;
        Ok(deleted.len())
    });
    deleted.await
}

/// Deletes rows of exports and account activity that are older than two years.
pub(crate) async fn delete_audit_rows(pool: &Pool) -> Result<()> {
    const OLD: &str = "at < now() - interval '2 years'";
    if may_delete(&mut *storage::get(pool).await?).await? {
        delete_expired(pool, &[("exports", OLD), ("account_events", OLD)]).await?;
    }
    Ok(())
}

/// Returns whether `due` of a list's `all` records are too many to delete without a confirmation.
fn needs_confirmation(due: i64, all: i64) -> bool {
    due > UNCONFIRMED_ROWS && due > all / 10
}

/// The records of a kind and a state that are due at a time.
#[derive(Clone, Copy)]
struct DueRecords {
    kind: &'static str,
    state: RecordState,
    /// The last time of arrival.
    arrived_by: DateTime<Utc>,
    /// The last time of a change of the state.
    moved_by: DateTime<Utc>,
}

/// Returns the due records of each state with a retention period. A test compares them with `delete_at` of the rules.
fn due_records(kind: &'static str, policy: &Policy, clock: DateTime<Utc>) -> Vec<DueRecords> {
    let of_state = |state: RecordState| {
        let period = policy.retention_period(kind, state)?;
        // A day has 24 hours, also when daylight saving time begins or ends.
        let before = |days: u32| clock.checked_sub_signed(TimeDelta::days(days.into()));
        let (arrived_by, moved_by) = (before(period.after_arrival)?, before(period.after_move)?);
        Some(DueRecords { kind, state, arrived_by, moved_by })
    };
    RecordState::ALL.into_iter().filter_map(of_state).collect()
}

/// Returns the condition of due records.
#[dsl::auto_type(no_type_alias)]
fn is_due(due: DueRecords) -> _ {
    let state: &'static str = due.state.as_str();
    let (kind, arrived_by, moved_by): (&'static str, DateTime<Utc>, DateTime<Utc>) =
        (due.kind, due.arrived_by, due.moved_by);
    submissions::kind
        .eq(kind)
        .and(submissions::state.eq(state))
        .and(submissions::created_at.le(arrived_by))
        .and(submissions::state_since.le(moved_by))
}

/// Returns the time of the database.
async fn database_clock(connection: &mut AsyncPgConnection) -> QueryResult<DateTime<Utc>> {
    diesel::select(dsl::now.into_sql::<Timestamptz>()).get_result(connection).await
}

/// Counts the records of a kind that are due at a time, and all records of the kind.
async fn count(
    connection: &mut AsyncPgConnection,
    kind: &'static str,
    policy: &Policy,
    clock: DateTime<Utc>,
) -> QueryResult<(i64, i64)> {
    let counting = connection.transaction(async |connection| {
        // Counting many rows takes longer than a request may.
        diesel::select(set_config("statement_timeout", "0", true)).execute(connection).await?;
        let mut due = 0_i64;
        for records in due_records(kind, policy, clock) {
            let rows = submissions::table.filter(is_due(records)).count();
            due = due.saturating_add(rows.get_result(connection).await?);
        }
        Ok((due, count_records(connection, kind, None).await?))
    });
    counting.await
}

/// Returns whether this account may delete records.
async fn may_delete(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    diesel::select(has_table_privilege("submissions", "DELETE")).get_result(connection).await
}
