//! The API over Postgres, and the built web pages.

mod auth;
mod cli;
mod config;
mod export;
mod http;
mod kinds;
mod limits;
mod lists;
mod mail;
mod monitoring;
mod openapi;
mod pages;
mod retention;
mod router;
mod search;
mod state;
mod storage;
mod submissions;
#[cfg(test)]
mod testing;
mod workflow;

use std::process::ExitCode;

use clap::Parser as _;

#[tokio::main]
#[expect(clippy::print_stderr, reason = "a command that fails says why on standard error")]
async fn main() -> ExitCode {
    match cli::Cli::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agency-server: {error:#}");
            ExitCode::FAILURE
        }
    }
}
