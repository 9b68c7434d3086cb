//! Rate limits, counted in Postgres for all instances.
//!
//! - Forms count by client address, for IPv6 by its /64.
//! - Logins count by address and by account. For IPv6 they also count by /56 and /48, with larger limits.
//! - Logins of a device with a valid cookie of the account count by that cookie, and together with all device cookies of
//!   the account, so that strangers cannot lock an account.
//! - Password confirmations count by session, and by account unless the session is new.

mod attempt;
mod queries;

#[cfg(test)]
mod tests;

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
    time::Duration,
};

use agency_core::email::mailbox_key;
use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

pub(crate) use attempt::{Attempt, CountedAttempt};

use crate::{
    config::{RateLimits, Secrets},
    http::{client::network, error::ApiError},
    limits::attempt::{ACKNOWLEDGE, CLIENT_ERROR, CREATE, LOGIN, Limit, Subject},
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

/// Separates the key for subjects from all others.
const PURPOSE: &[u8] = b"agency: attempts";

/// Maximum failures in 15 minutes by address, by account without a device cookie, by device cookie, or by session.
const MAX_FAILURES: u32 = 10;

/// Maximum failures in 15 minutes by prefix of a wider IPv6 network. A site has a /56 or a /48.
const MAX_FAILURES_BY_PREFIX: [(u32, u32); 2] = [(56, 30), (48, 100)];

/// Maximum failures in 15 minutes of all device cookies, or of all sessions, of an account.
const MAX_FAILURES_TOGETHER: u32 = 50;

/// Maximum forms of an address in a minute.
const MAX_FORMS: u32 = 20;

/// Maximum reported errors of an address in a minute.
const MAX_CLIENT_ERRORS: u32 = 20;

/// Maximum acknowledgements to a mailbox, and for forms of one address, in 24 hours.
const MAX_ACKNOWLEDGEMENTS: u32 = 1;
const MAX_ACKNOWLEDGEMENTS_OF_ADDRESS: u32 = 10;

/// Time after signing in for which a session counts alone. Starting a session requires the password.
const FRESH: Duration = Duration::from_mins(10);

/// Device with a valid cookie of the account.
#[derive(Clone, Copy)]
pub(crate) struct KnownDevice<'a> {
    /// Unique for each cookie.
    pub(crate) nonce: &'a str,
    /// The same for all device cookies of the account.
    pub(crate) credentials: &'a str,
}

/// Session in which the admin confirms a password.
#[derive(Clone, Copy)]
pub(crate) struct Session<'a> {
    pub(crate) id: &'a [u8],
    pub(crate) admin_id: i64,
    /// Time of signing in.
    pub(crate) since: DateTime<Utc>,
}

/// Counts attempts.
pub(crate) struct Limits {
    mode: RateLimits,
    mac: Hmac<Sha256>,
    metrics: Arc<Metrics>,
}

impl Limits {
    /// Creates the limits, with a key for hashing subjects that is derived from the secret.
    pub(crate) fn new(mode: RateLimits, secrets: &Secrets, metrics: Arc<Metrics>) -> Self {
        Self { mode, mac: secrets.macs(PURPOSE).current, metrics }
    }

    /// Counts a login to an account by address, or by the valid device cookie of the account.
    /// [`Limits::forgive`] takes the attempt back.
    ///
    /// # Errors
    ///
    /// 429 when the limit is reached; 503 while the database is unavailable.
    pub(crate) async fn login(
        &self,
        pool: &Pool,
        address: IpAddr,
        username: &str,
        device: Option<KnownDevice<'_>>,
    ) -> Result<Option<CountedAttempt>, ApiError> {
        let subjects = if let Some(device) = device {
            vec![
                self.subject("device", device.nonce.as_bytes(), MAX_FAILURES),
                self.subject("devices", device.credentials.as_bytes(), MAX_FAILURES_TOGETHER),
            ]
        } else {
            self.stranger(address, username)
        };
        self.count_failure(pool, subjects).await
    }

    /// Counts a password confirmation in a session.
    ///
    /// # Errors
    ///
    /// 429 when the limit is reached; 503 while the database is unavailable.
    pub(crate) async fn password(
        &self,
        pool: &Pool,
        session: Session<'_>,
    ) -> Result<Option<CountedAttempt>, ApiError> {
        let mut subjects = vec![self.subject("session", session.id, MAX_FAILURES)];
        if session.since + FRESH <= Utc::now() {
            subjects.push(self.subject("sessions", &session.admin_id.to_be_bytes(), MAX_FAILURES_TOGETHER));
        }
        self.count_failure(pool, subjects).await
    }

    /// Returns the attempt of a form from an address, to be counted by the statement that stores the form. Returns `None`
    /// if forms are not limited.
    pub(crate) fn form(&self, address: IpAddr) -> Option<Attempt> {
        (self.mode == RateLimits::On)
            .then(|| Attempt { limit: &CREATE, subjects: vec![self.address(&CREATE, address, MAX_FORMS)] })
    }

    /// Counts a form that is not stored. Fails with 429 when the limit is reached. Fails open while the database is
    /// unavailable.
    pub(crate) async fn create(&self, pool: &Pool, address: IpAddr) -> Result<(), ApiError> {
        let Some(attempt) = self.form(address) else {
            return Ok(());
        };
        // A rate limit must never lose a lead.
        self.count_unless_away(pool, &attempt).await
    }

