//! `agency-seed`: adds sample submissions to a database that `agency-server migrate` has brought up to date.
//!
//! It is a separate program, so that the production server has no such command.

mod pdf;
mod queries;
#[path = "../src/intake/search_document.rs"]
mod search_document;
#[path = "../src/intake/spam/signals/mod.rs"]
mod spam_signals;
mod submissions;
mod work;

#[cfg(test)]
mod tests;

use std::{env, ops::Range};

use anyhow::{Context as _, Result};
use chrono::{DateTime, TimeDelta, Utc};
use clap::Parser;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _};

use crate::submissions::Writer;

/// Rows per INSERT statement, all held in memory.
const BATCH_ROWS: u64 = 5_000;
/// Consultations per application. Applications are fewer because each has a file.
const CONSULTATIONS_AN_APPLICATION: u64 = 10;
const DAYS: i64 = 2 * 365;

/// Adds sample consultations, and a tenth as many applications, to the database
#[derive(Parser)]
#[command(version, after_help = "Example:\n  agency-seed 1000")]
struct Cli {
    /// Number of consultations
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    consultations: u64,
    /// Seed: equal seeds generate equal submissions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Cli { consultations, seed } = Cli::parse();
    // Connects without TLS, which is enough for a sample database.
    let database_url = env::var("DATABASE_URL").context("DATABASE_URL is not set")?;
    let mut connection =
        AsyncPgConnection::establish(&database_url).await.context("the database cannot be reached")?;
    fill(&mut connection, consultations, seed).await
}

/// Adds sample consultations, and a tenth as many applications. Equal seeds generate equal submissions, except for
/// their random slugs.
#[expect(clippy::print_stdout, reason = "the command prints what it does")]
async fn fill(connection: &mut AsyncPgConnection, consultations: u64, seed: u64) -> Result<()> {
    let applications = consultations.div_ceil(CONSULTATIONS_AN_APPLICATION);
    println!(
        "Adding {consultations} sample consultations and {applications} applications with their CVs, \
         of the last {DAYS} days, from seed {seed}."
    );
    let mut writer = Writer::new(seed);
    let now = Utc::now();
    for batch in batches(consultations) {
        let done = batch.end;
        let row =
            |nth| writer.consultation(instant(now, nth, consultations), work::state(nth, consultations));
        queries::add_consultations(connection, batch.map(row).collect()).await?;
        print_progress(done, consultations, "consultations");
    }
    for batch in batches(applications) {
        let done = batch.end;
        let row = |nth| writer.application(instant(now, nth, applications), work::state(nth, applications));
        queries::add_applications(connection, batch.map(row).collect()).await?;
        print_progress(done, applications, "applications");
    }
    println!("Adding work to the newest of them");
    for table in ["consultations", "applications"] {
        work::add_work(connection, table, seed).await?;
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
