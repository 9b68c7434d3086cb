//! Whether the server is stopping.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A flag that is set once, when the server begins to stop.
#[derive(Clone, Default)]
pub(crate) struct Stopping(Arc<AtomicBool>);

impl Stopping {
    /// Begins to stop.
    pub(crate) fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the server is stopping.
    pub(crate) fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
