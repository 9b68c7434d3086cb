//! How much is received and stored at once.

use std::{env, path::PathBuf, time::Duration};

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::http::{error::ApiError, turn::turn};

/// Applications that arrive at once. Each takes some memory, and up to a CV's size on the disk.
const RECEIVING: usize = 512;

/// CVs that are looked into at once.
const INSPECTING: usize = 2;

/// CVs that are written to the database at once; the other connections stay free for everything else.
const STORING: usize = 4;

/// How long an application waits for its turn.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Where CVs are kept while they arrive, and whose turn it is.
pub(crate) struct Uploads {
    /// The folder of the files, which have no names in it.
    pub(crate) folder: PathBuf,
    receiving: Semaphore,
    inspecting: Semaphore,
    storing: Semaphore,
}

impl Uploads {
    /// Keeps CVs in the system's folder for such files.
    pub(crate) fn new() -> Self {
        Self::within(env::temp_dir())
    }

    /// Keeps CVs in a folder.
    pub(crate) fn within(folder: PathBuf) -> Self {
        Self {
            folder,
            receiving: Semaphore::new(RECEIVING),
            inspecting: Semaphore::new(INSPECTING),
            storing: Semaphore::new(STORING),
        }
    }

    /// A place to receive an application in; 503 when all are taken.
    pub(crate) fn receive(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.receiving.try_acquire().map_err(|_| ApiError::unavailable())
    }

    /// The turn to look into a CV.
    pub(crate) async fn inspect(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        turn(&self.inspecting, TIMEOUT).await
    }

    /// The turn to write an application to the database.
    pub(crate) async fn store(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        turn(&self.storing, TIMEOUT).await
    }
}
