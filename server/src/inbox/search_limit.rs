//! Limits concurrent searches, so that they cannot starve form submissions.

use std::time::Duration;

use agency_core::filter::Filter;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::http::{error::ApiError, permit::acquire_permit};

/// Connections of the pool for each search permit.
const CONNECTIONS_PER_PERMIT: usize = 4;

/// Time for which a search waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Permits for searches.
pub(crate) struct SearchLimit(Semaphore);

impl SearchLimit {
    /// Creates the permits for a pool of this size.
    pub(crate) fn new(pool_size: usize) -> Self {
        Self(Semaphore::new((pool_size / CONNECTIONS_PER_PERMIT).max(1)))
    }

    /// Waits for a permit for a filter. A whole list or box needs none. Fails with 503 after ten seconds.
    pub(crate) async fn permit(&self, filter: &Filter) -> Result<Option<SemaphorePermit<'_>>, ApiError> {
        if filter.is_whole() { Ok(None) } else { acquire_permit(&self.0, TIMEOUT).await.map(Some) }
    }

    /// Takes all permits.
    #[cfg(test)]
    pub(crate) async fn all(&self) -> SemaphorePermit<'_> {
        let all = u32::try_from(self.0.available_permits()).unwrap();
        self.0.acquire_many(all).await.unwrap()
    }
}
