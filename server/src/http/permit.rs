//! Waits for permits of concurrency limits, with a timeout.

use std::time::Duration;

use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

use crate::http::error::ApiError;

/// Waits for a permit. Fails with 503 after a timeout.
pub(crate) async fn acquire_permit(
    semaphore: &Semaphore,
    time: Duration,
) -> Result<SemaphorePermit<'_>, ApiError> {
    let permit = timeout(time, semaphore.acquire()).await.ok().and_then(Result::ok);
    permit.ok_or(ApiError::unavailable())
}
