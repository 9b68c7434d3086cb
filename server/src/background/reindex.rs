//! Pauses of reindexing, which the inbox does in batches.

use std::time::Duration;

/// The pause while rows are out of date.
const SHORT_PAUSE: Duration = Duration::from_millis(100);

/// The pause when none is. An older instance may store rows that are.
const PAUSE: Duration = Duration::from_mins(10);

/// Returns the pause before the next batch.
pub(crate) const fn pause(is_complete: bool) -> Duration {
    if is_complete { PAUSE } else { SHORT_PAUSE }
}
