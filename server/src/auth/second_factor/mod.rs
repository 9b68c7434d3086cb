//! Two-factor authentication: time-based codes of an app, and recovery codes.

mod keys;
mod queries;
pub(crate) mod routes;
mod totp;

#[cfg(test)]
mod change_tests;
#[cfg(test)]
pub(super) mod tests;

pub(crate) use keys::SecondFactorKeys;
pub(crate) use queries::{turn_off, use_code};
