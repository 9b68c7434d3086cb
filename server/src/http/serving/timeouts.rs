//! Request timeouts: for bodies, and for responses.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    body::{Body, HttpBody as _},
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http_body_util::BodyExt as _;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tower_http::timeout::{DeadlineBody, TimeoutBody, TimeoutError};
use tracing::Instrument as _;

use crate::http::{error::ApiError, serving::slots::RequestGuard};

/// Maximum bytes for which a body gets time: the largest CV. A body of unknown size gets the same.
const RATED_BYTES: u64 = 5 * 1_024 * 1_024;

/// Time limits of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestTimeouts {
    /// Time from the end of the time for the body to the response.
    pub(crate) answer: Duration,
    /// Longest pause in a body.
    pub(crate) body_pause: Duration,
    /// Rate that gives the time for a whole body, in addition to one pause.
    pub(crate) bytes_per_second: u64,
}

impl Default for RequestTimeouts {
    /// Allows ten minutes for an upload of 5 MB.
    fn default() -> Self {
        let (answer, body_pause) = (Duration::from_secs(30), Duration::from_secs(15));
        Self { answer, body_pause, bytes_per_second: 8 * 1_024 }
    }
}

impl RequestTimeouts {
    /// Returns the time for a whole body.
    fn body_time(&self, body: &Body) -> Duration {
        if body.is_end_stream() {
            return Duration::ZERO;
        }
        let bytes = body.size_hint().exact().unwrap_or(RATED_BYTES).min(RATED_BYTES);
        self.body_pause.saturating_add(Duration::from_secs(bytes / self.bytes_per_second.max(1)))
    }
}

/// Responds with 408 if the client is too slow, and with 503 if the handler is. The handler continues; the database ends
/// statements that take too long.
pub(crate) async fn limit_time(
    timeouts: RequestTimeouts,
    requests: TaskTracker,
    request: Request,
    next: Next,
) -> Response {
    let guard = request.extensions().get::<RequestGuard>().cloned();
    let body_time = timeouts.body_time(request.body());
    let is_late = Arc::new(AtomicBool::new(false));
    let request = if body_time.is_zero() {
        request
    } else {
        let is_late = Arc::clone(&is_late);
        request.map(|body| limit_body(body, timeouts.body_pause, body_time, is_late))
    };
    let mut answer = Box::pin(next.run(request));
    let Ok(response) = timeout(body_time.saturating_add(timeouts.answer), &mut answer).await else {
        tracing::warn!("a request took too long");
        let rest = async move {
            let _guard = guard;
            answer.await
        };
        requests.spawn(rest.in_current_span());
        return ApiError::unavailable().into_response();
    };
    if !is_late.load(Ordering::Relaxed) {
        return response;
    }
    let late = ApiError::of_status(StatusCode::REQUEST_TIMEOUT);
    ([(header::CONNECTION, HeaderValue::from_static("close"))], late).into_response()
}

/// Fails a body when the client pauses for too long or takes too long in all.
fn limit_body(body: Body, pause: Duration, total: Duration, is_late: Arc<AtomicBool>) -> Body {
    let body = DeadlineBody::new(total, TimeoutBody::new(pause, body));
    Body::new(body.map_err(move |error| {
        is_late.fetch_or(error.is::<TimeoutError>(), Ordering::Relaxed);
        error
    }))
}
