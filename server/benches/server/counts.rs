//! The first page of a list, whose count is a sum over shards, while a dump holds a snapshot.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
    time::Duration,
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

const INSERTS: u64 = 20_000;

const SNAPSHOT: Limits = Limits::at_least(0.1, 0.19, " ×");

/// Measures the first page of a list of so many rows before and after inserts that an old snapshot keeps from being
/// cleaned up.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    let request = get("/api/consultations", &product.access);
    let page: MakeRequest = std::sync::Arc::new(move |_| request.clone());
    let create = calls::create();
    let before = pages(&product, &page).await?;

    let snapshot = Snapshot::hold(tools, rows)?;
    let enough = count(&product).await? + INSERTS;
    while count(&product).await? < enough {
        rate(&product.address, 201, Duration::from_secs(1), &create).await?;
    }
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
