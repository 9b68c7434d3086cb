//! Requests for an estimate.

pub(crate) mod form;
pub(crate) mod record;

#[cfg(test)]
mod tests;
