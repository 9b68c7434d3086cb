//! Proves the server as a process: under faults, in numbers, and under load.

mod addresses;
#[cfg(test)]
mod backup;
mod balancer;
mod commands;
mod faults;
mod folder;
mod forms;
mod hangups;
mod inbox;
mod ledger;
mod load;
mod mail_server;
mod numbers;
mod patroni;
mod pooler;
mod postgres;
mod product;
mod program;
mod readers;
mod report;
mod server;
mod session;
mod site;
mod visitors;

use std::process::ExitCode;

use clap::Parser as _;

#[tokio::main]
#[expect(clippy::print_stderr, reason = "a command that fails says why on standard error")]
async fn main() -> ExitCode {
    match commands::Commands::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agency-proof: {error:#}");
            ExitCode::FAILURE
        }
    }
}
