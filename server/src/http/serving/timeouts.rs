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
    extract::{Extension, Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http_body_util::BodyExt as _;
use tokio::time::timeout;
use tower_http::timeout::{DeadlineBody, TimeoutBody, TimeoutError};
use tracing::Instrument as _;

use crate::http::{error::ApiError, serving::Slot};

/// Maximum bytes for which a body gets time: the largest CV. A body of unknown size gets the same.
const RATED_BYTES: u64 = 5 * 1_024 * 1_024;

/// Rate that gives the time for a whole body, in addition to one pause: eleven minutes for the largest CV.
const BYTES_PER_SECOND: u64 = 8 * 1_024;

/// Time limits of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestTimeouts {
    /// Time from the end of the time for the body to the response.
    pub(crate) answer: Duration,
    /// Longest pause in a body.
    pub(crate) body_pause: Duration,
}

impl Default for RequestTimeouts {
    fn default() -> Self {
        Self { answer: Duration::from_secs(30), body_pause: Duration::from_secs(15) }
    }
}

/// Responds with 408 if the client is too slow, and with 503 if the handler is. The handler continues; the database ends
/// statements that take too long.
pub(crate) async fn limit_time(
    State(timeouts): State<RequestTimeouts>,
    Extension(slot): Extension<Arc<Slot>>,
    request: Request,
    next: Next,
) -> Response {
    let (is_late, mut body_time) = (Arc::new(AtomicBool::new(false)), Duration::ZERO);
    let request = request.map(|body| {
        if body.is_end_stream() {
            return body;
        }
        let bytes = body.size_hint().exact().unwrap_or(RATED_BYTES).min(RATED_BYTES);
        body_time = timeouts.body_pause.saturating_add(Duration::from_secs(bytes / BYTES_PER_SECOND));
        let body = DeadlineBody::new(body_time, TimeoutBody::new(timeouts.body_pause, body));
        let is_late = Arc::clone(&is_late);
        Body::new(body.map_err(move |error| {
            is_late.fetch_or(error.is::<TimeoutError>(), Ordering::Relaxed);
            error
        }))
    });
    let mut answer = Box::pin(next.run(request));
    let Ok(response) = timeout(body_time.saturating_add(timeouts.answer), &mut answer).await else {
        tracing::warn!("a request took too long");
        let requests = slot.shared.requests.clone();
        let rest = async move {
            let _slot = slot;
            answer.await
        };
        requests.spawn(rest.in_current_span());
        return ApiError::unavailable().into_response();
    };
    if is_late.load(Ordering::Relaxed) {
        return ApiError::of_status(StatusCode::REQUEST_TIMEOUT).into_response();
    }
    response
}
