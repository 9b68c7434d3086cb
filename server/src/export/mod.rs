//! Lists as files, for spreadsheets.
//!
//! A file is sent while it is read: by parts, each of which takes a connection to the database for as long as it is read,
//! and never while it is sent. What went wrong ends the body before its end, which its receiver notices.

mod body;
pub(crate) mod describe;
mod kept;
pub(crate) mod link;
pub(crate) mod routes;

#[cfg(test)]
mod slow_tests;
#[cfg(test)]
mod tests;