    /// Counts an error that a page reported. Fails with 429 when the limit is reached. Fails open while the database is
    /// unavailable.
    pub(crate) async fn client_error(&self, pool: &Pool, address: IpAddr) -> Result<(), ApiError> {
        if self.mode != RateLimits::On {
            return Ok(());
        }
        let subjects = vec![self.address(&CLIENT_ERROR, address, MAX_CLIENT_ERRORS)];
        self.count_unless_away(pool, &Attempt { limit: &CLIENT_ERROR, subjects }).await
    }

    /// Returns the attempt to send an acknowledgement for a form from an address. Counted even if `RATE_LIMITS` is off,
    /// because anyone can enter the address of another person. Addresses that differ in tags or dots count as one mailbox.
    pub(crate) fn acknowledgement(&self, recipient: &str, address: IpAddr) -> Attempt {
        let mailbox =
            self.subject("acknowledge mailbox", mailbox_key(recipient).as_bytes(), MAX_ACKNOWLEDGEMENTS);
        let address = self.address(&ACKNOWLEDGE, address, MAX_ACKNOWLEDGEMENTS_OF_ADDRESS);
        Attempt { limit: &ACKNOWLEDGE, subjects: vec![mailbox, address] }
    }

    /// Takes an attempt back.
    pub(crate) async fn forgive(
        &self,
        pool: &Pool,
        attempt: Option<&CountedAttempt>,
    ) -> Result<(), ApiError> {
        self.forgive_with(pool, attempt, None).await
    }

    /// Takes an attempt back, and an earlier one of the same subjects that was counted at this time.
    pub(crate) async fn forgive_with(
        &self,
        pool: &Pool,
        attempt: Option<&CountedAttempt>,
        earlier: Option<DateTime<Utc>>,
    ) -> Result<(), ApiError> {
        let Some(attempt) = attempt else {
            return Ok(());
        };
        let times = [Some(attempt.made_at), earlier].into_iter().flatten().collect::<Vec<_>>();
        let connection = storage::connection(pool).await?;
        Ok(queries::take_back(&connection, &attempt.keys, &times).await?)
    }

    /// Returns the result of an attempt. Takes the attempt back if the server failed, because nothing was compared.
    pub(crate) async fn settle<T>(
        &self,
        pool: &Pool,
        attempt: Option<&CountedAttempt>,
        outcome: Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        if outcome.as_ref().is_err_and(|error| error.status().is_server_error())
            && self.forgive(pool, attempt).await.is_err()
        {
            tracing::warn!("an attempt stays counted, though the server failed");
        }
        outcome
    }

    /// Returns 429 for an attempt that was not counted.
    pub(crate) async fn refuse(&self, connection: &AsyncPgConnection, attempt: &Attempt) -> ApiError {
        self.metrics.limit_hit(attempt.limit.name);
        attempt.wait(connection).await.map_or_else(ApiError::from, ApiError::too_many)
    }

    /// Returns the subjects of a login without a device cookie.
    fn stranger(&self, address: IpAddr, username: &str) -> Vec<Subject> {
        let mut subjects = vec![self.address(&LOGIN, address, MAX_FAILURES)];
        if let IpAddr::V6(address) = address {
            subjects.extend(MAX_FAILURES_BY_PREFIX.map(|(prefix, max)| {
                let network = Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - prefix)));
                self.subject("network", format!("{network}/{prefix}").as_bytes(), max)
            }));
        }
        subjects.push(self.subject("account", username.as_bytes(), MAX_FAILURES));
        subjects
    }

    fn address(&self, limit: &Limit, address: IpAddr, max_attempts: u32) -> Subject {
        self.subject(
            &format!("{} address", limit.name),
            network(address).to_string().as_bytes(),
            max_attempts,
        )
    }

    fn subject(&self, kind: &str, name: &[u8], max_attempts: u32) -> Subject {
        let mac = self.mac.clone().chain_update(kind.len().to_le_bytes()).chain_update(kind);
        Subject { key: mac.chain_update(name).finalize().into_bytes().to_vec(), max_attempts }
    }

    async fn count_failure(
        &self,
        pool: &Pool,
        subjects: Vec<Subject>,
    ) -> Result<Option<CountedAttempt>, ApiError> {
        if self.mode == RateLimits::Off {
            return Ok(None);
        }
        self.count(pool, &Attempt { limit: &LOGIN, subjects }).await.map(Some)
    }

    async fn count_unless_away(&self, pool: &Pool, attempt: &Attempt) -> Result<(), ApiError> {
        match self.count(pool, attempt).await {
            Err(error) if error.is_too_many() => Err(error),
            _ => Ok(()),
        }
    }

    async fn count(&self, pool: &Pool, attempt: &Attempt) -> Result<CountedAttempt, ApiError> {
        storage::retrying(pool, || async {
            let connection = storage::connection(pool).await?;
            match attempt.count(&connection).await? {
                Some(counted) => Ok(counted),
                None => Err(self.refuse(&connection, attempt).await),
            }
        })
        .await
    }
}
