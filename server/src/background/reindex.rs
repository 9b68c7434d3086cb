//! Repeats reindexing, which the inbox does in batches.

use std::time::Duration;

use anyhow::Result;

/// Between two batches, and when nothing is out of date.
const SHORT_PAUSE: Duration = Duration::from_millis(100);
const PAUSE: Duration = Duration::from_mins(1);

/// Calls `reindex_batch` without end: soon again after `Ok(false)`, which says that rows are still out of date.
pub(crate) async fn run<F>(reindex_batch: impl Fn() -> F)
where
    F: Future<Output = Result<bool>>,
{
    loop {
        let pause = match reindex_batch().await {
            Ok(true) => PAUSE,
            Ok(false) => SHORT_PAUSE,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "reindexing failed and is tried again");
                PAUSE
            }
        };
        tokio::time::sleep(pause).await;
    }
}
