//! Where applications arrive.

use std::path::PathBuf;

use crate::limits::long_work::LongWork;

/// Folder for received CVs, and permits.
pub(crate) struct Uploads {
    /// Folder of the unnamed temporary files.
    pub(crate) folder: PathBuf,
    /// Permits of inspecting a CV.
    pub(super) long_work: LongWork,
}

impl Uploads {
    /// Keeps CVs in a folder.
    pub(crate) fn within(folder: PathBuf, long_work: LongWork) -> Self {
        Self { folder, long_work }
    }
}
