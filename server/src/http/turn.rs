//! Waiting for one's turn at what has a concurrency limit.

use std::time::Duration;

use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

use crate::http::error::ApiError;

/// The turn, which ends when it goes out of scope; 503 where it does not come in time.
pub(crate) async fn turn(semaphore: &Semaphore, time: Duration) -> Result<SemaphorePermit<'_>, ApiError> {
    let permit = timeout(time, semaphore.acquire()).await.ok().and_then(Result::ok);
    permit.ok_or(ApiError::unavailable())
}
