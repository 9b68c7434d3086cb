//! The state of the calls that export a list.

use tokio_util::task::TaskTracker;

use crate::{auth::token::TokenKeys, limits::long_work::LongWork, storage::Pool};

pub(crate) struct ExportState {
    pub(crate) pool: Pool,
    /// Signs and verifies links.
    pub(crate) keys: TokenKeys,
    /// Permits of batches. A slow client holds none while it receives one.
    pub(crate) long_work: LongWork,
    pub(crate) requests: TaskTracker,
}
