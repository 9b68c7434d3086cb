//! Request timeouts: a minimum rate for bodies, and a time limit for responses.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, timeout_at};
use tracing::Instrument as _;

use crate::http::{
    error::ApiError,
    serving::{requests::Requests, settings::TransferLimit, slots::RequestGuard, wait_budget::WaitBudget},
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

/// Responds with 408 if the client is too slow, and with 503 if the handler is. The handler continues; the database ends
/// statements that take too long.
pub(crate) async fn limit_time(
    timeouts: RequestTimeouts,
    requests: Requests,
    request: Request,
    next: Next,
) -> Response {
    let guard = request.extensions().get::<RequestGuard>().cloned();
    let progress = Arc::new(Progress { last: Mutex::new(Instant::now()), is_late: AtomicBool::new(false) });
    let request = request.map(|body| {
        let (budget, progress) = (WaitBudget::new(timeouts.body), Arc::clone(&progress));
        if body.is_end_stream() { body } else { Body::new(TimedBody { body, budget, progress }) }
    });
    let mut answer = Box::pin(next.run(request));
    let response = loop {
        let deadline = progress.last() + timeouts.answer;
        match timeout_at(deadline, &mut answer).await {
            Ok(response) => break response,
            // More of the body has been received since.
            Err(_) if progress.last() + timeouts.answer > deadline => {}
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
    if !progress.is_late.load(Ordering::Relaxed) {
        return response;
    }
    let mut late = ApiError::of_status(StatusCode::REQUEST_TIMEOUT).into_response();
    late.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    late
}

/// State that the body of a request shares with its deadline.
struct Progress {
    last: Mutex<Instant>,
    is_late: AtomicBool,
}

impl Progress {
    fn last(&self) -> Instant {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Body that fails when the client sends too slowly. Time that the reader takes does not count.
struct TimedBody {
    body: Body,
    budget: WaitBudget,
    progress: Arc<Progress>,
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let bytes =
                frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()).map_or(0, Bytes::len);
            self.budget.transferred(bytes);
            *self.progress.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        ready!(self.budget.poll_spent(context));
        self.progress.is_late.store(true, Ordering::Relaxed);
        Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
