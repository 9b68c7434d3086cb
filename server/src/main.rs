//! Server of the website: the API over Postgres, and the built pages.

/// Returns memory that is free to the system, also while nothing happens.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

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

use std::{
    io::{self, ErrorKind},
    process::ExitCode,
};

use clap::Parser as _;

/// Exit status of a failure that ends by itself: `EX_TEMPFAIL` of sysexits.h. The systemd unit starts the server again after
/// any other status than 1.
const TEMPORARY: u8 = 75;

/// Returns whether a start failed because this machine does not have an address yet.
fn is_temporary(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::AddrNotAvailable)
}

#[tokio::main]
#[expect(clippy::print_stderr, reason = "a command that fails says why on standard error")]
async fn main() -> ExitCode {
    match Box::pin(cli::Cli::parse().run_command()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agency-server: {error:#}");
            if is_temporary(&error) { ExitCode::from(TEMPORARY) } else { ExitCode::FAILURE }
        }
    }
}
