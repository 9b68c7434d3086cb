//! What the server takes: beside pgbench, by the size of a list, and in memory. Only ratios of one run mean anything.
//!
//! Load comes from one thread over 16 kept connections, on the server's own machine, as pgbench's does: each side
//! pays for its client out of the same cores. pgbench runs the statements that the server itself ran, taken from
//! `pg_stat_statements`, prepared; the server besides speaks HTTP, verifies the token and writes JSON.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it answers on the terminal")]

mod against;
mod growth;
mod load;
mod product;
mod tools;

use std::process::ExitCode;

use anyhow::Result;
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
        println!("==> {rows} rows");
        tools.fill(rows)?;
    }
    growth::run(&tools, &sizes).await?;
    let largest = sizes.last().copied().unwrap_or(1_000);
    against::run(&tools, largest).await
}
