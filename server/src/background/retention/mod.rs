//! Deletes records at the date that `config::retention::delete_at` returns and the dashboard shows, and exports and account activity
//! after two years.
//!
//! Every instance sweeps in the background, and skips what another one is deleting. Where the server's account may not
//! delete, the owner runs `agency-server sweep`. More than 1,000 records and a tenth of a list wait for
//! `agency-server sweep --yes`.

pub(crate) mod command;

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use agency_core::{form::StoredForm, stored_forms, work::RecordState};
use anyhow::{Result, ensure};
use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz, upsert::excluded};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    background::{
        BATCH, PAUSE, delete_expired, jittered,
        webhook::outbox::{WebhookOutbox, replace_by_deletions},
    },
    config::retention::{Policy, delete_at},
    monitoring::metrics::Metrics,
    storage::{
        self, Pool,
        functions::has_table_privilege,
        list_counts::count_records,
        names::Name,
        schema::{pending_deletions, submissions},
    },
};

/// The most records that are deleted without a confirmation, unless they are at most a tenth of the list.
const UNCONFIRMED_ROWS: i64 = 1_000;

/// Records that are deleted at once. CVs have megabytes, and other requests should not wait for long.
const RECORDS: usize = 100;

/// The result of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sweep {
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
    for StoredForm { table, record, .. } in stored_forms() {
        let report = |rows| {
            metrics.deleted(record, rows);
            tracing::info!(rows, list = table, "deleted records past their retention period");
        };
        match sweep(&pool, table, &policy, webhooks.as_deref(), false, report).await {
            Ok(Sweep::Deleted(_)) => {}
            Ok(Sweep::Waiting(rows)) => {
                tracing::warn!(
                    rows,
                    list = table,
                    "records wait for a confirmation: run `agency-server sweep --yes`"
                );
            }
            Ok(Sweep::Denied) if *policy == Policy::default() => {}
            Ok(Sweep::Denied) => {
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
) -> Result<Sweep> {
    let mut connection = storage::get(pool).await?;
    if !may_delete(&mut connection).await? {
        return Ok(Sweep::Denied);
    }
    // The database's clock, read once, so that no more is deleted than was counted.
    let clock = database_clock(&mut connection).await?;
    let due = find_due(&mut connection, kind, policy, clock).await?;
    let all = count_records(&connection, kind, None).await?;
    let rows = i64::try_from(due.len())?;
    let waiting = if !is_confirmed && needs_confirmation(rows, all) { rows } else { 0 };
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
        return Ok(Sweep::Waiting(waiting));
    }
    let mut deleted: usize = 0;
    for ids in due.chunks(RECORDS) {
        let is_due = |dates: &Dates| dates.is_due(kind, policy, clock);
        // Returned to the pool between batches, so that requests need not wait.
        let rows = delete_records(&mut *storage::get(pool).await?, webhooks, ids, is_due).await?;
        if rows > 0 {
            report(rows);
        }
        deleted = deleted.saturating_add(rows);
    }
    Ok(Sweep::Deleted(deleted))
}

/// Deletes those of some records that are still due, apart from those that another instance is deleting.
async fn delete_records(
    connection: &mut AsyncPgConnection,
    webhooks: Option<&WebhookOutbox>,
    ids: &[i64],
    is_due: impl Fn(&Dates) -> bool + Send + Sync,
) -> QueryResult<usize> {
    let deleted = connection.transaction(async |connection| {
        let records = submissions::table.filter(submissions::id.eq_any(ids)).select(Dates::as_select());
        let records: Vec<Dates> = records.for_update().skip_locked().load(connection).await?;
        let due = records.iter().filter(|dates| is_due(dates)).map(|dates| dates.id).collect::<Vec<_>>();
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

/// What decides when a record is due.
#[derive(Queryable, Selectable)]
#[diesel(table_name = submissions, check_for_backend(diesel::pg::Pg))]
struct Dates {
    id: i64,
    state: Name<RecordState>,
    state_since: DateTime<Utc>,
    created_at: DateTime<Utc>,
}

impl Dates {
    /// Returns whether the record is due at a time.
    fn is_due(&self, kind: &str, policy: &Policy, clock: DateTime<Utc>) -> bool {
        self.would_be_due(self.state_since, kind, policy, clock)
    }

    /// Returns whether the record would be due at a time if its state began at another.
    fn would_be_due(
        &self,
        state_since: DateTime<Utc>,
        kind: &str,
        policy: &Policy,
        clock: DateTime<Utc>,
    ) -> bool {
        let [state_since, created_at, clock] =
            [state_since, self.created_at, clock].map(|at| at.timestamp_micros());
        self.state
            .known()
            .and_then(|state| delete_at(kind, state, state_since, created_at, policy))
            .is_some_and(|at| at <= clock)
    }
}

/// Returns the ids of the records of a kind that are due at a time.
async fn find_due(
    connection: &mut AsyncPgConnection,
    kind: &str,
    policy: &Policy,
    clock: DateTime<Utc>,
) -> QueryResult<Vec<i64>> {
    let mut due = Vec::new();
    for state in RecordState::ALL {
        if policy.retention_period(kind, state).is_none() {
            continue;
        }
        let mut last = None;
        loop {
            let batch = load_dates(connection, kind, state, last).await?;
            // A state begins with the arrival or later, so records that arrived later cannot be due either.
            let reached = |dates: &&Dates| dates.would_be_due(dates.created_at, kind, policy, clock);
            let arrived = batch.iter().take_while(reached).collect::<Vec<_>>();
            due.extend(
                arrived.iter().filter(|dates| dates.is_due(kind, policy, clock)).map(|dates| dates.id),
            );
            last = arrived.last().map(|dates| (dates.created_at, dates.id));
            if arrived.len() < batch.len() || arrived.is_empty() {
                break;
            }
        }
    }
    Ok(due)
}

/// Loads the next records of a kind and a state after one, in the order of their arrival.
async fn load_dates(
    connection: &mut AsyncPgConnection,
    kind: &str,
    state: RecordState,
    last: Option<(DateTime<Utc>, i64)>,
) -> QueryResult<Vec<Dates>> {
    use submissions::{created_at, id};
    let of_state =
        submissions::table.filter(submissions::kind.eq(kind)).filter(submissions::state.eq(state.as_str()));
    let mut records = of_state.select(Dates::as_select()).order((created_at, id)).into_boxed();
    if let Some((at, last_id)) = last {
        records = records.filter(created_at.ge(at)).filter(created_at.gt(at).or(id.gt(last_id)));
    }
    records.limit(BATCH).load(connection).await
}

/// Returns the time of the database.
async fn database_clock(connection: &mut AsyncPgConnection) -> QueryResult<DateTime<Utc>> {
    diesel::select(dsl::now.into_sql::<Timestamptz>()).get_result(connection).await
}

/// Returns whether this account may delete records.
async fn may_delete(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    diesel::select(has_table_privilege("submissions", "DELETE")).get_result(connection).await
}
