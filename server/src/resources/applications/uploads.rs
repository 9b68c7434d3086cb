//! Limits for applications that are received, inspected and stored at the same time.

use std::{env, path::PathBuf, sync::Arc, time::Duration};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::http::{error::ApiError, permit::acquire_permit};

/// Applications that are received at the same time. Each needs some memory, and disk space for its CV.
const RECEIVING: usize = 512;

/// CVs that are inspected at the same time.
const INSPECTING: usize = 2;

/// CVs that are written to the database at the same time. The other connections stay free for other requests.
const STORING: usize = 4;

/// Time for which an application waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Folder for received CVs, and permits for receiving, inspecting and storing them.
pub(crate) struct Uploads {
    /// Folder of the unnamed temporary files.
    pub(crate) folder: PathBuf,
    receiving: Arc<Semaphore>,
    inspecting: Semaphore,
    storing: Semaphore,
}

impl Uploads {
    /// Keeps CVs in the temporary folder of the system.
    pub(crate) fn new() -> Self {
        Self::within(env::temp_dir())
    }

    /// Keeps CVs in a folder.
    pub(crate) fn within(folder: PathBuf) -> Self {
        Self {
            folder,
            receiving: Arc::new(Semaphore::new(RECEIVING)),
            inspecting: Semaphore::new(INSPECTING),
            storing: Semaphore::new(STORING),
        }
    }

    /// Takes a permit to receive an application. Fails with 503 when all are taken.
    pub(crate) fn receive(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.receiving).try_acquire_owned().map_err(|_| ApiError::unavailable())
    }

    /// Waits for a permit to inspect a CV.
    pub(crate) async fn inspect(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        acquire_permit(&self.inspecting, TIMEOUT).await
    }

    /// Waits for a permit to write an application to the database.
    pub(crate) async fn store(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        acquire_permit(&self.storing, TIMEOUT).await
    }
}
