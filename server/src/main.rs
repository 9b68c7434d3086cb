//! The API over Postgres, and the built web pages.

mod applications;
mod auth;
mod cli;
mod config;
mod consultations;
#[cfg(test)]
mod contract_tests;
mod docs;
mod error;
mod forget;
#[cfg(test)]
mod fuzz_tests;
mod health;
mod host;
mod idempotency;
mod instant;
mod json;
mod limits;
mod lists;
mod metrics;
mod middleware;
#[cfg(test)]
mod middleware_tests;
mod multipart;
mod observe;
mod openapi;
mod pace;
mod pages;
#[cfg(test)]
mod plain_form_tests;
mod policy;
mod router;
mod run_to_end;
#[cfg(test)]
mod run_to_end_tests;
mod schema;
#[cfg(test)]
mod schema_tests;
mod seed;
mod serve;
mod slug;
mod sqlstate;
mod state;
mod storage;
mod store;
mod submission;
mod sweep;
mod telemetry;
#[cfg(test)]
mod test_app;
#[cfg(test)]
mod test_database;
#[cfg(test)]
mod test_form;
#[cfg(test)]
mod vector_tests;

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
