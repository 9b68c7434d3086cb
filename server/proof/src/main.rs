//! Proves the server as a process: under faults, in numbers, and under load.

mod faults;
mod folder;
mod forms;
mod ledger;
mod postgres;
mod product;
mod program;
mod server;
mod session;
mod visitors;

fn main() {}
