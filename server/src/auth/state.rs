//! The state of the calls that sign in and change accounts.

use std::sync::Arc;

use crate::{
    auth::{password::Passwords, second_factor::SecondFactorKeys, sign_ins::SignIns, token::TokenKeys},
    limits::Limits,
    monitoring::metrics::Metrics,
    storage::Pool,
};

#[derive(Clone)]
pub(crate) struct AuthState {
    pub(crate) pool: Pool,
    pub(crate) keys: Arc<TokenKeys>,
    pub(crate) factor_keys: Arc<SecondFactorKeys>,
    pub(crate) passwords: Passwords,
    pub(crate) sign_ins: Arc<SignIns>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) metrics: Arc<Metrics>,
}
