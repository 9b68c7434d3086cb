//! Rate limits, counted in Postgres for all instances.
//!
//! - Forms, reported errors and logins count by client address, logins by account too. An IPv6 address counts by its /64, and
//!   also by /56 and /48, with larger limits. An address has few logins at a time.
//! - Acknowledgements count by mailbox and by address.
//! - Logins of a device with a valid cookie of the account count by that cookie, and together with all device cookies of
//!   the account, so that strangers cannot lock an account.
//! - Password confirmations count by session, and by account unless the session is new.

mod attempt;
pub(crate) mod long_work;

#[cfg(test)]
mod tests;

use std::{net::IpAddr, sync::Arc, time::Duration};

use agency_core::email::mailbox_key;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use hmac::{Hmac, Mac as _};
use ipnet::IpNet;
use sha2::Sha256;
use tokio::sync::OwnedSemaphorePermit;

pub(crate) use attempt::{Attempt, CountedAttempt};

use crate::{
    config::{RateLimits, Secrets},
    http::{client::counted_networks, error::ApiError, permit::ClientLimit},
    limits::attempt::{Limit, Subject, take_back},
    monitoring::metrics::Metrics,
    storage::{self, Pool, retrying::retrying, usernames::username_key},
};

/// Separates the key for subjects from all others.
const PURPOSE: &[u8] = b"agency: attempts";

/// Failed logins by address, by account without a device cookie, by device cookie, or by session. A successful login takes
/// its attempt back.
static LOGIN: Limit = Limit { name: "login", window: Duration::from_mins(15), max: 10 };

/// Wider networks that an IPv6 address counts by: a site has a /56 or a /48.
const WIDER_NETWORKS: [u8; 2] = [56, 48];

/// Maximum of each network, as a multiple of the maximum of an address.
const SHARES: [i64; 3] = [1, 3, 10];

/// Maximum logins of an address at a time, so that one client never has all permits for password checks.
const MAX_LOGINS_AT_ONCE: usize = 8;

/// Maximum failed logins of all device cookies, or of all sessions, of an account.
const MAX_FAILURES_TOGETHER: i64 = 50;

/// Submitted forms by address, accepted or not.
static CREATE: Limit = Limit { name: "create", window: Duration::from_mins(1), max: 20 };

/// Errors that pages reported, by address.
static CLIENT_ERROR: Limit = Limit { name: "client_error", window: Duration::from_mins(1), max: 20 };

/// Acknowledgements for forms of an address. A mailbox gets one.
static ACKNOWLEDGE: Limit = Limit { name: "acknowledge", window: Duration::from_hours(24), max: 10 };

/// Time after signing in for which a session counts alone. Starting a session requires the password.
const FRESH: Duration = Duration::from_mins(10);

/// Device with a valid cookie of the account.
pub(crate) struct KnownDevice {
    /// Unique for each cookie.
    pub(crate) nonce: String,
    /// The same for all device cookies of the account.
    pub(crate) credentials: Vec<u8>,
}

/// Counts attempts.
pub(crate) struct Limits {
    mode: RateLimits,
    mac: Hmac<Sha256>,
    metrics: Arc<Metrics>,
    pool: Pool,
    logins: ClientLimit,
}

impl Limits {
    /// Creates the limits, with a key for hashing subjects that is derived from the secret.
    pub(crate) fn new(mode: RateLimits, secrets: &Secrets, metrics: Arc<Metrics>, pool: Pool) -> Self {
        let logins = ClientLimit::new(MAX_LOGINS_AT_ONCE);
        Self { mode, mac: secrets.macs(PURPOSE).current, metrics, pool, logins }
    }

    /// Returns the attempt to log in to an account, by address or by the valid device cookie of the account.
    pub(crate) fn login(&self, address: IpAddr, username: &str, device: Option<&KnownDevice>) -> Attempt {
        if let Some(KnownDevice { nonce, credentials }) = device {
            let together = self.subject("devices", credentials, MAX_FAILURES_TOGETHER);
            let subjects = vec![self.subject("device", nonce.as_bytes(), LOGIN.max), together];
            return Attempt::new(&LOGIN, subjects);
        }
        let mut subjects = self.networks(&LOGIN, address);
        subjects.push(self.subject("account", username_key(username).as_bytes(), LOGIN.max));
        Attempt::new(&LOGIN, subjects)
    }

    /// Takes one of the few permits of an address to log in. Fails with 429 if the address has all of them. Takes none if
    /// logins are not limited.
    pub(crate) fn admit_login(&self, address: IpAddr) -> Result<Vec<OwnedSemaphorePermit>, ApiError> {
        if self.mode == RateLimits::Off {
            return Ok(Vec::new());
        }
        let Some(permits) = self.logins.acquire(address) else {
            self.metrics.limit_hit(LOGIN.name);
            return Err(ApiError::too_many(1));
        };
        Ok(permits)
    }

    /// Fails with 429 if the limit of an attempt with a password is reached, before it is counted and takes a permit, with 503 while the database is unavailable.
    pub(crate) async fn refuse_if_full(&self, attempt: &Attempt) -> Result<(), ApiError> {
        if self.mode == RateLimits::Off {
            return Ok(());
        }
        let Some(seconds) = attempt.wait(&*storage::connection(&self.pool).await?).await? else {
            return Ok(());
        };
        self.metrics.limit_hit(attempt.limit.name);
        Err(ApiError::too_many(seconds))
    }

