//! How long a request may take: its body must arrive at a pace, and the answer must follow it soon.

use std::{
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
use http_body_util::BodyExt as _;
use tokio::time::{Instant, Sleep, sleep_until, timeout};

use crate::error::ApiError;

/// How much of a body that nobody wants is read, and for how long, so that its sender gets to read the answer.
const REST: usize = 16 * 1_024 * 1_024;
const REST_PATIENCE: Duration = Duration::from_secs(10);

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

/// Ends requests that keep the server waiting: 408 when the client does, 503 when the work does.
pub(crate) async fn keep_pace(pace: Pace, request: Request, next: Next) -> Response {
    let progress = Arc::new(Progress::new());
    let watched = Arc::clone(&progress);
    let request = request.map(|body| Body::new(PacedBody::new(body, pace, watched)));
    let mut answer = std::pin::pin!(next.run(request));
    let response = loop {
        let deadline = progress.last() + pace.answer;
        tokio::select! {
            response = &mut answer => break response,
            () = sleep_until(deadline) => {
                if progress.last() + pace.answer <= Instant::now() {
                    tracing::warn!("a request took too long");
                    break ApiError::unavailable().into_response();
                }
            }
        }
    };
    if !progress.is_late() {
        return response;
    }
    let mut late = ApiError::of_status(StatusCode::REQUEST_TIMEOUT).into_response();
    late.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    late
}

/// What a request's body and its deadline know of each other.
struct Progress {
    start: Instant,
    /// When the last piece came, in milliseconds after the start.
    last: AtomicU64,
    late: AtomicBool,
}

impl Progress {
    fn new() -> Self {
        Self { start: Instant::now(), last: AtomicU64::new(0), late: AtomicBool::new(false) }
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
struct PacedBody {
    body: Body,
    pace: Pace,
    progress: Arc<Progress>,
    /// What may still be waited in all.
    budget: Duration,
    /// Since when, and until when, the next piece is waited for.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl PacedBody {
    const fn new(body: Body, pace: Pace, progress: Arc<Progress>) -> Self {
        Self { body, pace, progress, budget: pace.grace, waiting: None }
    }

    fn arrived(&mut self, bytes: usize) {
        self.progress.touch();
        if let Some((since, _)) = self.waiting.take() {
            self.budget = self.budget.saturating_sub(since.elapsed());
        }
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let worth = bytes.saturating_mul(1_000) / self.pace.bytes_per_second.max(1);
        self.budget = self.budget.saturating_add(Duration::from_millis(worth));
    }
}

/// A client that still sends would miss an answer that came early: what it sends is read on for a while.
impl Drop for PacedBody {
    fn drop(&mut self) {
        if self.body.is_end_stream() || self.progress.is_late() {
            return;
        }
        let mut rest = std::mem::take(&mut self.body);
        tokio::spawn(timeout(REST_PATIENCE, async move {
            let mut left = REST;
            while let Some(Ok(frame)) = rest.frame().await {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                match left.checked_sub(bytes) {
                    Some(fewer) => left = fewer,
                    None => break,
                }
            }
        }));
    }
}

impl HttpBody for PacedBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let bytes = match &frame {
                Some(Ok(frame)) => frame.data_ref().map_or(0, Bytes::len),
                _ => 0,
            };
            self.arrived(bytes);
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let patience = self.budget.min(self.pace.gap);
        let (_, sleep) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + patience)))
        });
        ready!(sleep.as_mut().poll(context));
        self.progress.late.store(true, Ordering::Relaxed);
        let late: axum::BoxError = io::Error::from(io::ErrorKind::TimedOut).into();
        Poll::Ready(Some(Err(late)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
