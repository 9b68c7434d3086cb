//! Measures the server: against a plain axum + sqlx server, against pgbench, by the size of a list, searches, exports,
//! memory and start. Only ratios of one run can be compared between machines.
//!
//! Load comes from one thread over 16 kept connections, on the server's own machine, as pgbench's does: each side
//! pays for its client out of the same cores. pgbench runs the statements that the server itself ran, prepared; the
//! server besides speaks HTTP, verifies the token, writes JSON and its log. Its settings are those of production: limits
//! are on, and forms come with keys, each from an address of its own that a trusted proxy names.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it answers on the terminal")]

mod against;
mod application;
mod calls;
mod export;
mod growth;
mod load;
mod memory;
mod peer;
mod product;
mod report;
mod search;
mod statements;
mod tools;

use std::{fs, process::ExitCode};

use anyhow::Result;
use growth::ORDINARY_ROWS;
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
    let largest = sizes.iter().copied().max().unwrap_or_default();
    let ordinary = sizes.iter().copied().filter(|&rows| rows <= ORDINARY_ROWS).max().unwrap_or(largest);
    let mut report = Report::new(&place(&tools)?);
    growth::run(&tools, &sizes, &mut report).await?;
    // Before thousands of equal forms are stored.
    search::run(&tools, ordinary, &mut report).await?;
    if largest > ordinary {
        search::run(&tools, largest, &mut report).await?;
    }
    peer::run(&tools, ordinary, &mut report).await?;
    against::run(&tools, ordinary, &mut report).await?;
    export::run(&tools, ordinary, &mut report).await?;
    memory::run(&tools, ordinary, &mut report).await?;
    report.line(&format!("\nLoad average at the end: {}.", load_average()?));
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

/// The 99th percentile.
fn p99(mut results: Vec<f64>) -> f64 {
    results.sort_by(f64::total_cmp);
    results.get(results.len() * 99 / 100).copied().unwrap_or_default()
}

/// The middle one of several results.
fn median(mut results: Vec<f64>) -> f64 {
    results.sort_by(f64::total_cmp);
    results.get(results.len() / 2).copied().unwrap_or_default()
}
