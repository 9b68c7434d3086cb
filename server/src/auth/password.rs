//! Passwords: argon2id, off the async threads, only so many at once.

use std::{
    sync::{Arc, LazyLock, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Result, anyhow};
use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::{
        PasswordHasher as _,
        phc::{Output, PasswordHash},
    },
};
use prometheus_client::metrics::counter::Counter;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::http::error::ApiError;

/// How many passwords are verified at once; each takes 19 MiB and a core. Half of the cores stay for all else.
static AT_ONCE: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)));

/// How many may be there at once, in work or waiting, before further ones are told to come back.
const PLACES: usize = 64;

/// How long one waits for its turn before it is told to come back, however slow the machine is just now.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Verified when the account is unknown, so that both cases take the same time.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash(&crate::storage::slug::random()).unwrap_or_default());

/// Verifies passwords.
#[derive(Clone)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// How long one waits for its turn.
    timeout: Duration,
    /// The memory of verifications that are over, for the next ones. Given back each time, blocks of this size would
    /// leave the heap in shreds that grow with every login.
    spare: Arc<Mutex<Vec<Vec<Block>>>>,
    /// How many hashes were compared, whatever came of it.
    pub(crate) checks: Counter,
}

/// How busy the verification of passwords is.
pub(crate) struct Load {
    /// How many are being verified.
    pub(crate) running: usize,
    /// How many wait for their turn.
    pub(crate) waiting: usize,
}

impl Default for Passwords {
    fn default() -> Self {
        LazyLock::force(&NOBODY);
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self {
            turns: semaphore(*AT_ONCE),
            places: semaphore(PLACES),
            timeout: TIMEOUT,
            spare: Arc::default(),
            checks: Counter::default(),
        }
    }
}

impl Passwords {
    /// How busy they are right now.
    pub(crate) fn load(&self) -> Load {
        let running = (*AT_ONCE).saturating_sub(self.turns.available_permits());
        let places = PLACES.saturating_sub(self.places.available_permits());
        Load { running, waiting: places.saturating_sub(running) }
    }

    /// Whether a password is the one behind a hash. Without a hash it is not, after the same work.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        let _place = self.places.try_acquire().map_err(|_| ApiError::unavailable())?;
        let turn = self.turn().await?;
        let passwords = self.clone();
        let verified = tokio::task::spawn_blocking(move || {
            // Held until the work is done, even when the client has gone.
            let _turn = turn;
            passwords.matches(&password, hash.as_deref().unwrap_or(&NOBODY)) && hash.is_some()
        });
        verified.await.map_err(|error| {
            tracing::error!(%error, "a password could not be verified");
            ApiError::internal()
        })
    }

    /// The hash of a new password, made in turn with those that are verified.
    pub(crate) async fn hash(&self, password: String) -> Result<String, ApiError> {
        let turn = self.turn().await?;
        let hashed = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            hash(&password)
        });
        let hashed = hashed.await.map_err(anyhow::Error::from).flatten();
        hashed.map_err(|error| {
            tracing::error!(%error, "a password could not be hashed");
            ApiError::internal()
        })
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let turn = timeout(self.timeout, Arc::clone(&self.turns).acquire_owned()).await;
        turn.map_err(|_| ApiError::unavailable())?.map_err(|_| ApiError::internal())
    }

    fn matches(&self, password: &str, hash: &str) -> bool {
        let verified = PasswordHash::new(hash).ok().and_then(|hash| {
            self.checks.inc();
            self.compare(password, &hash)
        });
        verified.unwrap_or(false)
    }

    /// None when the hash is not one of argon2's.
    fn compare(&self, password: &str, hash: &PasswordHash) -> Option<bool> {
        let (salt, wanted) = (hash.salt?, hash.hash?);
        let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
        let version = hash.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
        let params = Params::try_from(hash).ok()?;
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = spare().pop().unwrap_or_default();
        memory.resize(params.block_count(), Block::default());
        let mut output = vec![0; wanted.len()];
        let argon2 = Argon2::new(algorithm, version, params);
        let done =
            argon2.hash_password_into_with_memory(password.as_bytes(), &salt, &mut output, &mut memory);
        spare().push(memory);
        done.ok()?;
        // Outputs compare in constant time.
        Some(Output::new(&output).ok()? == wanted)
    }
}

/// The argon2id hash of a password in PHC form, with a random salt.
pub(crate) fn hash(password: &str) -> Result<String> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| anyhow!("the password cannot be hashed: {error}"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::{http::StatusCode, response::IntoResponse as _};

    use super::{AT_ONCE, Passwords};

    #[tokio::test]
    async fn who_waits_too_long_for_a_turn_is_told_to_come_back() {
        let passwords = Passwords { timeout: Duration::from_millis(10), ..Passwords::default() };
        let taken = passwords.turns.acquire_many(u32::try_from(*AT_ONCE).unwrap()).await;
        let refused = passwords.verify("a password".to_owned(), None).await.unwrap_err();
        assert_eq!(refused.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(passwords.load().waiting, 0);
        drop(taken);
        assert!(!passwords.verify("a password".to_owned(), None).await.unwrap());
    }
}
