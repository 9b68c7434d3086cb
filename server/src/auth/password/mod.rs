//! Hashes passwords with argon2id, off the async threads, a few at a time.
//!
//! Passwords are hashed in NFC (NIST SP 800-63B), because keyboards differ in how they write letters with marks. Hashes of
//! older releases are of passwords as typed.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    sync::{Arc, LazyLock},
};

use anyhow::{Context as _, Error, Result};
use argon2::{
    Argon2, PasswordHasher as _, PasswordVerifier as _,
    password_hash::{self, phc::PasswordHash},
};
use prometheus_client::metrics::counter::Counter;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use crate::{http::error::ApiError, storage::random};

/// The passwords hashed at the same time, for each kind of caller. Each takes 19 MiB and a core.
static AT_ONCE: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)));

/// The hash to verify for unknown accounts, so that they take the same time.
#[expect(
    clippy::expect_used,
    reason = "argon2 hashes every short text; a server without this hash must not start"
)]
static NOBODY: LazyLock<String> = LazyLock::new(|| hash(&random::hex()).expect("a random text is hashed"));

/// The callers of a kind that may wait or hash before others get 503.
const MAX_ADMITTED: usize = 64;

/// Verifies and hashes passwords.
#[derive(Clone)]
pub(crate) struct Passwords {
    /// Permits of unknown devices. A flood of them takes none of the others' permits.
    pub(crate) strangers: Permits,
    /// Permits of devices with a valid cookie of the account, and of sessions that confirm its password.
    pub(crate) known: Permits,
    /// The number of hashes computed to verify a password: two for one that is not in NFC.
    pub(crate) checks: Counter,
}

/// The permits of a kind of callers.
#[derive(Clone)]
pub(crate) struct Permits {
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

/// An admitted caller, until it is dropped.
pub(crate) struct Admission {
    _admitted: OwnedSemaphorePermit,
    running: Arc<Semaphore>,
}

impl Permits {
    fn new() -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self { admitted: semaphore(MAX_ADMITTED), running: semaphore(*AT_ONCE) }
    }

    /// Admits a caller, before anything of its request is counted. Fails with 503 when too many are admitted.
    pub(crate) fn admit(&self) -> Result<Admission, ApiError> {
        let Self { admitted, running } = self.clone();
        let admitted = admitted.try_acquire_owned().map_err(|_| ApiError::unavailable())?;
        Ok(Admission { _admitted: admitted, running })
    }

    fn running(&self) -> usize {
        AT_ONCE.saturating_sub(self.running.available_permits())
    }

    fn admitted(&self) -> usize {
        MAX_ADMITTED.saturating_sub(self.admitted.available_permits())
    }
}

impl Default for Passwords {
    fn default() -> Self {
        LazyLock::force(&NOBODY);
        Self { strangers: Permits::new(), known: Permits::new(), checks: Counter::default() }
    }
}

impl Passwords {
    /// Returns the number of callers that hash.
    pub(crate) fn running(&self) -> usize {
        self.strangers.running().saturating_add(self.known.running())
    }

    /// Returns the number of callers that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.strangers.admitted().saturating_add(self.known.admitted()).saturating_sub(self.running())
    }

    /// Returns whether a password is the one behind a hash: in NFC or, if that is not it, as typed. Without a hash, it is wrong
    /// after the same work.
    pub(crate) async fn verify(
        &self,
        admission: Admission,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, ApiError> {
        let checks = self.checks.clone();
        run(admission, move || {
            let expected = PasswordHash::new(hash.as_deref().unwrap_or(&NOBODY))?;
            let is_right = |password: &str| {
                checks.inc();
                match Argon2::default().verify_password(password.as_bytes(), &expected) {
                    Ok(()) => Ok(hash.is_some()),
                    Err(password_hash::Error::PasswordInvalid) => Ok(false),
                    Err(error) => Err(Error::from(error)),
                }
            };
            let normalized = normalize(&password);
            Ok(is_right(&normalized)? || (*normalized != *password && is_right(&password)?))
        })
        .await
    }

    /// Returns the hash of a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, ApiError> {
        run(self.known.admit()?, move || hash(&password)).await
    }
}

/// Runs work off the async threads, once the caller has a permit.
async fn run<T: Send + 'static>(
    admission: Admission,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    let permit = Arc::clone(&admission.running).acquire_owned().await;
    let done = tokio::task::spawn_blocking(move || {
        // Held until the work is done, even when the client has gone.
        let _permit = permit;
        work()
    });
    let done = done.await.map_err(Error::from).flatten();
    done.context("the hash of a password could not be computed").map_err(ApiError::internal)
}

/// Returns the argon2id hash of a password's NFC in PHC form, with a random salt.
pub(crate) fn hash(password: &str) -> Result<String> {
    let hash: PasswordHash = Argon2::default().hash_password(normalize(password).as_bytes())?;
    Ok(hash.to_string())
}

/// Returns a password in NFC, in which it is hashed.
pub(crate) fn normalize(password: &str) -> Cow<'_, str> {
    if is_nfc(password) { password.into() } else { password.nfc().collect::<String>().into() }
}
