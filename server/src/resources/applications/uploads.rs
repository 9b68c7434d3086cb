//! Limits for applications that are received, inspected and stored at the same time.

use std::{path::PathBuf, sync::Arc, time::Duration};

use tokio::sync::Semaphore;

/// Applications that are received at the same time. Each needs some memory, and disk space for its CV.
const RECEIVING: usize = 512;

/// CVs that are inspected at the same time.
const INSPECTING: usize = 2;

/// CVs that are written to the database at the same time. The other connections stay free for other requests.
const STORING: usize = 4;

/// Time for which an application waits for a permit.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Folder for received CVs, and permits for receiving, inspecting and storing them.
pub(crate) struct Uploads {
    /// Folder of the unnamed temporary files.
    pub(crate) folder: PathBuf,
    pub(super) receiving: Arc<Semaphore>,
    pub(super) inspecting: Semaphore,
    pub(super) storing: Semaphore,
}

impl Uploads {
    /// Keeps CVs in a folder.
    pub(crate) fn within(folder: PathBuf) -> Self {
        Self {
            folder,
            receiving: Arc::new(Semaphore::new(RECEIVING)),
            inspecting: Semaphore::new(INSPECTING),
            storing: Semaphore::new(STORING),
        }
    }
}
