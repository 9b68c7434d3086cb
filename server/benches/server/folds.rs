//! What the counts behind a list cost: its first page while a dump holds a snapshot, and folding what came.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};

use crate::{
    calls,
    load::{MakeRequest, get, rate},
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const ROUNDS: usize = 7;
const TIME: Duration = Duration::from_millis(300);
/// How long folding may lag behind before the benchmark gives up.
const TIMEOUT: Duration = Duration::from_mins(1);

const INSERTS: u64 = 20_000;
const CHANGES: u64 = 10_000;

const SNAPSHOT: Limits = Limits::at_least(0.3, 0.6, " ×");
const FOLD: Limits = Limits::at_most(2_000.0, 200.0, " ms");

/// Measures both on a list of so many rows.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    under_a_snapshot(tools, rows, report).await?;
    folding(tools, rows, report)
}

async fn under_a_snapshot(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    let request = get("/api/consultations", &product.access);
    let page: MakeRequest = std::sync::Arc::new(move |_| request.clone());
    let create = calls::create();
    settled(tools, rows).await?;
    let before = pages(&product, &page).await?;

    let snapshot = Snapshot::hold(tools, rows)?;
    let enough = count(&product).await? + INSERTS;
    while count(&product).await? < enough {
        rate(&product.address, 201, Duration::from_secs(1), &create).await?;
    }
    settled(tools, rows).await?;
    let after = pages(&product, &page).await?;
    drop(snapshot);
    report.row(
        &format!("first page after {INSERTS} inserts while an old snapshot is held, against before"),
        &format!("{after:.0}/s after {before:.0}/s"),
        after / before,
        Some(SNAPSHOT),
    );
    Ok(())
}

async fn pages(product: &Product, page: &MakeRequest) -> Result<f64> {
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        rates.push(rate(&product.address, 200, TIME, page).await?);
    }
    Ok(median(rates))
}

async fn count(product: &Product) -> Result<u64> {
    let list = product.read("/api/consultations").await?;
    list.get("count").and_then(serde_json::Value::as_u64).context("no count")
}

/// Waits until the server has folded what was written.
async fn settled(tools: &Tools, rows: u64) -> Result<()> {
    let start = Instant::now();
    while tools.psql(&tools.url(rows), "SELECT count(*) FROM list_changes")? != "0" {
        ensure!(start.elapsed() < TIMEOUT, "the server does not fold its lists");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

/// Times all parts of the work, as no server does it beside: psql's start is in it, some milliseconds a part.
fn folding(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let url = tools.url(rows);
    let part = "BEGIN ISOLATION LEVEL REPEATABLE READ; \
                SELECT is_done FROM list_fold_part('consultations'); COMMIT";
    while tools.psql(&url, part)? != "t" {}
    let insert = format!(
        "INSERT INTO consultations (slug, full_name, name_key, email, message) \
         SELECT md5(gen_random_uuid()::text), 'Ada', md5(n::text), 'ada@customer.example', 'We need a shop.' \
         FROM generate_series(1, {CHANGES}) AS n"
    );
    tools.psql(&url, &insert)?;
    let start = Instant::now();
    let mut parts = 1;
    while tools.psql(&url, part)? != "t" {
        parts += 1;
    }
    let time = start.elapsed().as_secs_f64() * 1_000.0;
    report.row(
        &format!("folding {CHANGES} changes of a list of {rows} rows"),
        &format!("parts: {parts}"),
        time,
        Some(FOLD),
    );
    Ok(())
}

/// A transaction that sees what was there when it began, as a dump's does; ended when it goes out of scope.
struct Snapshot(Child);

impl Snapshot {
    fn hold(tools: &Tools, rows: u64) -> Result<Self> {
        let mut child = Command::new(tools.program("psql"))
            .args(["-X", "-qtA", "-d", &tools.url(rows)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("psql cannot be run")?;
        let statements = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM admins;\n";
        child.stdin.as_mut().context("no input")?.write_all(statements.as_bytes())?;
        let mut answer = String::new();
        BufReader::new(child.stdout.as_mut().context("no output")?).read_line(&mut answer)?;
        ensure!(!answer.is_empty(), "no snapshot is held");
        Ok(Self(child))
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
