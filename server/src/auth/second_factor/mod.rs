//! Two-factor authentication: time-based codes of an app, and recovery codes.

mod change;
mod keys;
mod queries;
pub(crate) mod routes;
pub(crate) mod sign_in;
mod totp;

#[cfg(test)]
mod change_tests;
#[cfg(test)]
pub(super) mod tests;

pub(crate) use change::ChangeState;
pub(crate) use keys::SecondFactorKeys;
pub(crate) use queries::{VerifiedFactor, codes_left, turn_off};
pub(crate) use sign_in::{ChallengeResponse, create_challenge};
