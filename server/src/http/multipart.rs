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
    http::{HeaderMap, HeaderValue, StatusCode, header},
};
use bytes::BytesMut;
use futures_util::{Stream, StreamExt as _, stream::poll_fn};
use multer::{Constraints, Field, Multipart, SizeLimit, parse_boundary};

use crate::http::{
    body::{charset, decode, status_of},
    disposition::Disposition,
    error::ApiError,
};

/// Maximum bytes of a body. Far above the limits of the rules, so that most clients with large files get the message of
/// a rule.
pub(crate) const BODY_LIMIT: u64 = 32 * 1_024 * 1_024;

/// Maximum bytes of a text part, far above the longest valid text.
pub(crate) const TEXT_LIMIT: usize = 64 * 1_024;

/// Maximum number of parts.
pub(crate) const PART_LIMIT: usize = 32;

/// Maximum bytes of the headers of a part. Those of browsers have some hundred bytes.
pub(crate) const PART_HEAD_LIMIT: usize = 8 * 1_024;

/// Maximum characters of a boundary: RFC 2046, section 5.1.1.
const BOUNDARY_LENGTH: usize = 70;

/// Maximum bytes that the parser gets at once. If it finds nothing in one piece, it gets one more.
const PIECE: usize = 32 * 1_024;

/// Minimum bytes that the parser gets before the end of the body. It searches its buffer again for each piece, and a client
/// can send one for every byte.
const MIN_PIECE: usize = 4 * 1_024;

/// Bytes that the parser got since its last result.
#[derive(Default)]
pub(super) struct Step {
    given: AtomicUsize,
    /// Whether the parser has processed its buffer.
    is_ready: AtomicBool,
}

/// Parts of a body, in order.
pub(crate) struct Parts {
    multipart: Multipart<'static>,
    count: usize,
    step: Arc<Step>,
    /// Encoding of texts without one of their own.
    charset: Option<String>,
}

/// Part of a body.
pub(crate) struct Part {
    field: Field<'static>,
    disposition: Disposition,
    step: Arc<Step>,
    charset: Option<String>,
}

impl Parts {
    /// Creates a parser. Rejects other content types with 415 and a large `Content-Length` with 413.
    pub(crate) fn new(headers: &HeaderMap, body: Body) -> Result<Self, ApiError> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let boundary = parse_boundary(text(header::CONTENT_TYPE)).map_err(|error| match error {
            multer::Error::NoBoundary => malformed(),
            _ => ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE),
        })?;
        if boundary.is_empty() || boundary.len() > BOUNDARY_LENGTH {
            return Err(malformed());
        }
        if text(header::CONTENT_LENGTH).parse().is_ok_and(|length: u64| length > BODY_LIMIT) {
            return Err(too_large());
        }
        let step = Arc::<Step>::default();
        let pieces = limit_look_ahead(body, Arc::clone(&step));
        let limit = SizeLimit::new().whole_stream(BODY_LIMIT);
        let constraints = Constraints::new().size_limit(limit);
        let multipart = Multipart::with_constraints(pieces, boundary, constraints);
        Ok(Self { multipart, count: 0, step, charset: None })
    }

    /// Returns the next part, or `None` after the last. The previous part must have been read to its end.
    pub(crate) async fn next(&mut self) -> Result<Option<Part>, ApiError> {
        let Some(field) = finish_step(&self.step, self.multipart.next_field().await)? else {
            return Ok(None);
        };
        self.count = self.count.saturating_add(1);
        let lengths =
            field.headers().iter().map(|(name, value)| name.as_str().len().saturating_add(value.len()));
        if self.count > PART_LIMIT || lengths.sum::<usize>() > PART_HEAD_LIMIT {
            return Err(malformed());
        }
        let disposition = field.headers().get(header::CONTENT_DISPOSITION);
        let disposition = Disposition::parse(disposition.map_or(b"", HeaderValue::as_bytes));
        let charset = charset(field.content_type()).or_else(|| self.charset.clone());
        Ok(Some(Part { field, disposition, step: Arc::clone(&self.step), charset }))
    }

    /// Sets the encoding of the texts that follow: RFC 7578, section 4.6.
    pub(crate) fn set_charset(&mut self, name: String) {
        self.charset = Some(name).filter(|name| !name.is_empty());
    }
}

impl Part {
    /// Returns the name of the field.
    pub(crate) fn name(&self) -> String {
        self.disposition.name()
    }

    /// Returns the file name that the client sent; empty if no file was chosen. Fails with 400 if it is not UTF-8.
    pub(crate) fn file_name(&self) -> Result<String, ApiError> {
        self.disposition.file_name()
    }

    /// Returns the next bytes, or `None` at the end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, ApiError> {
        finish_step(&self.step, self.field.chunk().await)
    }

    /// Reads the whole part as text. Fails with 400 if it is not UTF-8.
    pub(crate) async fn read_text(mut self) -> Result<String, ApiError> {
        let text = self.read_within_limit().await?.ok_or(too_large())?;
        decode(text, self.charset.as_deref())
    }

    /// Reads the whole part. Skips one that is longer than a text may be.
    pub(crate) async fn read_or_skip(mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let bytes = self.read_within_limit().await?;
        self.skip().await?;
        Ok(bytes)
    }

    async fn read_within_limit(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let mut all = Vec::new();
        while let Some(bytes) = self.chunk().await? {
            if all.len().saturating_add(bytes.len()) > TEXT_LIMIT {
                return Ok(None);
            }
            all.extend_from_slice(&bytes);
        }
        Ok(Some(all))
    }

    /// Skips the part.
    pub(crate) async fn skip(mut self) -> Result<(), ApiError> {
        while self.chunk().await?.is_some() {}
        Ok(())
    }
}

/// Returns the body for the parser. Fails when the parser gets many bytes without a result.
pub(super) fn limit_look_ahead(body: Body, step: Arc<Step>) -> impl Stream<Item = Result<Bytes, BoxError>> {
    let (mut body, mut small, mut rest) = (body.into_data_stream().fuse(), BytesMut::new(), Bytes::new());
    poll_fn(move |context| {
        // The parser buffers all available bytes before it returns any. A pause before each piece makes it process its
        // buffer first, which stays small even if the client sends fast.
        if !step.is_ready.swap(true, Ordering::Relaxed) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        while rest.is_empty() {
            match ready!(body.poll_next_unpin(context)) {
                Some(Ok(bytes)) if small.is_empty() && bytes.len() >= MIN_PIECE => rest = bytes,
                Some(Ok(bytes)) => {
                    small.extend_from_slice(&bytes);
                    if small.len() >= MIN_PIECE {
                        rest = small.split().freeze();
                    }
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error.into()))),
                None if small.is_empty() => return Poll::Ready(None),
                None => rest = small.split().freeze(),
            }
        }
        let piece = rest.split_to(rest.len().min(PIECE));
        if step.given.fetch_add(piece.len(), Ordering::Relaxed) > PIECE {
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
        error => ApiError::of_status(status_of(&error)),
    })
}

/// Returns 400 for a body that does not match its content type.
pub(crate) const fn malformed() -> ApiError {
    ApiError::of_status(StatusCode::BAD_REQUEST)
}

const fn too_large() -> ApiError {
    ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE)
}

#[cfg(test)]
mod tests;
