//! The server beside pgbench, in turns: what else the machine does hits both alike.

use std::time::Duration;

use anyhow::Result;

use crate::{
    calls::{self, Call},
    load::{CONNECTIONS, rate},
    median,
    memory::megabytes,
    product::Product,
    report::{Limits, Report},
    statements,
    tools::Tools,
};

const ROUNDS: usize = 3;
const SECONDS: u64 = 2;

const SHARE: Limits = Limits::at_least(25.0, 50.0, " %");
const MEMORY: Limits = Limits::at_most(80.0, 50.0, " MB");

/// Times each call beside its statements, and looks at the server's memory.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let scripts = statements::scripts(tools, rows).await?;
    let product = Product::start(tools, rows).await?;
    for (call, script) in calls::all(&product).await?.iter().zip(&scripts) {
        compare(tools, &product, call, script, report).await?;
    }
    let peak = megabytes(product.peak_memory()?);
    report.row(&format!("memory at most, {CONNECTIONS} connections of load"), "", peak, Some(MEMORY));
    Ok(())
}

async fn compare(
    tools: &Tools,
    product: &Product,
    call: &Call,
    script: &str,
    report: &mut Report,
) -> Result<()> {
    let (mut ours, mut theirs, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let rate = rate(&product.address, call.status, Duration::from_secs(SECONDS), &call.make).await?;
        let pgbench = tools.pgbench(product.rows, script, CONNECTIONS, SECONDS)?;
        ours.push(rate);
        theirs.push(pgbench);
        shares.push(100.0 * rate / pgbench);
    }
    let figures = format!("{:.0}/s beside {:.0}/s", median(ours), median(theirs));
    report.row(&call.name, &figures, median(shares), call.is_budgeted.then_some(SHARE));
    Ok(())
}
