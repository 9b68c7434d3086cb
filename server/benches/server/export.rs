//! A list as a file: how long all of it takes, in how much memory, and what those hold who take it slowly.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    task::{JoinSet, spawn_blocking},
};

use crate::{
    load::{MakeRequest, get, get_with, rate},
    median,
    memory::megabytes,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const PATH: &str = "/api/consultations/export.csv";
/// Where the file ends that comes in chunks.
const END: &[u8] = b"0\r\n\r\n";

const SLOW: usize = 100;
/// What each of them takes a second.
const BYTES: usize = 1_024;
/// So long after their beginning, what can be sent ahead has been sent.
const SETTLED: Duration = Duration::from_secs(5);
const SAMPLES: u32 = 100;
const BETWEEN: Duration = Duration::from_millis(100);

const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_secs(1);
/// How long its end may take to be kept.
const TIMEOUT: Duration = Duration::from_secs(30);

const SECONDS: Limits = Limits::at_most(60.0, 15.0, " s");
const MEMORY: Limits = Limits::at_most(20.0, 10.0, " MB");
const HELD: Limits = Limits::at_most(1.0, 0.1, "");
const SHARE: Limits = Limits::at_least(0.8, 0.95, " ×");

/// Takes a list of so many rows, quickly and slowly.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    quickly(tools, rows, report).await?;
    slowly(tools, rows, report).await
}

async fn quickly(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    // What any first call needs is not the export's.
    product.read("/api/consultations?q=shop").await?;
    let before = product.reset_peak_memory()?;
    let start = Instant::now();
    let bytes = take(&product).await?;
    let seconds = start.elapsed().as_secs_f64();
    let memory = megabytes(product.peak_memory()?.saturating_sub(before));
    let exported = exported(tools, rows).await?;
    let all = tools.psql(&tools.url(rows), "SELECT count(*) FROM consultations")?;
    ensure!(exported == all, "{exported} rows of {all} were exported");
    let figures = format!("{exported} rows, {} MB", bytes / 1_024 / 1_024);
    report.row("export of a list", &figures, seconds, Some(SECONDS));
    report.row("memory at most, more than before the export", "", memory, Some(MEMORY));
    Ok(())
}

/// Takes the whole file as fast as it comes; how many bytes it has.
async fn take(product: &Product) -> Result<u64> {
    let mut stream = TcpStream::connect(&product.address).await?;
    stream.write_all(&get_with("connection: close\r\n", PATH, &product.access)).await?;
    let (mut piece, mut end, mut bytes) = (vec![0; 256 * 1_024], Vec::new(), 0);
    loop {
        let read = stream.read(&mut piece).await?;
        if read == 0 {
            break;
        }
        bytes += u64::try_from(read)?;
        end.extend_from_slice(piece.get(read.saturating_sub(END.len())..read).unwrap_or_default());
        end.drain(..end.len().saturating_sub(END.len()));
    }
    ensure!(end == END, "the export ended short");
    Ok(bytes)
}

/// How many rows the last export had, which is kept once it is over.
async fn exported(tools: &Tools, rows: u64) -> Result<String> {
    let start = Instant::now();
    loop {
        let kept = "SELECT rows FROM exports WHERE ended_at IS NOT NULL ORDER BY id DESC LIMIT 1";
        let rows = tools.psql(&tools.url(rows), kept)?;
        if !rows.is_empty() {
            return Ok(rows);
        }
        ensure!(start.elapsed() < TIMEOUT, "the export's end is not kept");
        tokio::time::sleep(BETWEEN).await;
    }
}

async fn slowly(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    let without = pages(&product).await?;
    let mut clients = JoinSet::new();
    for _ in 0..SLOW {
        // One after the other: what is measured is who goes on, not a crowd that begins in the same instant.
        let client = begin(&product).await?;
        clients.spawn(go_on(client));
    }
    tokio::time::sleep(SETTLED).await;
    let (mut most, mut sum) = (0, 0);
    for _ in 0..SAMPLES {
        let held = held(tools, rows).await?;
        most = most.max(held);
        sum += held;
        tokio::time::sleep(BETWEEN).await;
    }
    let with = pages(&product).await?;
    if let Some(ended) = clients.try_join_next() {
        ended??;
        bail!("the list is too short for exports that take their time");
    }
    report.row(
        &format!("connections to the database that {SLOW} exports at 1 KB/s hold, on average"),
        &format!("at most {most}"),
        f64::from(sum) / f64::from(SAMPLES),
        Some(HELD),
    );
    report.row(
        &format!("list, first page, beside {SLOW} exports at 1 KB/s, against without them"),
        &format!("{with:.0}/s beside {without:.0}/s"),
        with / without,
        Some(SHARE),
    );
    Ok(())
}

/// Asks for the file with little room for it, and has the first of it.
async fn begin(product: &Product) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4_096)?;
    let mut client = socket.connect(product.address.parse()?).await?;
    client.write_all(&get(PATH, &product.access)).await?;
    client.read_exact(&mut [0; BYTES]).await.context("an export did not begin")?;
    Ok(client)
}

/// Takes the rest at the pace of a bad line; ends with the file.
async fn go_on(mut client: TcpStream) -> Result<()> {
    let mut turns = tokio::time::interval(Duration::from_secs(1));
    let mut piece = [0; BYTES];
    loop {
        turns.tick().await;
        client.read_exact(&mut piece).await.context("an export ended")?;
    }
}

/// How many connections of the server's have something to do in the database.
async fn held(tools: &Tools, rows: u64) -> Result<u32> {
    let tools = tools.clone();
    let busy = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                AND state <> 'idle' AND pid <> pg_backend_pid()";
    // The clients go on meanwhile.
    Ok(spawn_blocking(move || tools.psql(&tools.url(rows), busy)).await??.parse()?)
}

async fn pages(product: &Product) -> Result<f64> {
    let request = get("/api/consultations", &product.access);
    let page: MakeRequest = Arc::new(move |_| request.clone());
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        rates.push(rate(&product.address, 200, TIME, &page).await?);
    }
    Ok(median(rates))
}
