//! Measures the server against its budgets.
//!
//! | part | measures |
//! | --- | --- |
//! | pages | response times of list pages by the number of rows |
//! | search | response times of searches |
//! | insights | response times of insights |
//! | rates | requests a second against a plain axum + sqlx server and a Django server |
//! | resources | start time, memory, uploads, exports, idle statements |
//!
//! One thread generates the load over kept connections on the same machine. Only the ratios of one run are comparable
//! between machines.

mod insights;
mod pages;
mod rates;
mod resources;
mod search;

use std::fs;

use crate::harness::prelude::*;
use crate::report::{RESULT, Report};

/// Number of rows for which the budgets are meant.
const ORDINARY_ROWS: u64 = 100_000;

/// Adds words to consultations, each word to a known share of them. Only the oldest contain `archive` and `ledger`.
const ADD_WORDS: &str = "CREATE FUNCTION add_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
     new.words := new.words || to_tsvector('simple', concat( \
         CASE WHEN new.id % 250 = 0 THEN ' zinc' END, \
         CASE WHEN new.id % 50 = 1 THEN ' copper kettle' END, \
         CASE WHEN new.id % 25 = 2 THEN ' nickel' END, \
         CASE WHEN new.id % 14 = 3 THEN ' silver' END, \
         CASE WHEN new.id <= {rows} * 3 / 100 THEN ' archive' END, \
         CASE WHEN new.id <= {rows} * 6 / 100 THEN ' ledger' END)); \
     RETURN new; END $$; \
     CREATE TRIGGER add_words BEFORE INSERT ON submissions FOR EACH ROW WHEN (new.kind = 'consultations') \
         EXECUTE FUNCTION add_words()";

/// Server over a database with `rows` rows, and an admin's session.
struct Bench {
    rows: u64,
    system: System,
    session: Session,
}

impl Bench {
    /// Fills a database and starts a server over it.
    async fn fill(rows: u64) -> Result<Self> {
        let system = System::start(&[TRUSTED]).await?;
        system.postgres.execute(&ADD_WORDS.replace("{rows}", &rows.to_string())).await?;
        seed(&system.postgres.url(), rows)?;
        system.postgres.execute("DROP TRIGGER add_words ON submissions").await?;
        // Otherwise autovacuum would run during the measurement.
        system.postgres.execute("VACUUM (ANALYZE)").await?;
        Ok(Self { rows, session: system.sign_in().await?, system })
    }

    /// Starts a new server with these settings.
    async fn restart(&mut self, settings: &[Setting<'_>]) -> Result<()> {
        self.system.serve(1, &[&[TRUSTED], settings].concat()).await?;
        self.session = self.system.sign_in().await?;
        Ok(())
    }

    /// Sets which statements of new connections Postgres logs.
    async fn log_statements(&self, which: &str) -> Result<()> {
        self.system.postgres.execute(&format!("ALTER DATABASE postgres SET log_statement = '{which}'")).await
    }

    /// Returns the server's peak memory in MB.
    fn peak_memory(&self) -> Result<f64> {
        Ok(self.system.servers.first().context("no server")?.memory()?[1])
    }
}

/// Measures one part or all, and writes the report into the documentation if `is_written` is set.
pub(crate) async fn run_benchmarks(sizes: &[u64], only: Option<String>, is_written: bool) -> Result<()> {
    let load = || fs::read_to_string("/proc/loadavg").map(|text| text.split(' ').take(1).collect::<String>());
    let load_before = load()?;
    let mut benches = Vec::new();
    for &rows in sizes {
        benches.push(Bench::fill(rows).await?);
    }
    let numbers = sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let command = format!("make bench PART=server N=\"{numbers}\" WRITE=yes");
    let mut report = Report::new("The server measured", &command, RESULT, only);
    if report.has("pages") {
        pages::measure(&benches, &mut report).await?;
    }
    let ordinary = sizes.iter().copied().filter(|&rows| rows <= ORDINARY_ROWS).max();
    for bench in &mut benches {
        let is_ordinary = ordinary.is_none_or(|rows| bench.rows == rows);
        // Runs before thousands of equal forms are stored.
        if report.has("search") && (is_ordinary || bench.rows > ORDINARY_ROWS) {
            search::measure(bench, &mut report).await?;
        }
        if report.has("insights") && (is_ordinary || bench.rows > ORDINARY_ROWS) {
            insights::measure(bench, &mut report).await?;
        }
        if report.has("rates") && is_ordinary {
            rates::measure(bench, &mut report).await?;
        }
        if report.has("resources") && is_ordinary {
            resources::measure(bench, &mut report).await?;
        }
    }
    let first = benches.first().context("no rows")?;
    let version = first.system.postgres.query_text("current_setting('server_version')").await?;
    let load_after = load()?;
    let loads = format!("Load average of the machine: {load_before}, at the end {load_after}.");
    report.notes.push(format!("PostgreSQL {version}. {loads}"));
    report.end(is_written.then_some("server.md"))
}
