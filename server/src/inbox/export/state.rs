//! The state of the calls that export a list.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::{auth::session_cache::SessionCache, inbox::export::link::SignedLinks, storage::Pool};

/// Exports that read from the database at the same time.
pub(crate) const CONCURRENT_READS: usize = 2;

pub(crate) struct ExportState {
    pub(crate) pool: Pool,
    pub(crate) sessions: Arc<SessionCache>,
    pub(crate) links: SignedLinks,
    /// Permits of the exports that read at the same time, so that they cannot starve other requests. A slow client holds
    /// none while it receives a batch.
    pub(crate) reads: Semaphore,
    pub(crate) requests: TaskTracker,
}
