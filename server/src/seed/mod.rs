//! `agency-server seed`: adds sample submissions, to try the product and to measure it.

mod pdf;
mod queries;
mod submissions;
mod work;

#[cfg(test)]
mod tests;

use std::ops::{Range, RangeInclusive};

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::SimpleAsyncConnection as _;

use crate::{
    seed::submissions::Writer,
    storage::{self, Pool},
};

/// How many consultations one may ask for.
pub(crate) const CONSULTATIONS: RangeInclusive<u64> = 1..=10_000_000;

/// How many rows a statement inserts, all of them in memory.
const BATCH_ROWS: u64 = 5_000;
/// One application is added for this many consultations: each has a file.
const CONSULTATIONS_AN_APPLICATION: u64 = 10;
const DAYS: i64 = 2 * 365;

/// Adds sample consultations, and a tenth as many applications. The same seed makes the same submissions, apart from their
/// random slugs.
#[expect(clippy::print_stdout, reason = "the command prints what it does")]
pub(crate) async fn fill(pool: &Pool, consultations: u64, seed: u64) -> Result<()> {
    let applications = consultations.div_ceil(CONSULTATIONS_AN_APPLICATION);
    println!(
        "Adding {consultations} sample consultations and {applications} applications with their CVs, \
         of the last {DAYS} days, from seed {seed}."
    );
    let mut connection = storage::get(pool).await?;
    let mut writer = Writer::new(seed);
    let now = Utc::now();
    for batch in batches(consultations) {
        let done = batch.end;
        let row =
            |nth| writer.consultation(instant(now, nth, consultations), work::state(nth, consultations));
        queries::add_consultations(&mut connection, batch.map(row).collect()).await?;
        print_progress(done, consultations, "consultations");
    }
    for batch in batches(applications) {
        let done = batch.end;
        let row = |nth| writer.application(instant(now, nth, applications), work::state(nth, applications));
        queries::add_applications(&mut connection, batch.map(row).collect()).await?;
        print_progress(done, applications, "applications");
    }
    println!("Adding work to the newest of them");
    for table in ["consultations", "applications"] {
        work::add_work(&mut connection, table, seed).await?;
    }
    connection.batch_execute("VACUUM (ANALYZE)").await?;
    Ok(())
}

fn batches(rows: u64) -> impl Iterator<Item = Range<u64>> {
    (0..rows.div_ceil(BATCH_ROWS)).map(move |nth| {
        let start = nth.saturating_mul(BATCH_ROWS);
        start..start.saturating_add(BATCH_ROWS).min(rows)
    })
}

/// Returns when the nth of `rows` submissions arrived: evenly distributed, the oldest first.
fn instant(now: DateTime<Utc>, nth: u64, rows: u64) -> DateTime<Utc> {
    let all = TimeDelta::days(DAYS).num_microseconds().unwrap_or_default();
    let left = i128::from(all) * i128::from(rows.saturating_sub(nth)) / i128::from(rows.max(1));
    now - TimeDelta::microseconds(i64::try_from(left).unwrap_or_default())
}

#[expect(clippy::print_stdout, reason = "the command prints its progress")]
fn print_progress(done: u64, rows: u64, what: &str) {
    if done == rows || done.is_multiple_of(BATCH_ROWS * 10) {
        println!("{done} of {rows} {what}");
    }
}
