//! How often one may try: by client address, for IPv6 by its /64, and for logins by account as well, over all
//! instances.

pub(crate) mod client;
mod queries;

#[cfg(test)]
mod tests;

use std::{net::IpAddr, sync::Arc, time::Duration};

use chrono::TimeDelta;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

use crate::{
    config::RateLimits,
    error::ApiError,
    metrics::Metrics,
    storage::{self, Pool},
};

/// So many attempts in so long.
#[derive(Clone, Copy)]
struct Limit {
    name: &'static str,
    attempts: i64,
    window: Duration,
}

/// Failed logins; a login that succeeds takes its attempt back.
const LOGIN: Limit = Limit { name: "login", attempts: 10, window: Duration::from_mins(15) };

/// Forms sent, whatever becomes of them.
const CREATE: Limit = Limit { name: "create", attempts: 20, window: Duration::from_mins(1) };

/// Counts attempts.
pub(crate) struct Limits {
    mode: RateLimits,
    secret: SecretString,
    metrics: Arc<Metrics>,
}

/// Attempts that were let through; [`Limits::forgive`] takes them back.
#[must_use]
pub(crate) struct Attempt(Vec<i64>);

impl Limits {
    /// Limits whose subjects are hashed with a secret.
    pub(crate) const fn new(mode: RateLimits, secret: SecretString, metrics: Arc<Metrics>) -> Self {
        Self { mode, secret, metrics }
    }

    /// Counts a login from an address to an account; 429 when there were too many. Closed while the store is away.
    pub(crate) async fn login(
        &self,
        pool: &Pool,
        address: IpAddr,
        username: &str,
    ) -> Result<Attempt, ApiError> {
        if self.mode == RateLimits::Off {
            return Ok(Attempt(Vec::new()));
        }
        let subjects =
            [self.subject(LOGIN, &client::network(address).to_string()), self.subject(LOGIN, username)];
        self.count(pool, LOGIN, &subjects).await
    }

    /// Counts a form sent from an address; 429 when there were too many. Open while the store is away.
    pub(crate) async fn create(&self, pool: &Pool, address: IpAddr) -> Result<(), ApiError> {
        if self.mode != RateLimits::On {
            return Ok(());
        }
        let subjects = [self.subject(CREATE, &client::network(address).to_string())];
        match self.count(pool, CREATE, &subjects).await {
            Err(error) if error.is_too_many() => Err(error),
            // A lead is never lost to a limiter.
            _ => Ok(()),
        }
    }

    /// Takes an attempt back.
    pub(crate) async fn forgive(&self, pool: &Pool, attempt: Attempt) -> Result<(), ApiError> {
        if attempt.0.is_empty() {
            return Ok(());
        }
        let mut connection = storage::connection(pool).await?;
        Ok(queries::forget(&mut connection, &attempt.0).await?)
    }

    fn subject(&self, limit: Limit, name: &str) -> Vec<u8> {
        let hash = [self.secret.expose_secret(), limit.name, name]
            .iter()
            .fold(Sha256::new(), |hash, part| hash.chain_update(part.len().to_le_bytes()).chain_update(part));
        hash.finalize().to_vec()
    }

    async fn count(&self, pool: &Pool, limit: Limit, subjects: &[Vec<u8>]) -> Result<Attempt, ApiError> {
        let counted = storage::retrying(pool, || async {
            let mut connection = storage::connection(pool).await?;
            Ok(queries::attempt(&mut connection, subjects, limit.attempts, limit.window).await?)
        });
        match counted.await? {
            Ok(ids) => Ok(Attempt(ids)),
            Err(wait) => {
                self.metrics.limit_hit(limit.name);
                Err(ApiError::too_many(wait.max(TimeDelta::seconds(1)).num_seconds().unsigned_abs()))
            }
        }
    }
}
