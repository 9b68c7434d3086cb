//! Two-factor authentication: time-based codes of an app, and recovery codes.

mod queries;
pub(crate) mod routes;
mod totp;

#[cfg(test)]
pub(super) mod tests;

pub(crate) use queries::{SecondFactorKeys, turn_off, use_code};
