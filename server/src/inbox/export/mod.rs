//! Exports of lists as CSV.
//!
//! A file is read and sent in batches. A batch holds a database connection while it is read, never while it is sent. An
//! error aborts the body, which clients report as a failed download.

mod audit;
mod body;
mod cell;
pub(crate) mod routes;

#[cfg(test)]
mod tests;
