//! SQLSTATE, the code of a database error: the only part of it that is the same in every language.
//!
//! The driver reads it, but `diesel::result::DatabaseErrorInformation` has no method for it. So [`ErrorCodes`] puts it in
//! front of the message of every `ErrorResponse` on its way from the server ("SQLSTATE 40001: could not serialize …"),
//! and [`code`] reads it from there. This file can go when Diesel exposes the code.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::{Bytes, BytesMut};
use diesel::result::DatabaseErrorInformation;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::{
    codec::{Decoder, FramedRead},
    io::StreamReader,
};

const MARK: &str = "SQLSTATE ";
/// The longest message that is rewritten. No error is longer.
const MAX_ERROR_BYTES: usize = 64 * 1_024;

/// Returns the code of an error from the database; none for errors of Diesel or the driver.
pub(crate) fn code(error: &dyn DatabaseErrorInformation) -> Option<&str> {
    code_at_start(error.message().strip_prefix(MARK)?)
}

/// Returns the first code in the text of an error.
pub(crate) fn code_within(text: &str) -> Option<&str> {
    code_at_start(text.split_once(MARK)?.1)
}

fn code_at_start(text: &str) -> Option<&str> {
    text.split_once(": ").map(|(code, _)| code).filter(|code| code.len() == 5)
}

/// Returns the body of an `ErrorResponse` with the code in front of its message.
fn with_code(body: &[u8]) -> Vec<u8> {
    let fields = body.split_inclusive(|&byte| byte == 0);
    let code = fields.clone().find_map(|field| field.strip_prefix(b"C")?.strip_suffix(b"\0"));
    let changed = fields.map(|field| match (field.strip_prefix(b"M"), code) {
        (Some(message), Some(code)) => [b"M", MARK.as_bytes(), code, b": ", message].concat(),
        _ => field.to_vec(),
    });
    changed.collect::<Vec<_>>().concat()
}

/// Passes messages of Postgres on as they arrive, other than errors, which it collects and rewrites.
#[derive(Default)]
struct ErrorDecoder {
    /// Bytes of a message that are still to be passed on.
    passing: usize,
}

impl Decoder for ErrorDecoder {
    type Item = Bytes;
    type Error = io::Error;

    fn decode(&mut self, read: &mut BytesMut) -> io::Result<Option<Bytes>> {
        if self.passing == 0 {
            let Some((&[kind, length @ ..], _)) = read.split_first_chunk::<5>() else { return Ok(None) };
            let size = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX).saturating_add(1);
            if kind == b'E' && size <= MAX_ERROR_BYTES {
                if read.len() < size {
                    return Ok(None);
                }
                let body = with_code(read.split_to(size).get(5..).unwrap_or_default());
                let length = u32::try_from(body.len().saturating_add(4)).unwrap_or(u32::MAX);
                return Ok(Some([&[kind][..], &length.to_be_bytes(), &body].concat().into()));
            }
            self.passing = size;
        }
        let bytes = read.split_to(self.passing.min(read.len()));
        self.passing = self.passing.saturating_sub(bytes.len());
        Ok(Some(bytes.freeze()).filter(|bytes| !bytes.is_empty()))
    }

    fn decode_eof(&mut self, read: &mut BytesMut) -> io::Result<Option<Bytes>> {
        // A message that the server did not finish is the driver's to report.
        let rest = |read: &mut BytesMut| Some(read.split().freeze()).filter(|rest| !rest.is_empty());
        Ok(self.decode(read)?.or_else(|| rest(read)))
    }
}

/// A stream from Postgres in which every error's message begins with its code.
pub(super) struct ErrorCodes<S>(StreamReader<FramedRead<S, ErrorDecoder>, Bytes>);

impl<S: AsyncRead> ErrorCodes<S> {
    /// Wraps a stream before its first protocol message.
    pub(super) fn new(stream: S) -> Self {
        Self(StreamReader::new(FramedRead::new(stream, ErrorDecoder::default())))
    }
}

impl<S> ErrorCodes<S> {
    pub(super) fn get_ref(&self) -> &S {
        self.0.get_ref().get_ref()
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ErrorCodes<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ErrorCodes<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(self.0.get_mut().get_mut()).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.0.get_mut().get_mut()).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.0.get_mut().get_mut()).poll_shutdown(context)
    }
}

#[cfg(test)]
#[path = "sqlstate_tests.rs"]
mod tests;
