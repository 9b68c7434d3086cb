//! A second factor beside the password: codes by time, and recovery codes for whoever has lost the app.

mod challenge;
mod change;
mod keys;
mod proof;
mod queries;
mod recovery;
pub(crate) mod routes;
pub(crate) mod sign_in;
mod totp;

#[cfg(test)]
mod change_tests;
#[cfg(test)]
pub(super) mod tests;

pub(crate) use challenge::{ChallengeResponse, challenge};
pub(crate) use change::ChangeState;
pub(crate) use keys::SecondFactorKeys;
pub(crate) use proof::Proof;
pub(crate) use queries::{codes_left, remove};
