//! The built server as a process: how it starts, what it says, how it stops.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod commands;
mod mailing;
mod product;
mod seeding;
mod starting;
mod stopping;
mod telling;
