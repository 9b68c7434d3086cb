//! How often one may try: by client address, for IPv6 by its /64, and for logins by account as well, over all
//! instances. The logins of a device that has a mark of the account count by that mark alone, so that strangers shut
//! nobody out of an account of the own.

mod attempt;
mod queries;

#[cfg(test)]
mod tests;

use std::{net::IpAddr, sync::Arc};

use diesel_async::AsyncPgConnection;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

pub(crate) use attempt::Attempt;

use crate::{
    config::RateLimits,
    http::{client::network, error::ApiError},
    limits::attempt::{CREATE, LOGIN, Limit},
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

/// Counts attempts.
pub(crate) struct Limits {
    mode: RateLimits,
    secret: SecretString,
    metrics: Arc<Metrics>,
}

impl Limits {
    /// Limits whose subjects are hashed with a secret.
    pub(crate) const fn new(mode: RateLimits, secret: SecretString, metrics: Arc<Metrics>) -> Self {
        Self { mode, secret, metrics }
    }

    /// Counts a login from an address to an account, or of the device whose mark of that account is given; 429 when there
    /// were too many. Closed while the store is away. [`Limits::forgive`] takes the attempt back.
    pub(crate) async fn login(
        &self,
        pool: &Pool,
        address: IpAddr,
        username: &str,
        mark: Option<&str>,
    ) -> Result<Option<Attempt>, ApiError> {
        if self.mode == RateLimits::Off {
            return Ok(None);
        }
        let subjects = match mark {
            Some(mark) => vec![self.subject(&LOGIN, "device", mark)],
            None => vec![
                self.subject(&LOGIN, "address", &network(address).to_string()),
                self.subject(&LOGIN, "account", username),
            ],
        };
        let attempt = Attempt { limit: &LOGIN, subjects };
        self.count(pool, &attempt).await?;
        Ok(Some(attempt))
    }

    /// Counts a try of an admin's present password by somebody who is signed in; 429 when there were too many.
    pub(crate) async fn password(&self, pool: &Pool, admin_id: i64) -> Result<Option<Attempt>, ApiError> {
        if self.mode == RateLimits::Off {
            return Ok(None);
        }
        let subjects = vec![self.subject(&LOGIN, "password", &admin_id.to_string())];
        let attempt = Attempt { limit: &LOGIN, subjects };
        self.count(pool, &attempt).await?;
        Ok(Some(attempt))
    }

    /// A form sent from an address, for the statement that stores it to count; none where that is not limited.
    pub(crate) fn form(&self, address: IpAddr) -> Option<Attempt> {
        (self.mode == RateLimits::On).then(|| Attempt {
            limit: &CREATE,
            subjects: vec![self.subject(&CREATE, "address", &network(address).to_string())],
        })
    }

    /// Counts a form by itself; 429 when there were too many. Open while the store is away.
    pub(crate) async fn create(&self, pool: &Pool, address: IpAddr) -> Result<(), ApiError> {
        let Some(attempt) = self.form(address) else {
            return Ok(());
        };
        match self.count(pool, &attempt).await {
            Err(error) if error.is_too_many() => Err(error),
            // A lead is never lost to a limiter.
            _ => Ok(()),
        }
    }

    /// Takes an attempt back.
    pub(crate) async fn forgive(&self, pool: &Pool, attempt: Option<&Attempt>) -> Result<(), ApiError> {
        let Some(attempt) = attempt else {
            return Ok(());
        };
        let mut connection = storage::connection(pool).await?;
        Ok(queries::take_back(&mut connection, &attempt.subjects).await?)
    }

    /// 429 for an attempt that was not counted.
    pub(crate) async fn refuse(&self, connection: &mut AsyncPgConnection, attempt: &Attempt) -> ApiError {
        self.metrics.limit_hit(attempt.limit.name);
        queries::wait(connection, attempt).await.map_or_else(ApiError::from, ApiError::too_many)
    }

    fn subject(&self, limit: &Limit, kind: &str, name: &str) -> Vec<u8> {
        let hash = [self.secret.expose_secret(), limit.name, kind, name]
            .iter()
            .fold(Sha256::new(), |hash, part| hash.chain_update(part.len().to_le_bytes()).chain_update(part));
        hash.finalize().to_vec()
    }

    async fn count(&self, pool: &Pool, attempt: &Attempt) -> Result<(), ApiError> {
        storage::retrying(pool, || async {
            let mut connection = storage::connection(pool).await?;
            if queries::count(&mut connection, attempt).await? {
                return Ok(());
            }
            Err(self.refuse(&mut connection, attempt).await)
        })
        .await
    }
}
