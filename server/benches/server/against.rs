//! The server and pgbench with the server's own statements, timed in turns.

use std::time::Duration;

use anyhow::Result;

use crate::{
    calls,
    load::{CONNECTIONS, rate},
    memory::megabytes,
    product::Product,
    report::{Limits, Report},
    statements,
    tools::Tools,
};

const ROUNDS: usize = 3;
const SECONDS: u64 = 2;

const SHARE: Limits = Limits::at_least(0.4, 0.6, " ×");
const MEMORY: Limits = Limits::at_most(60.0, 45.0, " MB");

/// Times each call and its statements, and reports the server's peak memory.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let scripts = statements::scripts(tools, rows).await?;
    let product = Product::start(tools, rows).await?;
    for (call, script) in calls::with_statements(&product).await?.iter().zip(&scripts) {
        let mut rates = Vec::new();
        for _ in 0..ROUNDS {
            let time = Duration::from_secs(SECONDS);
            let rate = rate(&product.address, call.status, time, &call.make).await?;
            rates.push((rate, tools.pgbench(rows, script, CONNECTIONS, SECONDS)?));
        }
        report.ratio(&format!("{}, {rows} rows, against pgbench", call.name), &rates, SHARE);
    }
    let peak = megabytes(product.peak_memory()?);
    report.row(&format!("peak memory, {CONNECTIONS} connections of load"), "", peak, MEMORY);
    Ok(())
}
