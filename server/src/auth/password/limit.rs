//! Concurrency limits for hashing passwords.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::{auth::password::Load, http::error::ApiError};

/// The callers that may wait or hash before others get 503.
const MAX_ADMITTED: usize = 64;

/// Limits the callers that are admitted, and those that hash at the same time.
#[derive(Clone)]
pub(super) struct ConcurrencyLimit {
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
    max_running: usize,
    timeout: Duration,
}

/// An admitted caller, until it is dropped.
pub(crate) struct Admission {
    _admitted: OwnedSemaphorePermit,
    limit: ConcurrencyLimit,
}

impl ConcurrencyLimit {
    pub(super) fn new(max_running: usize, timeout: Duration) -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self { admitted: semaphore(MAX_ADMITTED), running: semaphore(max_running), max_running, timeout }
    }

    /// Admits a caller.
    ///
    /// # Errors
    ///
    /// 503 when too many are admitted already.
    pub(super) fn admit(&self) -> Result<Admission, ApiError> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned();
        let admitted = admitted.map_err(|_| ApiError::unavailable())?;
        Ok(Admission { _admitted: admitted, limit: self.clone() })
    }

    pub(super) fn load(&self) -> Load {
        let running = self.max_running.saturating_sub(self.running.available_permits());
        let admitted = MAX_ADMITTED.saturating_sub(self.admitted.available_permits());
        Load { running, waiting: admitted.saturating_sub(running) }
    }
}

impl Admission {
    /// Waits for a permit to hash.
    ///
    /// # Errors
    ///
    /// 503 when it takes too long.
    pub(super) async fn permit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let permit = timeout(self.limit.timeout, Arc::clone(&self.limit.running).acquire_owned()).await;
        permit.map_err(|_| ApiError::unavailable())?.map_err(|_| ApiError::internal())
    }
}
