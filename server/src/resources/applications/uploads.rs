//! Where applications arrive.

use std::{path::PathBuf, sync::Arc};

use tokio::sync::Semaphore;

use crate::limits::long_work::LongWork;

/// Applications that are received at the same time. Each needs some memory, and disk space for its CV.
const RECEIVING: usize = 512;

/// Folder for received CVs, and permits.
pub(crate) struct Uploads {
    /// Folder of the unnamed temporary files.
    pub(crate) folder: PathBuf,
    /// Permits of applications, until they are stored.
    pub(super) receiving: Arc<Semaphore>,
    /// Permits of inspecting a CV.
    pub(super) long_work: LongWork,
}

impl Uploads {
    /// Keeps CVs in a folder.
    pub(crate) fn within(folder: PathBuf, long_work: LongWork) -> Self {
        Self { folder, receiving: Arc::new(Semaphore::new(RECEIVING)), long_work }
    }
}
