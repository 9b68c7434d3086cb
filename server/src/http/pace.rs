//! How long a request may take: its body must arrive at a pace, and the answer must follow it soon.

use std::{
    future::poll_fn,
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use tracing::Instrument as _;

use crate::http::{error::ApiError, multipart, run_to_end::Requests};

/// How much of a body that nobody wants is read, so that its sender gets to read the answer.
const REST: u64 = multipart::BODY_LIMIT;

/// How long clients may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Between the last byte of the request and the answer.
    pub(crate) answer: Duration,
    /// Between two pieces of a body.
    pub(crate) gap: Duration,
    /// What all waiting for a body may add up to, beside the time that its bytes are worth.
    pub(crate) grace: Duration,
    /// How many bytes of a body are worth a second of waiting.
    pub(crate) bytes_per_second: u64,
}

impl Default for Pace {
    /// The slowest line that an upload of 5 MB gets through takes ten minutes for it.
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(30),
            gap: Duration::from_secs(15),
            grace: Duration::from_secs(10),
            bytes_per_second: 8 * 1_024,
        }
    }
}

/// Answers requests that keep the server waiting: 408 when the client does, 503 when the work does. The work itself goes
/// on, because dropped half-way it would leave its transaction open; the database ends what takes it too long.
pub(crate) async fn keep_pace(pace: Pace, requests: Requests, request: Request, next: Next) -> Response {
    let permit = request.extensions().get().cloned();
    let progress = Arc::new(Progress::new());
    let asks_first = request.headers().contains_key(header::EXPECT);
    let request = request.map(|body| Body::new(PacedBody::new(body, asks_first, pace, &progress)));
    let mut answer = Box::pin(next.run(request));
    let response = loop {
        let deadline = progress.last() + pace.answer;
        tokio::select! {
            response = &mut answer => break response,
            () = sleep_until(deadline) => {
                if progress.last() + pace.answer <= Instant::now() {
                    tracing::warn!("a request took too long");
                    requests.spawn(permit, answer.in_current_span());
                    break ApiError::unavailable().into_response();
                }
            }
        }
    };
    if progress.is_late() {
        return closing(ApiError::of_status(StatusCode::REQUEST_TIMEOUT).into_response());
    }
    if progress.is_left.load(Ordering::Relaxed) { closing(response) } else { response }
}

/// An answer after which nothing more can be understood of what the client sends.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// What a request's body and its deadline know of each other.
struct Progress {
    start: Instant,
    /// When the last piece came, in milliseconds after the start.
    last: AtomicU64,
    late: AtomicBool,
    /// Whether the rest of the body is not read.
    is_left: AtomicBool,
}

impl Progress {
    fn new() -> Self {
        Self {
            start: Instant::now(),
            last: AtomicU64::new(0),
            late: AtomicBool::new(false),
            is_left: AtomicBool::new(false),
        }
    }

    fn last(&self) -> Instant {
        self.start + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    fn touch(&self) {
        let since = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last.store(since, Ordering::Relaxed);
    }

    fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }
}

/// A body that fails when the client takes too long for it. Time that the reader takes does not count.
struct Paced {
    body: Body,
    pace: Pace,
    progress: Arc<Progress>,
    /// Whether the client waits with the body until it is asked for.
    is_held_back: bool,
    /// What may still be waited in all.
    budget: Duration,
    /// Since when, and until when, the next piece is waited for.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Paced {
    fn arrived(&mut self, bytes: usize) {
        self.progress.touch();
        if let Some((since, _)) = self.waiting.take() {
            self.budget = self.budget.saturating_sub(since.elapsed());
        }
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let worth = bytes.saturating_mul(1_000) / self.pace.bytes_per_second.max(1);
        self.budget = self.budget.saturating_add(Duration::from_millis(worth));
    }

    /// Reads what is left and drops it.
    async fn exhaust(mut self) {
        // The answer does not depend on it any more.
        self.progress = Arc::new(Progress::new());
        let mut left = REST;
        while let Some(Ok(frame)) = poll_fn(|context| self.poll(context)).await {
            let bytes = frame.data_ref().map_or(0, Bytes::len);
            match left.checked_sub(u64::try_from(bytes).unwrap_or(u64::MAX)) {
                Some(fewer) => left = fewer,
                None => break,
            }
        }
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        self.is_held_back = false;
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let bytes = match &frame {
                Some(Ok(frame)) => frame.data_ref().map_or(0, Bytes::len),
                _ => 0,
            };
            self.arrived(bytes);
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let gap = self.budget.min(self.pace.gap);
        let (_, sleep) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + gap)))
        });
        ready!(sleep.as_mut().poll(context));
        self.progress.late.store(true, Ordering::Relaxed);
        let late: axum::BoxError = io::Error::from(io::ErrorKind::TimedOut).into();
        Poll::Ready(Some(Err(late)))
    }
}

/// What the handlers get. A client that still sends would miss an answer that comes early, and a browser reads none
/// before it has sent everything: what is left of the body is read on, at the same pace.
struct PacedBody(Option<Paced>);

impl PacedBody {
    fn new(body: Body, asks_first: bool, pace: Pace, progress: &Arc<Progress>) -> Self {
        let progress = Arc::clone(progress);
        Self(Some(Paced {
            body,
            pace,
            progress,
            is_held_back: asks_first,
            budget: pace.grace,
            waiting: None,
        }))
    }
}

impl Drop for PacedBody {
    fn drop(&mut self) {
        let Some(rest) = self.0.take().filter(|rest| !rest.body.is_end_stream() && !rest.progress.is_late())
        else {
            return;
        };
        // Who asks first is spared the upload by an answer.
        if rest.is_held_back || rest.body.size_hint().lower() > REST {
            rest.progress.is_left.store(true, Ordering::Relaxed);
        } else {
            tokio::spawn(rest.exhaust());
        }
    }
}

impl HttpBody for PacedBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match &mut self.0 {
            Some(paced) => paced.poll(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(|paced| paced.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.0.as_ref().map_or_else(SizeHint::default, |paced| paced.body.size_hint())
    }
}
