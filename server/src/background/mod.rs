//! Background tasks: mail, retention, cleanup, reindexing. Each is supervised on its own.

pub(crate) mod cleanup;
pub(crate) mod mail;
pub(crate) mod retention;
pub(crate) mod supervisor;

use std::time::Duration;

/// Returns `pause` plus up to a half of it at random, so that instances do not work at the same time.
fn jittered(pause: Duration) -> Duration {
    pause.mul_f32(1.0 + rand::random::<f32>() / 2.0)
}

/// Returns the pause before the next batch of reindexing. An older instance may store rows that are out of date.
pub(crate) const fn reindex_pause(is_complete: bool) -> Duration {
    if is_complete { Duration::from_mins(10) } else { Duration::from_millis(100) }
}
