//! The state of the calls that sign in and change accounts.

use std::sync::Arc;

use crate::{
    auth::{password::Passwords, second_factor::SecondFactorKeys, token::TokenKeys},
    limits::Limits,
    monitoring::metrics::Metrics,
    storage::Pool,
};

pub(crate) struct AuthState {
    pub(crate) pool: Pool,
    /// Signs and verifies tokens.
    pub(crate) keys: TokenKeys,
    /// Hashes recovery codes.
    pub(crate) factor_keys: SecondFactorKeys,
    /// Hashes passwords off the async threads.
    pub(crate) passwords: Passwords,
    pub(crate) limits: Arc<Limits>,
    pub(crate) metrics: Arc<Metrics>,
}
