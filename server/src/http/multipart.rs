//! Multipart bodies, streamed within limits.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::{Poll, ready},
};

use axum::{
    BoxError,
    body::{Body, Bytes},
    http::{HeaderMap, StatusCode, header},
};
use futures_util::{Stream, StreamExt as _, stream::poll_fn};
use multer::{Constraints, Field, Multipart, SizeLimit, parse_boundary};

use crate::http::error::ApiError;

/// Maximum bytes of a body. Far above the limits of the rules, so that most clients with large files get the message of
/// a rule.
pub(crate) const BODY_LIMIT: u64 = 32 * 1_024 * 1_024;

/// Maximum bytes of a text part, far above the longest valid text.
pub(crate) const TEXT_LIMIT: usize = 64 * 1_024;

/// Maximum number of parts.
pub(crate) const PART_LIMIT: usize = 32;

/// Maximum bytes that the parser buffers before a part: the preamble and the headers of the part.
const LOOK_AHEAD: usize = 64 * 1_024;

/// Maximum bytes that the parser gets at once.
const PIECE: usize = 32 * 1_024;

/// Bytes that the parser got since its last result.
#[derive(Default)]
struct Step {
    given: AtomicUsize,
    /// Whether the parser has processed its buffer.
    is_ready: AtomicBool,
}

/// Parts of a body, in order.
pub(crate) struct Parts {
    multipart: Multipart<'static>,
    count: usize,
    step: Arc<Step>,
}

/// Part of a body.
pub(crate) struct Part {
    field: Field<'static>,
    step: Arc<Step>,
}

impl Parts {
    /// Creates a parser. Rejects other content types with 415 and a large `Content-Length` with 413.
    pub(crate) fn new(headers: &HeaderMap, body: Body) -> Result<Self, ApiError> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let boundary = parse_boundary(text(header::CONTENT_TYPE)).map_err(|error| match error {
            multer::Error::NoBoundary => malformed(),
            _ => ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE),
        })?;
        if boundary.is_empty() {
            return Err(malformed());
        }
        if text(header::CONTENT_LENGTH).parse().is_ok_and(|length: u64| length > BODY_LIMIT) {
            return Err(too_large());
        }
        let step = Arc::<Step>::default();
        let pieces = limit_look_ahead(body, Arc::clone(&step));
        let limit = SizeLimit::new().whole_stream(BODY_LIMIT);
        let constraints = Constraints::new().size_limit(limit);
        Ok(Self { multipart: Multipart::with_constraints(pieces, boundary, constraints), count: 0, step })
    }

    /// Returns the next part, or `None` after the last. The previous part must have been read to its end.
    pub(crate) async fn next(&mut self) -> Result<Option<Part>, ApiError> {
        let Some(field) = finish_step(&self.step, self.multipart.next_field().await)? else {
            return Ok(None);
        };
        self.count = self.count.saturating_add(1);
        if self.count > PART_LIMIT {
            return Err(malformed());
        }
        Ok(Some(Part { field, step: Arc::clone(&self.step) }))
    }
}

impl Part {
    /// Returns the name of the field.
    pub(crate) fn name(&self) -> &str {
        self.field.name().unwrap_or_default()
    }

    /// Returns the file name that the client sent; empty if no file was chosen.
    pub(crate) fn file_name(&self) -> String {
        // Browsers escape only these three characters.
        let name = self.field.file_name().unwrap_or_default();
        name.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")
    }

    /// Returns the next bytes, or `None` at the end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, ApiError> {
        finish_step(&self.step, self.field.chunk().await)
    }

    /// Reads the whole part as text.
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

    /// Skips the part. Returns whether it has anything but white space.
    pub(crate) async fn has_text(mut self) -> Result<bool, ApiError> {
        let mut has_text = false;
        while let Some(bytes) = self.chunk().await? {
            has_text |= !bytes.trim_ascii().is_empty();
        }
        Ok(has_text)
    }

    /// Skips the part.
    pub(crate) async fn skip(mut self) -> Result<(), ApiError> {
        while self.chunk().await?.is_some() {}
        Ok(())
    }
}

/// Returns the body for the parser. Fails when the parser gets many bytes without a result.
fn limit_look_ahead(body: Body, step: Arc<Step>) -> impl Stream<Item = Result<Bytes, BoxError>> {
    let (mut body, mut rest) = (body.into_data_stream(), Bytes::new());
    poll_fn(move |context| {
        // The parser buffers all available bytes before it returns any. A pause before each piece makes it process its
        // buffer first, which stays small even if the client sends fast.
        if !step.is_ready.swap(true, Ordering::Relaxed) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        while rest.is_empty() {
            match ready!(body.poll_next_unpin(context)) {
                Some(Ok(bytes)) => rest = bytes,
                Some(Err(error)) => return Poll::Ready(Some(Err(error.into()))),
                None => return Poll::Ready(None),
            }
        }
        let piece = rest.split_to(rest.len().min(PIECE));
        if step.given.fetch_add(piece.len(), Ordering::Relaxed) > LOOK_AHEAD {
            return Poll::Ready(Some(Err("a part's headers are too long".into())));
        }
        step.is_ready.store(false, Ordering::Relaxed);
        Poll::Ready(Some(Ok(piece)))
    })
}

/// Converts the result of a parser step, and starts the next step.
fn finish_step<T>(step: &Step, result: multer::Result<T>) -> Result<T, ApiError> {
    step.given.store(0, Ordering::Relaxed);
    step.is_ready.store(false, Ordering::Relaxed);
    result.map_err(|error| match error {
        multer::Error::StreamSizeExceeded { .. } => too_large(),
        _ => malformed(),
    })
}

/// Returns 400 for a body that does not match its content type.
pub(crate) const fn malformed() -> ApiError {
    ApiError::of_status(StatusCode::BAD_REQUEST)
}

const fn too_large() -> ApiError {
    ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE)
}
