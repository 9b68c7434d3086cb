//! Multipart bodies: read as they come, within bounds.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
};

use axum::{
    body::{Body, BodyDataStream, Bytes, HttpBody as _},
    http::{HeaderMap, StatusCode, header},
};
use futures_util::{Stream, StreamExt as _};
use multer::{Constraints, Field, Multipart, SizeLimit, parse_boundary};

use crate::http::error::ApiError;

/// The largest body. It is far above what a rule lets pass, so that the rule's sentence is what most senders of too
/// much read.
pub(crate) const BODY_LIMIT: u64 = 32 * 1_024 * 1_024;

/// The longest text part; the longest text that a rule takes is far below.
pub(crate) const TEXT_LIMIT: usize = 64 * 1_024;

/// The most parts.
pub(crate) const PART_LIMIT: usize = 32;

/// How much the parser may hold that it can make nothing of yet: what stands before a part, and the part's headers.
const LOOK_AHEAD: usize = 64 * 1_024;

/// The parser gets at most this much at once.
const PIECE: usize = 32 * 1_024;

/// A request's body while it arrives.
pub(crate) struct Incoming {
    body: BodyDataStream,
    declared: Option<u64>,
    /// What has arrived and is not handed over yet.
    rest: Bytes,
    step: Arc<Step>,
}

/// What the parser was given since it last made something of what it held.
struct Step {
    given: AtomicUsize,
    /// Whether the parser must first look at what it holds.
    is_paused: AtomicBool,
}

impl Default for Step {
    fn default() -> Self {
        Self { given: AtomicUsize::new(0), is_paused: AtomicBool::new(true) }
    }
}

impl Step {
    /// The parser has made something: whether it can make more of the same bytes is seen before it gets others.
    fn begin_next(&self) {
        self.given.store(0, Ordering::Relaxed);
        self.is_paused.store(true, Ordering::Relaxed);
    }
}

impl Incoming {
    /// A request's body. Nothing is read yet.
    pub(crate) fn new(body: Body) -> Self {
        Self {
            declared: body.size_hint().exact(),
            body: body.into_data_stream(),
            rest: Bytes::new(),
            step: Arc::default(),
        }
    }
}

impl Stream for Incoming {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        // The parser gathers whatever is ready before it hands any of it on. A pause before each piece lets it use what
        // it holds first, and keeps that small, however fast the client sends.
        if self.step.is_paused.swap(false, Ordering::Relaxed) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        while self.rest.is_empty() {
            match ready!(self.body.poll_next_unpin(context)) {
                Some(Ok(bytes)) => self.rest = bytes,
                Some(Err(error)) => return Poll::Ready(Some(Err(io::Error::other(error)))),
                None => return Poll::Ready(None),
            }
        }
        let size = self.rest.len().min(PIECE);
        if self.step.given.fetch_add(size, Ordering::Relaxed) > LOOK_AHEAD {
            return Poll::Ready(Some(Err(io::Error::other("a part's headers are too long"))));
        }
        self.step.is_paused.store(true, Ordering::Relaxed);
        Poll::Ready(Some(Ok(self.rest.split_to(size))))
    }
}

/// The parts of a body, one after the other.
pub(crate) struct Parts<'r> {
    multipart: Multipart<'r>,
    count: usize,
    step: Arc<Step>,
}

/// One part.
pub(crate) struct Part<'r> {
    field: Field<'r>,
    step: Arc<Step>,
}

impl<'r> Parts<'r> {
    /// Begins to read. Not multipart by its content type: 415. Too large by its own word: 413.
    pub(crate) fn from_headers(headers: &HeaderMap, incoming: &'r mut Incoming) -> Result<Self, ApiError> {
        let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let boundary = parse_boundary(content_type.unwrap_or_default()).map_err(|error| match error {
            multer::Error::NoBoundary => malformed(),
            _ => ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE),
        })?;
        if boundary.is_empty() {
            return Err(malformed());
        }
        if incoming.declared.is_some_and(|declared| declared > BODY_LIMIT) {
            return Err(too_large());
        }
        let step = Arc::clone(&incoming.step);
        let limit = SizeLimit::new().whole_stream(BODY_LIMIT);
        let constraints = Constraints::new().size_limit(limit);
        Ok(Self { multipart: Multipart::with_constraints(incoming, boundary, constraints), count: 0, step })
    }

    /// The next part; none after the last. The one before must have been read to its end.
    pub(crate) async fn next(&mut self) -> Result<Option<Part<'r>>, ApiError> {
        let Some(field) = made(&self.step, self.multipart.next_field().await)? else {
            return Ok(None);
        };
        self.count = self.count.saturating_add(1);
        if self.count > PART_LIMIT {
            return Err(malformed());
        }
        Ok(Some(Part { field, step: Arc::clone(&self.step) }))
    }
}

impl Part<'_> {
    /// The field's name.
    pub(crate) fn name(&self) -> &str {
        self.field.name().unwrap_or_default()
    }

    /// The file's name as it was on the visitor's disk; empty when none was chosen.
    pub(crate) fn file_name(&self) -> String {
        // Browsers escape just these three.
        let name = self.field.file_name().unwrap_or_default();
        name.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")
    }

    /// The next bytes; none at the end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, ApiError> {
        made(&self.step, self.field.chunk().await)
    }

    /// The whole part as text.
    pub(crate) async fn read_text(mut self) -> Result<String, ApiError> {
        let mut text = Vec::new();
        while let Some(bytes) = self.chunk().await? {
            if text.len().saturating_add(bytes.len()) > TEXT_LIMIT {
                return Err(too_large());
            }
            text.extend_from_slice(&bytes);
        }
        String::from_utf8(text).map_err(|_| malformed())
    }

    /// Reads past the part, and tells whether it has anything but white space.
    pub(crate) async fn has_text(mut self) -> Result<bool, ApiError> {
        let mut has_text = false;
        while let Some(bytes) = self.chunk().await? {
            has_text |= !bytes.trim_ascii().is_empty();
        }
        Ok(has_text)
    }

    /// Reads past the part.
    pub(crate) async fn skip(mut self) -> Result<(), ApiError> {
        while self.chunk().await?.is_some() {}
        Ok(())
    }
}

/// What a step of the parser came to. It has made something of what it held.
fn made<T>(step: &Step, result: multer::Result<T>) -> Result<T, ApiError> {
    step.begin_next();
    result.map_err(|error| match error {
        multer::Error::StreamSizeExceeded { .. } => too_large(),
        _ => malformed(),
    })
}

/// 400: the body is not what its type says.
pub(crate) const fn malformed() -> ApiError {
    ApiError::of_status(StatusCode::BAD_REQUEST)
}

const fn too_large() -> ApiError {
    ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE)
}
