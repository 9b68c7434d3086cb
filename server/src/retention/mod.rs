//! Deletes records when the time is over for which they are kept, by the rules' `delete_at`, and tells of each when that is.
//!
//! Every instance sweeps, one of them at a time, and so does the owner's command where the server's account may not
//! delete. What is due waits where something looks wrong (`guard.rs`).

mod batch;
pub(crate) mod command;
mod condition;
pub(crate) mod date;
mod guard;
mod look;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use agency_core::{form::Stored, retention::Policy, stored_forms};
use anyhow::Result;
use chrono::TimeDelta;
use diesel::{
    QueryResult, QueryableByName, sql_query,
    sql_types::{Bool, Text},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _};

use crate::{
    monitoring::metrics::Metrics,
    retention::{
        condition::CLOCK,
        guard::{LONGEST_PAUSE, Why, judge},
    },
    storage::{self, Pool},
};

/// How long between two sweeps; a random part is added, so that instances do not fall into step.
const PAUSE: Duration = Duration::from_mins(10);

/// By how much the clocks of the database and of this machine may part between two looks.
const TOLERANCE: TimeDelta = TimeDelta::hours(1);

/// How much is asked before what is due goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Consent {
    /// It waits where something looks wrong; the clock may have gone on by so much since the last look.
    Guarded(TimeDelta),
    /// Somebody has said yes.
    Given,
}

/// What became of what was due of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// So many records were deleted.
    Deleted(usize),
    /// So many wait, or more.
    Waits(i64, Why),
    /// The account may not delete.
    Denied,
    /// Another instance is at it.
    Busy,
}

/// Sweeps now and then, until the task ends.
pub(crate) async fn forever(pool: &Pool, policy: &Policy, metrics: &Metrics) {
    let mut looked: Option<Instant> = None;
    let mut is_denied = false;
    loop {
        let now = Instant::now();
        let mut is_reached = true;
        for Stored { table, record, .. } in stored_forms() {
            match sweep(pool, table, policy, Consent::Guarded(elapsed(looked))).await {
                Ok(Outcome::Deleted(0) | Outcome::Busy) => {}
                Ok(Outcome::Deleted(rows)) => {
                    metrics.deleted(record, rows);
                    tracing::info!(rows, list = table, "deleted what was kept for its time");
                }
                Ok(Outcome::Waits(rows, why)) => {
                    tracing::warn!(
                        rows,
                        list = table,
                        "due, and waits for `agency-server sweep --yes`: {why}"
                    );
                }
                Ok(Outcome::Denied) if is_denied || *policy == Policy::default() => {}
                Ok(Outcome::Denied) => {
                    is_denied = true;
                    tracing::warn!(
                        "this account may not delete what is due: have the owner run `agency-server sweep`"
                    );
                }
                Err(error) => {
                    is_reached = false;
                    tracing::warn!(list = table, "what was due was not deleted: {error:#}");
                }
            }
        }
        if is_reached {
            looked = Some(now);
        }
        tokio::time::sleep(PAUSE.mul_f32(1.0 + rand::random::<f32>() / 2.0)).await;
    }
}

/// How far the database's clock may have come since this process last looked, by this machine's clock that never jumps.
fn elapsed(looked: Option<Instant>) -> TimeDelta {
    let since = looked.and_then(|looked| TimeDelta::from_std(looked.elapsed()).ok());
    since.map_or(LONGEST_PAUSE, |since| (since + TOLERANCE).min(LONGEST_PAUSE))
}

/// Deletes what is due of a table, in batches: no more than was counted before, unless somebody has said yes.
pub(crate) async fn sweep(
    pool: &Pool,
    table: &'static str,
    policy: &Policy,
    consent: Consent,
) -> Result<Outcome> {
    let mut connection = storage::get(pool).await?;
    let looked =
        connection.transaction(async |connection| first(connection, table, policy, consent).await).await?;
    drop(connection);
    let mut left = match looked {
        Ok(due) => due,
        Err(outcome) => return Ok(outcome),
    };
    let elapsed = match consent {
        Consent::Guarded(elapsed) => elapsed,
        Consent::Given => LONGEST_PAUSE,
    };
    let mut deleted: usize = 0;
    while left > 0 {
        // Given back between batches: requests come first.
        let mut connection = storage::get(pool).await?;
        let (is_more, rows) = connection
            .transaction(async |connection| {
                if lock(connection, table).await? {
                    batch::delete(connection, table, policy, elapsed, left).await
                } else {
                    Ok((false, 0))
                }
            })
            .await?;
        deleted = deleted.saturating_add(rows);
        left = left.saturating_sub(i64::try_from(rows).unwrap_or(i64::MAX));
        if !is_more {
            break;
        }
    }
    Ok(Outcome::Deleted(deleted))
}

/// Looks whether something is due and may go, and notes it: how many records, or what became of them instead.
async fn first(
    connection: &mut AsyncPgConnection,
    table: &'static str,
    policy: &Policy,
    consent: Consent,
) -> QueryResult<Result<i64, Outcome>> {
    if !may_delete(connection, table).await? {
        return Ok(Err(Outcome::Denied));
    }
    if !lock(connection, table).await? {
        return Ok(Err(Outcome::Busy));
    }
    let look = look::look(connection, table, policy, CLOCK).await?;
    let Consent::Guarded(elapsed) = consent else {
        look::note(connection, table, look.now, policy, 0).await?;
        return Ok(Ok(i64::MAX));
    };
    let Some(why) = judge(&look, table, policy, elapsed) else {
        look::note(connection, table, look.now, policy, 0).await?;
        return Ok(Ok(look.due));
    };
    // The policy of before stays the one that later dates were shown by, and a clock that has jumped is not believed.
    let looked_at = match why {
        Why::Clock { looked_at, .. } => looked_at,
        Why::Shorter | Why::Many => look.now,
    };
    let known = if why == Why::Many { policy } else { &look.former };
    look::note(connection, table, looked_at, known, look.due).await?;
    Ok(Err(Outcome::Waits(look.due, why)))
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Bool)]
    answer: bool,
}

/// Whether this account may delete a table's records.
async fn may_delete(connection: &mut AsyncPgConnection, table: &str) -> QueryResult<bool> {
    let asked = sql_query("SELECT has_table_privilege($1, 'DELETE') AS answer").bind::<Text, _>(table);
    asked.get_result(connection).await.map(|Answer { answer }| answer)
}

/// Keeps other sweeps of a table away until the transaction ends; false when one is at it.
async fn lock(connection: &mut AsyncPgConnection, table: &str) -> QueryResult<bool> {
    let asked =
        sql_query("SELECT pg_try_advisory_xact_lock(hashtextextended('retention ' || $1, 0)) AS answer");
    asked.bind::<Text, _>(table).get_result(connection).await.map(|Answer { answer }| answer)
}
