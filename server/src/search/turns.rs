//! How many searches run at once: a concurrency limit of their own, so that they do not exhaust the pool.

use std::time::Duration;

use agency_core::filter::Filter;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::http::{error::ApiError, turn::turn};

/// Which part of the connections to Postgres searches may have; the others stay free for everything else.
const PART: usize = 4;

/// How long a search waits for its turn.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Whose turn it is to search. A search costs as much as a hundred forms, so visitors do not wait behind all of them.
pub(crate) struct SearchTurns(Semaphore);

impl SearchTurns {
    /// Turns by the number of connections.
    pub(crate) fn new(pool_size: usize) -> Self {
        Self(Semaphore::new((pool_size / PART).max(1)))
    }

    /// The turn to look for what a filter asks for; none is needed for a whole list or box.
    pub(crate) async fn turn(&self, filter: &Filter) -> Result<Option<SemaphorePermit<'_>>, ApiError> {
        if filter.is_whole() { Ok(None) } else { turn(&self.0, TIMEOUT).await.map(Some) }
    }

    /// Every turn there is.
    #[cfg(test)]
    pub(crate) async fn all(&self) -> SemaphorePermit<'_> {
        let all = u32::try_from(self.0.available_permits()).unwrap();
        self.0.acquire_many(all).await.unwrap()
    }
}