    /// Returns the attempt to confirm a password in a session that started at `since`.
    pub(crate) fn password(&self, admin_id: i64, session: &[u8], since: DateTime<Utc>) -> Attempt {
        let mut subjects = vec![self.subject("session", session, LOGIN.max)];
        if since + FRESH <= Utc::now() {
            subjects.push(self.subject("sessions", &admin_id.to_be_bytes(), MAX_FAILURES_TOGETHER));
        }
        Attempt::new(&LOGIN, subjects)
    }

    /// Counts an attempt with a password or a code. Fails with 429 when the limit is reached, with 503 while the database is
    /// unavailable. [`Limits::forgive`] takes the attempt back.
    pub(crate) async fn count_failure(&self, attempt: &Attempt) -> Result<CountedAttempt, ApiError> {
        if self.mode == RateLimits::Off {
            return Ok(CountedAttempt::default());
        }
        self.count(attempt).await
    }

    /// Returns the attempt of a form from an address, to be counted by the transaction that stores the form. Returns `None`
    /// if forms are not limited.
    pub(crate) fn form(&self, address: IpAddr) -> Option<Attempt> {
        self.by_address(&CREATE, address)
    }

    /// Counts a form that is not stored. Fails with 429 when the limit is reached. Fails open while the database is
    /// unavailable, because a rate limit must never lose a lead.
    pub(crate) async fn count_form(&self, address: IpAddr) -> Result<(), ApiError> {
        self.count_unless_away(self.form(address)).await
    }

    /// Counts an error that a page reported. Fails with 429 when the limit is reached. Fails open while the database is
    /// unavailable.
    pub(crate) async fn count_client_error(&self, address: IpAddr) -> Result<(), ApiError> {
        self.count_unless_away(self.by_address(&CLIENT_ERROR, address)).await
    }

    /// Returns the attempt to send an acknowledgement for a form from an address. Counted even if `RATE_LIMITS` is off,
    /// because anyone can enter the address of another person. Addresses that differ in tags or dots count as one mailbox.
    pub(crate) fn acknowledgement(&self, email_key: &str, address: IpAddr) -> Attempt {
        let mailbox = self.subject("acknowledge mailbox", mailbox_key(email_key).as_bytes(), 1);
        let mut subjects = vec![mailbox];
        subjects.extend(self.networks(&ACKNOWLEDGE, address));
        Attempt::new(&ACKNOWLEDGE, subjects)
    }

    /// Takes an attempt back, and the earlier one of the same subjects that was counted at this time. If that fails, the
    /// attempt stays counted: what it was made for has been stored, and its response must not be lost.
    pub(crate) async fn forgive(&self, attempt: &CountedAttempt, earlier: Option<DateTime<Utc>>) {
        if attempt.keys.is_empty() {
            return;
        }
        let taken_back = async {
            let connection = storage::connection(&self.pool).await?;
            for made_at in [attempt.made_at].into_iter().chain(earlier) {
                take_back(&connection, &attempt.keys, made_at).await?;
            }
            QueryResult::Ok(())
        };
        if let Err(error) = taken_back.await {
            tracing::warn!(%error, "an attempt could not be taken back");
        }
    }

    /// Returns the result of an attempt. Takes the attempt back if the server failed, because nothing was compared.
    pub(crate) async fn settle<T>(
        &self,
        attempt: &CountedAttempt,
        outcome: Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        if outcome.as_ref().is_err_and(|error| error.status().is_server_error()) {
            self.forgive(attempt, None).await;
        }
        outcome
    }

    /// Counts an attempt on this connection. Fails with 429 when the limit is reached.
    pub(crate) async fn count_on(
        &self,
        connection: &AsyncPgConnection,
        attempt: &Attempt,
    ) -> Result<CountedAttempt, ApiError> {
        if let Some(counted) = attempt.count(connection).await? {
            return Ok(counted);
        }
        self.metrics.limit_hit(attempt.limit.name);
        Err(ApiError::too_many(attempt.wait(connection).await?.unwrap_or(1)))
    }

    fn by_address(&self, limit: &'static Limit, address: IpAddr) -> Option<Attempt> {
        (self.mode == RateLimits::On).then(|| Attempt::new(limit, self.networks(limit, address)))
    }

    /// Returns the subjects of an address, the narrow one first.
    fn networks(&self, limit: &Limit, address: IpAddr) -> Vec<Subject> {
        let kind = format!("{} address", limit.name);
        let subject = |(network, share): (IpNet, i64)| {
            self.subject(&kind, network.to_string().as_bytes(), limit.max.saturating_mul(share))
        };
        counted_networks(address, WIDER_NETWORKS).zip(SHARES).map(subject).collect()
    }

    /// Returns the keyed hash of a subject, and its maximum.
    fn subject(&self, kind: &str, name: &[u8], max: i64) -> Subject {
        let mac = self.mac.clone().chain_update(kind.len().to_le_bytes()).chain_update(kind);
        (mac.chain_update(name).finalize().into_bytes().to_vec(), max)
    }

    async fn count_unless_away(&self, attempt: Option<Attempt>) -> Result<(), ApiError> {
        let Some(attempt) = attempt else { return Ok(()) };
        match self.count(&attempt).await {
            Err(error) if error.status() == StatusCode::TOO_MANY_REQUESTS => Err(error),
            Err(error) => {
                tracing::warn!(%error, "an attempt could not be counted");
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    }

    async fn count(&self, attempt: &Attempt) -> Result<CountedAttempt, ApiError> {
        retrying(|| async { self.count_on(&*storage::connection(&self.pool).await?, attempt).await }).await
    }
}
