//! Work that takes long: searches, insights, batches of exports, and CVs that are inspected or written.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::http::error::ApiError;

/// Connections of the pool for each permit.
const CONNECTIONS_PER_PERMIT: usize = 4;

/// Time for which work waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Permits for long work. It takes at most a quarter of the database connections, so that lists, records and forms always
/// find one, and only a few whole CVs are in memory.
#[derive(Clone)]
pub(crate) struct LongWork(Arc<Semaphore>);

impl LongWork {
    /// Creates the permits for a pool of this size.
    pub(crate) fn new(pool_size: usize) -> Self {
        Self(Arc::new(Semaphore::new((pool_size / CONNECTIONS_PER_PERMIT).max(1))))
    }

    /// Waits for a permit. Take it before a connection. Fails with 503 after half a minute.
    pub(crate) async fn permit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let permit = timeout(TIMEOUT, Arc::clone(&self.0).acquire_owned()).await.ok().and_then(Result::ok);
        permit.ok_or(ApiError::unavailable())
    }

    #[cfg(test)]
    pub(crate) async fn all_permits(&self) -> Vec<OwnedSemaphorePermit> {
        let mut permits = Vec::new();
        for _ in 0..self.0.available_permits() {
            permits.push(self.permit().await.unwrap());
        }
        permits
    }
}
