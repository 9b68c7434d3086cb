//! Request timeouts: a minimum rate for bodies, and a time limit for responses.

use std::{
    future::poll_fn,
    io::{Error, ErrorKind},
    time::Duration,
};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody as _},
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use futures_util::{StreamExt as _, stream};
use tokio::{
    sync::watch,
    time::{Instant, timeout_at},
};
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::http::{
    error::ApiError,
    serving::{settings::TransferLimit, slots::RequestGuard, wait_budget::WaitBudget},
};

/// Time limits of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestTimeouts {
    /// Time from the last byte of the request to the response.
    pub(crate) answer: Duration,
    /// Minimum rate of bodies.
    pub(crate) body: TransferLimit,
}

impl Default for RequestTimeouts {
    /// Allows ten minutes for an upload of 5 MB.
    fn default() -> Self {
        let body = TransferLimit { max: Duration::from_secs(15), bytes_per_second: 8 * 1_024 };
        Self { answer: Duration::from_secs(30), body }
    }
}

/// Progress of a request body.
struct Progress {
    /// Time of the last byte.
    last: Instant,
    /// Whether the body has failed.
    is_late: bool,
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
    let (sender, progress) = watch::channel(Progress { last: Instant::now(), is_late: false });
    let request =
        request.map(|body| if body.is_end_stream() { body } else { limit_rate(body, timeouts.body, sender) });
    let deadline = || progress.borrow().last + timeouts.answer;
    let mut answer = Box::pin(next.run(request));
    let response = loop {
        let current = deadline();
        match timeout_at(current, &mut answer).await {
            Ok(response) => break response,
            // More of the body has been received since.
            Err(_) if deadline() > current => {}
            Err(_) => {
                tracing::warn!("a request took too long");
                let rest = async move {
                    let _guard = guard;
                    answer.await
                };
                requests.spawn(rest.in_current_span());
                break ApiError::unavailable().into_response();
            }
        }
    };
    if !progress.borrow().is_late {
        return response;
    }
    let late = ApiError::of_status(StatusCode::REQUEST_TIMEOUT);
    ([(header::CONNECTION, HeaderValue::from_static("close"))], late).into_response()
}

/// Fails a body when the client sends too slowly. Time that the reader takes does not count.
fn limit_rate(body: Body, limit: TransferLimit, progress: watch::Sender<Progress>) -> Body {
    let state = (body.into_data_stream(), WaitBudget::new(limit), progress);
    Body::from_stream(stream::unfold(state, |(mut body, mut budget, progress)| async move {
        let (bytes, is_late) = tokio::select! {
            biased;
            bytes = body.next() => (bytes?.map_err(BoxError::from), false),
            () = poll_fn(|context| budget.poll_spent(context)) => (Err(Error::from(ErrorKind::TimedOut).into()), true),
        };
        budget.transferred(bytes.as_ref().map_or(0, Bytes::len));
        progress.send_replace(Progress { last: Instant::now(), is_late });
        Some((bytes, (body, budget, progress)))
    }))
}
