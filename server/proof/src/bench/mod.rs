//! Measures the server against its budgets.
//!
//! | part | measures |
//! | --- | --- |
//! | pages | response times of list pages by the number of rows |
//! | search | response times of searches |
//! | rates | requests a second against a plain axum + sqlx server and against pgbench |
//! | resources | start time, memory, uploads, exports, idle statements |
//!
//! One thread generates the load over kept connections on the same machine, as in pgbench. Only the ratios of one run
//! are comparable between machines.

mod pages;
mod rates;
mod resources;
mod search;
mod statements;

use std::fs;

use crate::harness::prelude::*;
use crate::report::{Limits, Report};

/// Number of rows for which the budgets are meant.
const ORDINARY_ROWS: u64 = 100_000;

const PARTS: [&str; 4] = ["pages", "search", "rates", "resources"];

/// Adds words to records, each word to a known share of them. Only the oldest records contain `archive` and `ledger`.
const ADD_WORDS: &str = "CREATE FUNCTION bench_words(id bigint) RETURNS text LANGUAGE sql AS $$ SELECT concat( \
         CASE WHEN id % 250 = 0 THEN ' zinc' END, \
         CASE WHEN id % 50 = 1 THEN ' copper kettle' END, \
         CASE WHEN id % 25 = 2 THEN ' nickel' END, \
         CASE WHEN id % 14 = 3 THEN ' silver' END, \
         CASE WHEN id <= {rows} * 3 / 100 THEN ' archive' END, \
         CASE WHEN id <= {rows} * 6 / 100 THEN ' ledger' END) $$; \
     CREATE FUNCTION bench_add_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF TG_TABLE_NAME = 'consultations' THEN new.message := new.message || bench_words(new.id); \
         ELSIF new.kind = 'consultations' THEN \
             new.words := new.words || to_tsvector('simple', bench_words(new.id)); \
         END IF; \
         RETURN new; END $$; \
     CREATE TRIGGER bench_words BEFORE INSERT ON consultations FOR EACH ROW EXECUTE FUNCTION bench_add_words(); \
     CREATE TRIGGER bench_words BEFORE INSERT ON submissions FOR EACH ROW EXECUTE FUNCTION bench_add_words()";
const REMOVE_WORDS: &str =
    "DROP TRIGGER bench_words ON consultations; DROP TRIGGER bench_words ON submissions";

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
        seed(&system.database_url(), rows)?;
        system.postgres.execute(REMOVE_WORDS).await?;
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
        self.system.postgres.execute(&format!("ALTER DATABASE agency SET log_statement = '{which}'")).await
    }

    /// Returns the server's peak memory in MB.
    fn peak_memory(&self) -> Result<f64> {
        Ok(self.system.servers.first().context("no server")?.memory()?[1])
    }
}

/// Measures one part or all, and writes the report into the documentation if `is_written` is set.
pub(crate) async fn run_benchmarks(sizes: &[u64], only: Option<&str>, is_written: bool) -> Result<()> {
    ensure!(only.is_none_or(|only| PARTS.contains(&only)), "the parts are {}", PARTS.join(", "));
    let chosen = |part| only.is_none_or(|only| only == part);
    let load_before = load_average()?;
    let mut benches = Vec::new();
    for &rows in sizes {
        benches.push(Bench::fill(rows).await?);
    }
    let numbers = sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let command = format!("make bench PART=server N=\"{numbers}\" WRITE=yes");
    let mut report = Report::new("The server measured", &command, &Limits::COLUMNS);
    if chosen("pages") {
        pages::measure(&benches, &mut report).await?;
    }
    let largest = sizes.iter().copied().max().unwrap_or_default();
    let ordinary = sizes.iter().copied().filter(|&rows| rows <= ORDINARY_ROWS).max().unwrap_or(largest);
    for bench in &mut benches {
        // Runs before thousands of equal forms are stored.
        if chosen("search") && (bench.rows == ordinary || bench.rows > ORDINARY_ROWS) {
            search::measure(bench, &mut report).await?;
        }
        if chosen("rates") && bench.rows == ordinary {
            rates::measure(bench, &mut report).await?;
        }
        if chosen("resources") && bench.rows == ordinary {
            resources::measure(bench, &mut report).await?;
        }
    }
    let version = benches
        .first()
        .context("no rows")?
        .system
        .postgres
        .query_text("current_setting('server_version')")
        .await?;
    let load_after = load_average()?;
    report.line(&format!(
        "\nPostgreSQL {version}. Load average of the machine: {load_before}, at the end {load_after}."
    ));
    if is_written { report.write("server.md") } else { Ok(()) }
}

fn load_average() -> Result<String> {
    let text = fs::read_to_string("/proc/loadavg")?;
    Ok(text.split(' ').next().unwrap_or_default().to_owned())
}
