//! Lists as files, for spreadsheets.
//!
//! A file is sent while it is read, in batches. A batch holds a database connection while it is read, never while it is
//! sent. An error ends the body short, which every client notices.

mod audit;
mod body;
pub(crate) mod describe;
pub(crate) mod link;
pub(crate) mod routes;

#[cfg(test)]
mod slow_tests;
#[cfg(test)]
mod tests;
