//! Limits for applications that are received and processed at the same time.

use std::{path::PathBuf, sync::Arc, time::Duration};

use tokio::sync::Semaphore;

/// Applications that are received at the same time. Each needs some memory, and disk space for its CV.
const RECEIVING: usize = 512;

/// Whole CVs that are inspected or written to the database at the same time, so that memory, cores and connections to the
/// database stay free for other requests.
const PROCESSING: usize = 4;

/// Time for which an application waits for a permit.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Folder for received CVs, and permits for receiving and processing them.
pub(crate) struct Uploads {
    /// Folder of the unnamed temporary files.
    pub(crate) folder: PathBuf,
    pub(super) receiving: Arc<Semaphore>,
    pub(super) processing: Semaphore,
}

impl Uploads {
    /// Keeps CVs in a folder.
    pub(crate) fn within(folder: PathBuf) -> Self {
        Self {
            folder,
            receiving: Arc::new(Semaphore::new(RECEIVING)),
            processing: Semaphore::new(PROCESSING),
        }
    }
}
