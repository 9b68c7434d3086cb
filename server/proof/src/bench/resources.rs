//! Start, memory, uploads, exports, and the statements of an idle server.

use tokio::sync::Barrier;

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

const START: Limits = Limits('≤', 300.0, 150.0, " ms");
const IDLE_MEMORY: Limits = Limits('≤', 20.0, 15.0, " MB");
const UPLOADING: Limits = Limits('≤', 120.0, 100.0, " MB");
const STATEMENTS: Limits = Limits('≤', 1.0, 0.33, " in 5 s");
const EXPORT: Limits = Limits('≥', 100_000.0, 100_000.0, " rows/s");
const EXPORTING: Limits = Limits('≤', 10.0, 10.0, " MB");

pub(super) async fn measure(bench: &mut Bench, report: &mut Report) -> Result<()> {
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let since = Instant::now();
        let mut server = Server::start(&bench.system.postgres.url(), &[])?;
        server.ready().await?;
        starts.push(milliseconds(since.elapsed()));
    }
    report.result(START, "start to the first 200 of /readyz", "migrations done", percentile(50, starts));
    let statements = count_idle_statements(bench).await?;
    let figures = format!("in {} s", IDLE.as_secs());
    report.result(STATEMENTS, "statements of an idle server", &figures, statements);
    report.result(IDLE_MEMORY, "memory of an idle server", "", bench.system.server(0)?.memory()?[0]);
    export(bench, report).await?;
    bench.restart(&[]).await?;
    let stored = format!("{} stored", upload(bench).await?);
    let what = format!("peak memory, {UPLOADS} uploads of 5 MB at once");
    report.result(UPLOADING, &what, &stored, bench.peak_memory()?);
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
    one.ensure(200)?;
    other.ensure(200)?;
    let rows = bench.system.postgres.query_text("SELECT count(*) FROM consultations").await?;
    let exported = 2 * rows.parse::<u32>()?;
    report.result(EXPORT, "two exports at once", &format!("{exported} rows"), f64::from(exported) / seconds);
    let memory = bench.peak_memory()? - before;
    report.result(EXPORTING, "peak memory of two exports, above memory before", "", memory);
    Ok(())
}

/// Starts all uploads before completing any. Returns the number of stored ones; with a slow disk some time out.
async fn upload(bench: &Bench) -> Result<usize> {
    let mut cv = b"%PDF-1.7\n".to_vec();
    cv.resize_with(CV_BYTES, rand::random);
    let body = Arc::new(application("bench", &cv));
    let (start, address) = (body.len() - END_BYTES, bench.system.address());
    let (barrier, mut uploads) = (Arc::new(Barrier::new(UPLOADS)), JoinSet::new());
    for _ in 0..UPLOADS {
        let (body, barrier) = (Arc::clone(&body), Arc::clone(&barrier));
        uploads.spawn(async move {
            let connecting = async {
                let mut connection = Connection::open(address).await?;
                let headers = Form::new(Kind::Application).headers();
                let head = head("POST", &Kind::Application.path(), &headers, body.len());
                connection.write(head.as_bytes()).await?;
                connection.write(body.get(..start).unwrap_or_default()).await?;
                anyhow::Ok(connection)
            };
            let connection = connecting.await;
            barrier.wait().await;
            connection?.send(body.get(start..).unwrap_or_default()).await
        });
    }
    let mut stored = 0;
    for answer in uploads.join_all().await {
        let status = answer?.status;
        ensure!(matches!(status, 201 | 503), "an upload was answered with {status}");
        stored += usize::from(status == 201);
    }
    Ok(stored)
}
