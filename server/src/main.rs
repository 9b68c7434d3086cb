//! Server of the website: the API over Postgres, and the built pages.

mod auth;
mod background;
mod cli;
mod client_errors;
mod config;
mod http;
mod inbox;
mod intake;
mod limits;
mod monitoring;
mod openapi;
mod probes;
mod resources;
mod router;
mod serve;
mod state;
mod storage;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use clap::Parser as _;

#[tokio::main]
#[expect(clippy::print_stderr, reason = "a command that fails says why on standard error")]
async fn main() -> ExitCode {
    match Box::pin(cli::Cli::parse().run_command()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agency-server: {error:#}");
            ExitCode::FAILURE
        }
    }
}
