//! The state of the calls that export a list.

use tokio_util::task::TaskTracker;

use crate::{inbox::export::link::SignedLinks, limits::long_work::LongWork, storage::Pool};

pub(crate) struct ExportState {
    pub(crate) pool: Pool,
    pub(crate) links: SignedLinks,
    /// Permits of batches. A slow client holds none while it receives one.
    pub(crate) long_work: LongWork,
    pub(crate) requests: TaskTracker,
}
