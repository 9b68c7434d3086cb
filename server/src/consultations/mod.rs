//! Requests for an estimate.

pub(crate) mod queries;
pub(crate) mod routes;

#[cfg(test)]
mod tests;
