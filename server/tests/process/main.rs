//! Tests of the built server as a process: start, output, logs, commands and stop.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod commands;
mod hooking;
mod logging;
mod mailing;
mod memory;
mod product;
mod seeding;
mod starting;
mod stopping;
