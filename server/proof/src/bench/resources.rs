//! Start, memory, uploads, exports, and the statements of an idle server.

use crate::bench::Bench;
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

const STARTS: usize = 5;
const UPLOADS: usize = 200;
/// Size of the largest valid CV in bytes.
const CV_BYTES: usize = 5 * 1_024 * 1_024 - 1;
/// Bytes at the end of each upload that are sent once all uploads have reached them.
const END_BYTES: usize = 20;
const IDLE: Duration = Duration::from_mins(1);

const START: Limits = Limits::at_most(300.0, 150.0, " ms");
const IDLE_MEMORY: Limits = Limits::at_most(20.0, 15.0, " MB");
const UPLOADING: Limits = Limits::at_most(120.0, 100.0, " MB");
const STATEMENTS: Limits = Limits::at_most(1.0, 0.33, " in 5 s");
const EXPORT: Limits = Limits::at_least(100_000.0, 100_000.0, " rows/s");
const EXPORTING: Limits = Limits::at_most(10.0, 10.0, " MB");

pub(super) async fn measure(bench: &mut Bench, report: &mut Report) -> Result<()> {
    let (mut starts, mut idle) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let since = Instant::now();
        let mut server = Server::start(&bench.system.database_url(), &[])?;
        server.ready().await?;
        starts.push(milliseconds(since.elapsed()));
        idle.push(server.memory()?[0]);
    }
    START.report(report, "start to the first 200 of /readyz", "migrations done", median(starts));
    IDLE_MEMORY.report(report, "memory idle", "", median(idle));
    let statements = count_idle_statements(bench).await?;
    STATEMENTS.report(
        report,
        "statements of an idle server",
        &format!("in {} s", IDLE.as_secs()),
        statements,
    );
    export(bench, report).await?;
    bench.restart(&[]).await?;
    let stored = format!("{} stored", upload(bench).await?);
    let what = format!("peak memory, {UPLOADS} uploads of 5 MB at once");
    UPLOADING.report(report, &what, &stored, bench.peak_memory()?);
    Ok(())
}

/// Returns the number of statements that a server without requests sends in 5 seconds.
async fn count_idle_statements(bench: &mut Bench) -> Result<f64> {
    bench.log_statements("all").await?;
    bench.restart(&[]).await?;
    // Skips the first statements of the background tasks.
    sleep(IDLE / 6).await;
    let start = bench.system.postgres.log().len();
    sleep(IDLE).await;
    let log = bench.system.postgres.log();
    let is_statement =
        |line: &&str| line.starts_with("LOG:  statement: ") || line.starts_with("LOG:  execute ");
    let count = log.get(start..).unwrap_or_default().lines().filter(is_statement).count();
    bench.log_statements("none").await?;
    Ok(f64::from(u32::try_from(count)?) * 5.0 / IDLE.as_secs_f64())
}

/// Exports the whole list twice at the same time.
async fn export(bench: &mut Bench, report: &mut Report) -> Result<()> {
    bench.restart(&[]).await?;
    // Excludes memory that any first call allocates.
    bench.session.read_json("/api/consultations?q=shop").await?;
    let server = bench.system.server(0)?;
    server.reset_peak_memory()?;
    let (before, start) = (server.memory()?[0], Instant::now());
    let export = || bench.session.get("/api/consultations/export.csv");
    let (one, other) = tokio::try_join!(export(), export())?;
    let seconds = start.elapsed().as_secs_f64();
    let exported =
        2 * bench.system.postgres.query_text("SELECT count(*) FROM consultations").await?.parse::<u32>()?;
    for file in [one.ensure(200)?, other.ensure(200)?] {
        ensure!(
            2 * String::from_utf8(file.body)?.lines().count() > usize::try_from(exported)?,
            "an export is too short"
        );
    }
    EXPORT.report(report, "two exports at once", &format!("{exported} rows"), f64::from(exported) / seconds);
    let memory = bench.peak_memory()? - before;
    EXPORTING.report(report, "peak memory of two exports, above memory before", "", memory);
    Ok(())
}

/// Starts all uploads before completing any. Returns the number of stored ones; with a slow disk some time out.
async fn upload(bench: &Bench) -> Result<usize> {
    let mut cv = b"%PDF-1.7\n".to_vec();
    cv.resize_with(CV_BYTES, rand::random);
    let body = Arc::new(application("bench", &cv));
    let (start, address) = (body.len() - END_BYTES, bench.system.address());
    let mut beginning = JoinSet::new();
    for _ in 0..UPLOADS {
        let body = Arc::clone(&body);
        beginning.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let headers = Form::new(Kind::Application).headers();
            let head = head("POST", &Kind::Application.path(), &headers, body.len());
            connection.write(head.as_bytes()).await?;
            connection.write(body.get(..start).unwrap_or_default()).await?;
            anyhow::Ok(connection)
        });
    }
    let mut ending = JoinSet::new();
    for connection in beginning.join_all().await {
        let (mut connection, body) = (connection?, Arc::clone(&body));
        ending.spawn(async move { connection.send(body.get(start..).unwrap_or_default()).await });
    }
    let mut stored = 0;
    for answer in ending.join_all().await {
        let status = answer?.status;
        ensure!(matches!(status, 201 | 503), "an upload was answered with {status}");
        stored += usize::from(status == 201);
    }
    Ok(stored)
}
