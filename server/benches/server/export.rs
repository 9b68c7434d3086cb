//! Two exports of a list at once: their speed and memory.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    load::get,
    memory::megabytes,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const PATH: &str = "/api/consultations/export.csv";
/// The end of a chunked body.
const END: &[u8] = b"0\r\n\r\n";
/// How long the server may take to store that an export has ended.
const TIMEOUT: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(100);

const SPEED: Limits = Limits::at_least(100_000.0, 100_000.0, " rows/s");
const MEMORY: Limits = Limits::at_most(10.0, 10.0, " MB");

/// Exports the whole list twice at the same time.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    // What any first call allocates is not counted.
    product.read("/api/consultations?q=shop").await?;
    let before = product.reset_peak_memory()?;
    let start = Instant::now();
    let (one, other) = tokio::try_join!(read_to_end(&product), read_to_end(&product))?;
    let seconds = start.elapsed().as_secs_f64();
    let memory = megabytes(product.peak_memory()?.saturating_sub(before));
    let exported = exported_rows(tools, rows).await?;
    let all = 2 * tools.psql(&tools.url(rows), "SELECT count(*) FROM consultations")?.parse::<u32>()?;
    ensure!(exported == all, "{exported} rows of {all} were exported");
    let figures = format!("{exported} rows, {} MB", (one + other) / 1_024 / 1_024);
    report.row("two exports at once", &figures, f64::from(exported) / seconds, SPEED);
    report.row("peak memory of two exports, above memory before", "", memory, MEMORY);
    Ok(())
}

/// Reads a whole export and returns its length in bytes.
async fn read_to_end(product: &Product) -> Result<u64> {
    let mut stream = TcpStream::connect(&product.address).await?;
    stream.write_all(&get(PATH, &product.access)).await?;
    let (mut buffer, mut end, mut bytes) = (vec![0; 256 * 1_024], Vec::new(), 0);
    while end != END {
        let read = stream.read(&mut buffer).await?;
        ensure!(read > 0, "the export ended early");
        bytes += u64::try_from(read)?;
        end.extend_from_slice(buffer.get(read.saturating_sub(END.len())..read).unwrap_or_default());
        end.drain(..end.len().saturating_sub(END.len()));
    }
    Ok(bytes)
}

/// Returns how many rows both exports had, once the server has stored it.
async fn exported_rows(tools: &Tools, rows: u64) -> Result<u32> {
    let start = Instant::now();
    loop {
        let ended = "SELECT sum(rows) FROM exports HAVING bool_and(ended_at IS NOT NULL)";
        let sum = tools.psql(&tools.url(rows), ended)?;
        if !sum.is_empty() {
            return Ok(sum.parse()?);
        }
        ensure!(start.elapsed() < TIMEOUT, "the end of an export is not stored");
        tokio::time::sleep(POLL).await;
    }
}
