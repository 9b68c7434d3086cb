//! Hashes passwords with argon2id, off the async threads, a few at a time.
//!
//! Passwords are hashed in NFC (NIST SP 800-63B), because keyboards differ in how they write letters with marks. Hashes of
//! older releases are of passwords as typed.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use anyhow::{Context as _, Error, Result};
use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::{
        generate_salt,
        phc::{Output, ParamsString, PasswordHash, Salt},
    },
};
use prometheus_client::metrics::counter::Counter;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use crate::{http::error::ApiError, storage::slug};

/// The passwords hashed at the same time, for each kind of caller. Each takes 19 MiB and a core.
static AT_ONCE: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)));

/// The hash to verify for unknown accounts, so that they take the same time.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash(&slug::random()).unwrap_or_default());

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
    memory: Arc<Memory>,
}

/// The memory of callers that are not hashing now, for the next ones. Allocating it each time leaves the heap in pieces,
/// which the process never returns.
type Memory = Mutex<Vec<Vec<Block>>>;

/// An admitted caller, until it is dropped.
pub(crate) struct Admission {
    _admitted: OwnedSemaphorePermit,
    running: Arc<Semaphore>,
    memory: Arc<Memory>,
}

/// The result of comparing a password with a hash.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PasswordCheck {
    Wrong,
    Right,
    /// Right, and hashed as typed. The hash of its NFC replaces the old one.
    RightAsTyped(String),
}

impl Permits {
    fn new() -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self { admitted: semaphore(MAX_ADMITTED), running: semaphore(*AT_ONCE), memory: Arc::default() }
    }

    /// Admits a caller, before anything of its request is counted. Fails with 503 when too many are admitted.
    pub(crate) fn admit(&self) -> Result<Admission, ApiError> {
        let Self { admitted, running, memory } = self.clone();
        let admitted = admitted.try_acquire_owned().map_err(|_| ApiError::unavailable())?;
        Ok(Admission { _admitted: admitted, running, memory })
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
    ) -> Result<PasswordCheck, ApiError> {
        let checks = self.checks.clone();
        run(admission, move |memory| {
            let expected = PasswordHash::new(hash.as_deref().unwrap_or(&NOBODY))?;
            let mut is_right = |password: &str| {
                checks.inc();
                Ok::<_, Error>(is_hash_of(&expected, password, memory)? && hash.is_some())
            };
            let normalized = normalize(&password);
            if is_right(&normalized)? {
                Ok(PasswordCheck::Right)
            } else if *normalized != *password && is_right(&password)? {
                Ok(PasswordCheck::RightAsTyped(hash_in(memory, &normalized)?))
            } else {
                Ok(PasswordCheck::Wrong)
            }
        })
        .await
    }

    /// Returns the hash of a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, ApiError> {
        run(self.known.admit()?, move |memory| hash_in(memory, &password)).await
    }
}

/// Runs work off the async threads, once the caller has a permit.
async fn run<T: Send + 'static>(
    admission: Admission,
    work: impl FnOnce(&mut Vec<Block>) -> Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    let permit = Arc::clone(&admission.running).acquire_owned().await;
    let kept = Arc::clone(&admission.memory);
    let done = tokio::task::spawn_blocking(move || {
        // Held until the work is done, even when the client has gone.
        let _permit = permit;
        let kept = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = kept().pop().unwrap_or_default();
        let done = work(&mut memory);
        kept().push(memory);
        done
    });
    let done = done.await.map_err(Error::from).flatten();
    done.context("the hash of a password could not be computed").map_err(ApiError::internal)
}

/// Returns the argon2id hash of a password's NFC in PHC form, with a random salt.
pub(crate) fn hash(password: &str) -> Result<String> {
    hash_in(&mut Vec::new(), password)
}

/// Returns a password in NFC, in which it is hashed.
pub(crate) fn normalize(password: &str) -> Cow<'_, str> {
    if is_nfc(password) { password.into() } else { password.nfc().collect::<String>().into() }
}

fn hash_in(memory: &mut Vec<Block>, password: &str) -> Result<String> {
    let (argon2, salt) = (Argon2::default(), Salt::new(&generate_salt())?);
    let output = compute(&argon2, &normalize(password), &salt, Params::DEFAULT_OUTPUT_LEN, memory)?;
    let hash = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params())?,
        salt: Some(salt),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

/// Returns whether a hash is that of a password as it is.
fn is_hash_of(expected: &PasswordHash, password: &str, memory: &mut Vec<Block>) -> Result<bool> {
    let (salt, output) =
        expected.salt.as_ref().zip(expected.hash.as_ref()).context("the hash is not complete")?;
    let version = expected.version.map(Version::try_from).transpose()?.unwrap_or_default();
    let argon2 =
        Argon2::new(Algorithm::try_from(expected.algorithm.as_str())?, version, Params::try_from(expected)?);
    // Compared in constant time.
    Ok(compute(&argon2, password, salt, output.len(), memory)? == *output)
}

/// Computes argon2's output of a length, in memory that is kept for the next one.
fn compute(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    length: usize,
    memory: &mut Vec<Block>,
) -> Result<Output> {
    if memory.len() < argon2.params().block_count() {
        memory.resize(argon2.params().block_count(), Block::new());
    }
    let mut bytes = [0; Output::MAX_LENGTH];
    let output = bytes.get_mut(..length).context("the hash is too long")?;
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, memory.as_mut_slice())?;
    Ok(Output::new(output)?)
}
