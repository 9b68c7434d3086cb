//! What the server takes: beside pgbench, by the size of a list, for searches and exports, in memory, and to start. Only
//! ratios of one run mean anything, and counts.
//!
//! Load comes from one thread over 16 kept connections, on the server's own machine, as pgbench's does: each side
//! pays for its client out of the same cores. pgbench runs the statements that the server itself ran, prepared; the
//! server besides speaks HTTP, verifies the token, writes JSON and its log. Its settings are those of production: limits
//! are on, and forms come with keys, each from an address of its own that a trusted proxy names.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it answers on the terminal")]

mod against;
mod another;
mod application;
mod calls;
mod counts;
mod export;
mod growth;
mod limits;
mod load;
mod mail;
mod memory;
mod product;
mod report;
mod search;
mod statements;
mod tabs;
mod tools;
mod turns;

use std::{fs, process::ExitCode};

use anyhow::Result;
use report::Report;
use tools::Tools;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<()> {
    let Ok(tools) = Tools::from_env() else {
        println!("run 'make bench-server', which starts a Postgres for this");
        return Ok(());
    };
    let sizes = tools.sizes()?;
    for &rows in &sizes {
        eprintln!("==> {rows} rows");
        tools.fill(rows)?;
    }
    let largest = sizes.last().copied().unwrap_or(1_000);
    let mut report = Report::new(&place(&tools)?);
    growth::run(&tools, &sizes, &mut report).await?;
    // Before others store forms that are all alike.
    search::run(&tools, largest, &mut report).await?;
    against::run(&tools, largest, &mut report).await?;
    limits::run(&tools, largest, &mut report).await?;
    another::run(&tools, largest, &mut report).await?;
    tabs::run(&tools, largest, &mut report).await?;
    export::run(&tools, largest, &mut report).await?;
    mail::run(&tools, largest, &mut report).await?;
    memory::run(&tools, largest, &mut report).await?;
    counts::run(&tools, largest, &mut report).await?;
    report.line("");
    report.line(&format!(
        "Shares are of what pgbench reached with the same statements over as many connections, with {largest} rows. \
         Load average at the end: {}.",
        load_average()?
    ));
    report.write()
}

/// Where and beside what it is measured.
fn place(tools: &Tools) -> Result<String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let postgres = tools.version()?;
    Ok(format!("{cores} shared cores, PostgreSQL {postgres}, load average at the start {}", load_average()?))
}

fn load_average() -> Result<String> {
    let text = fs::read_to_string("/proc/loadavg")?;
    Ok(text.split(' ').next().unwrap_or_default().to_owned())
}

/// The middle one of several results.
fn median(mut results: Vec<f64>) -> f64 {
    results.sort_by(f64::total_cmp);
    results.get(results.len() / 2).copied().unwrap_or_default()
}
