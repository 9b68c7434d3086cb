//! Hashes passwords with argon2id, off the async threads, a few at a time.

#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use anyhow::{Error, Result};
use argon2::{
    ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, PasswordHash, Salt},
};
use prometheus_client::metrics::counter::Counter;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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
    /// Memory of earlier hashes. Freed each time, blocks of this size would fragment the heap.
    spare: Arc<Mutex<Vec<Vec<Block>>>>,
    /// The number of verified passwords.
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
        let (strangers, known) = (Permits::new(), Permits::new());
        Self { strangers, known, spare: Arc::default(), checks: Counter::default() }
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

    /// Returns whether a password is the one behind a hash. Without a hash, returns false after the same work.
    pub(crate) async fn verify(
        &self,
        admission: Admission,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, ApiError> {
        let compare = move |memory: &mut Vec<Block>| {
            let matches = compare_in(memory, &password, hash.as_deref().unwrap_or(&NOBODY));
            Ok(matches == Some(true) && hash.is_some())
        };
        let matches = self.run(admission, compare).await?;
        self.checks.inc();
        Ok(matches)
    }

    /// Returns the hash of a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.run(self.known.admit()?, move |memory| hash_in(memory, &password)).await
    }

    /// Runs work in spare memory off the async threads, once the caller has a permit.
    async fn run<T: Send + 'static>(
        &self,
        admission: Admission,
        work: impl FnOnce(&mut Vec<Block>) -> Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&admission.running).acquire_owned().await;
        let spare = Arc::clone(&self.spare);
        let done = tokio::task::spawn_blocking(move || {
            // Held until the work is done, even when the client has gone.
            let _permit = permit;
            let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut memory = spare().pop().unwrap_or_default();
            let done = work(&mut memory);
            spare().push(memory);
            done
        });
        done.await.map_err(Error::from).flatten().map_err(|error| {
            tracing::error!(%error, "the hash of a password could not be computed");
            ApiError::internal()
        })
    }
}

/// Returns whether a password is the one behind a hash of [`hash_in`]; none if it is another text.
fn compare_in(memory: &mut Vec<Block>, password: &str, hash: &str) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let (salt, wanted) = (hash.salt?, hash.hash?);
    let argon2 = Argon2::new(Algorithm::default(), Version::default(), Params::try_from(&hash).ok()?);
    let mut output = vec![0; wanted.len()];
    fill(&argon2, memory, password, &salt, &mut output).ok()?;
    // Outputs compare in constant time.
    Some(Output::new(&output).ok()? == wanted)
}

/// Returns the argon2id hash of a password in PHC form, with a random salt.
pub(crate) fn hash(password: &str) -> Result<String> {
    hash_in(&mut Vec::new(), password)
}

fn hash_in(memory: &mut Vec<Block>, password: &str) -> Result<String> {
    let (argon2, salt) = (Argon2::default(), Salt::generate());
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    fill(&argon2, memory, password, &salt, &mut output)?;
    let hash = PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::default().into()),
        params: argon2.params().try_into()?,
        salt: Some(salt),
        hash: Some(Output::new(&output)?),
    };
    Ok(hash.to_string())
}

fn fill(
    argon2: &Argon2<'_>,
    memory: &mut Vec<Block>,
    password: &str,
    salt: &[u8],
    output: &mut [u8],
) -> argon2::Result<()> {
    memory.resize(argon2.params().block_count(), Block::default());
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, memory)
}
