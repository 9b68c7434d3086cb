//! Proves the server as a process: under faults, in numbers, and under load.

#[cfg(test)]
mod backup;
mod balancer;
mod faults;
mod folder;
mod forms;
mod ledger;
mod numbers;
mod pooler;
mod postgres;
mod product;
mod program;
mod server;
mod session;
mod visitors;

fn main() {}
