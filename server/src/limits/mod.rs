//! Limits of attempts, counted in Postgres for all instances.
//!
//! Forms count by client address, of IPv6 by its /64. Logins count by address too, of IPv6 also by its /56 and /48 with
//! larger bounds, and by account. Those of a device with a valid cookie of the account count by that cookie alone, and
//! together with all other device cookies of the account, so that strangers shut nobody out of an account. A password
//! that a signed-in admin confirms counts by session, and by account unless the session has just begun.

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

/// Separates the key of what is counted from all others.
const PURPOSE: &[u8] = b"agency: attempts";

/// Failures of an address, of an account with strangers, of a device cookie, or of a session, in 15 minutes.
const MAX_FAILURES: u32 = 10;

/// Failures of wider IPv6 networks in 15 minutes, by their prefix: a site has a /56 or a /48.
const MAX_FAILURES_BY_PREFIX: [(u32, u32); 2] = [(56, 30), (48, 100)];

/// Failures of all device cookies, or of all sessions, of an account in 15 minutes.
const MAX_FAILURES_TOGETHER: u32 = 50;

/// Forms of an address in a minute.
const MAX_FORMS: u32 = 20;

/// Reported errors of an address in a minute.
const MAX_CLIENT_ERRORS: u32 = 20;

/// Acknowledgements to a mailbox, and for forms of one address, in 24 hours.
const MAX_ACKNOWLEDGEMENTS: u32 = 1;
const MAX_ACKNOWLEDGEMENTS_OF_ADDRESS: u32 = 10;

/// How long after signing in a session counts alone: beginning one takes the password.
const FRESH: Duration = Duration::from_mins(10);

/// A device with a valid cookie of the account.
#[derive(Clone, Copy)]
pub(crate) struct KnownDevice<'a> {
    /// Unique for each cookie.
    pub(crate) nonce: &'a str,
    /// The same for all device cookies of the account.
    pub(crate) credentials: &'a str,
}

/// The session whose admin confirms a password.
#[derive(Clone, Copy)]
pub(crate) struct Session<'a> {
    pub(crate) id: &'a [u8],
    pub(crate) admin_id: i64,
    /// When the admin signed in.
    pub(crate) since: DateTime<Utc>,
}

/// Counts attempts.
pub(crate) struct Limits {
    mode: RateLimits,
    mac: Hmac<Sha256>,
    metrics: Arc<Metrics>,
}

impl Limits {
    /// Creates limits whose subjects are hashed under a key that is derived from the secret.
    pub(crate) fn new(mode: RateLimits, secrets: &Secrets, metrics: Arc<Metrics>) -> Self {
        Self { mode, mac: secrets.macs(PURPOSE).current, metrics }
    }

    /// Counts a login from an address to an account, or of a device by its valid cookie of that account.
    /// [`Limits::forgive`] takes the attempt back.
    ///
    /// # Errors
    ///
    /// 429 when there were too many; 503 while the database is away.
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

    /// Counts a try of an admin's current password by a session.
    ///
    /// # Errors
    ///
    /// 429 when there were too many; 503 while the database is away.
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

    /// Returns the attempt of a form from an address, for the statement that stores it to count; none where that is not
    /// limited.
    pub(crate) fn form(&self, address: IpAddr) -> Option<Attempt> {
        (self.mode == RateLimits::On)
            .then(|| Attempt { limit: &CREATE, subjects: vec![self.address(&CREATE, address, MAX_FORMS)] })
    }

    /// Counts a form by itself; 429 when there were too many. Open while the store is away.
    pub(crate) async fn create(&self, pool: &Pool, address: IpAddr) -> Result<(), ApiError> {
        let Some(attempt) = self.form(address) else {
            return Ok(());
        };
        // A lead is never lost to a limiter.
        self.count_unless_away(pool, &attempt).await
    }

    /// Counts an error that a page reported; 429 when there were too many. Open while the store is away.
    pub(crate) async fn client_error(&self, pool: &Pool, address: IpAddr) -> Result<(), ApiError> {
        if self.mode != RateLimits::On {
            return Ok(());
        }
        let subjects = vec![self.address(&CLIENT_ERROR, address, MAX_CLIENT_ERRORS)];
        self.count_unless_away(pool, &Attempt { limit: &CLIENT_ERROR, subjects }).await
    }

    /// Returns the attempt to acknowledge a form from an address by a mail to its sender. Anyone can type somebody else's
    /// address, and one with a tag or with dots is most often the same mailbox. Counted whatever `RATE_LIMITS` says.
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

    /// Passes an attempt's outcome on. Where the server failed, the attempt is taken back first: nothing was compared.
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

    /// 429 for an attempt that was not counted.
    pub(crate) async fn refuse(&self, connection: &AsyncPgConnection, attempt: &Attempt) -> ApiError {
        self.metrics.limit_hit(attempt.limit.name);
        attempt.wait(connection).await.map_or_else(ApiError::from, ApiError::too_many)
    }

    /// Returns by what a login without a device cookie counts.
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
