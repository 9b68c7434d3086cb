//! Passwords: argon2id, off the async threads, only so many at once.

mod limit;

#[cfg(test)]
mod tests;

use std::{
    sync::{Arc, LazyLock, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Result, anyhow};
use argon2::{
    ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version,
    password_hash::{
        PasswordHasher as _,
        phc::{Output, PasswordHash, Salt},
    },
};
use prometheus_client::metrics::counter::Counter;

pub(crate) use limit::Admission;

use crate::{auth::password::limit::ConcurrencyLimit, http::error::ApiError};

/// How many passwords of each kind of caller are hashed at once; each takes 19 MiB and a core.
static AT_ONCE: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)));

/// How long a caller waits for its permit before it gets 503, however slow the machine is just now.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Verified when the account is unknown, so that both cases take the same time.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash(&crate::storage::slug::random()).unwrap_or_default());

/// Verifies and hashes passwords.
#[derive(Clone)]
pub(crate) struct Passwords {
    strangers: ConcurrencyLimit,
    known: ConcurrencyLimit,
    /// The memory of hashes that are done, for the next ones. Given back each time, blocks of this size would leave the
    /// heap fragmented, and it would grow with every login.
    spare: Arc<Mutex<Vec<Vec<Block>>>>,
    /// How many hashes were compared, whatever came of it.
    pub(crate) checks: Counter,
}

/// Who has a password hashed. Each kind has permits of its own, so that a flood of strangers takes none of the others'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Anyone.
    Stranger,
    /// A device with a valid cookie of the account, or a session that confirms its password.
    Known,
}

/// How busy the hashing of passwords is.
pub(crate) struct Load {
    /// How many are being hashed.
    pub(crate) running: usize,
    /// How many wait for their permit.
    pub(crate) waiting: usize,
}

impl Default for Passwords {
    fn default() -> Self {
        Self::with_timeout(TIMEOUT)
    }
}

impl Passwords {
    fn with_timeout(timeout: Duration) -> Self {
        LazyLock::force(&NOBODY);
        let limit = || ConcurrencyLimit::new(*AT_ONCE, timeout);
        Self { strangers: limit(), known: limit(), spare: Arc::default(), checks: Counter::default() }
    }

    /// Returns how busy hashing is right now.
    pub(crate) fn load(&self) -> Load {
        let (strangers, known) = (self.strangers.load(), self.known.load());
        let sum = usize::saturating_add;
        Load {
            running: sum(strangers.running, known.running),
            waiting: sum(strangers.waiting, known.waiting),
        }
    }

    /// Admits a caller, before anything of its request is counted.
    ///
    /// # Errors
    ///
    /// 503 when too many of its kind are admitted already.
    pub(crate) fn admit(&self, caller: Caller) -> Result<Admission, ApiError> {
        match caller {
            Caller::Stranger => self.strangers.admit(),
            Caller::Known => self.known.admit(),
        }
    }

    /// Returns whether a password is the one behind a hash. Without a hash it is not, after the same work.
    pub(crate) async fn verify(
        &self,
        admission: &Admission,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, ApiError> {
        self.run(admission, move |passwords| {
            passwords.matches(&password, hash.as_deref().unwrap_or(&NOBODY)) && hash.is_some()
        })
        .await
    }

    /// Returns the hash of a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, ApiError> {
        let admission = self.admit(Caller::Known)?;
        let hash = self.run(&admission, move |passwords| passwords.hash_in_spare(&password)).await?;
        hash.map_err(|error| {
            tracing::error!(%error, "a password could not be hashed");
            ApiError::internal()
        })
    }

    /// Runs work off the async threads when the caller has its permit.
    async fn run<T: Send + 'static>(
        &self,
        admission: &Admission,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = admission.permit().await?;
        let passwords = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            // Held until the work is done, even when the client has gone.
            let _permit = permit;
            work(&passwords)
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "the hash of a password could not be computed");
            ApiError::internal()
        })
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
        let mut output = vec![0; wanted.len()];
        self.fill(&Argon2::new(algorithm, version, params), password, &salt, &mut output).ok()?;
        // Outputs compare in constant time.
        Some(Output::new(&output).ok()? == wanted)
    }

    /// Returns the argon2id hash of a password in PHC form, as [`hash`] does, in memory that was used before.
    fn hash_in_spare(&self, password: &str) -> Result<String> {
        let (argon2, salt) = (Argon2::default(), Salt::generate());
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        let unusable = |error: &dyn std::fmt::Display| anyhow!("the password cannot be hashed: {error}");
        self.fill(&argon2, password, &salt, &mut output).map_err(|error| unusable(&error))?;
        let hash = PasswordHash {
            algorithm: ARGON2ID_IDENT,
            version: Some(Version::default().into()),
            params: argon2.params().try_into().map_err(|error| unusable(&error))?,
            salt: Some(salt),
            hash: Some(Output::new(&output).map_err(|error| unusable(&error))?),
        };
        Ok(hash.to_string())
    }

    fn fill(
        &self,
        argon2: &Argon2<'_>,
        password: &str,
        salt: &[u8],
        output: &mut [u8],
    ) -> argon2::Result<()> {
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = spare().pop().unwrap_or_default();
        memory.resize(argon2.params().block_count(), Block::default());
        let done = argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut memory);
        spare().push(memory);
        done
    }
}

/// The argon2id hash of a password in PHC form, with a random salt.
pub(crate) fn hash(password: &str) -> Result<String> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| anyhow!("the password cannot be hashed: {error}"))
}
