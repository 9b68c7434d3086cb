//! Flag for stopping the server.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Flag that is set once, when the server starts to stop.
#[derive(Clone, Default)]
pub(crate) struct Stopping(Arc<AtomicBool>);

impl Stopping {
    /// Sets the flag.
    pub(crate) fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the server is stopping.
    pub(crate) fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
