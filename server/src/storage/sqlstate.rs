//! SQLSTATE, the code of a database error: the only part of it that is the same in every language.
//!
//! The driver reads it, but `diesel::result::DatabaseErrorInformation` has no method for it. So [`ErrorCodes`] puts it in
//! front of the message of every `ErrorResponse` on its way from the server ("SQLSTATE 40001: could not serialize …"),
//! and [`code`] reads it from there. This file can go when Diesel exposes the code,
//! by the change in docs/upstream/diesel-sqlstate.md.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::{Bytes, BytesMut};
use diesel::result::DatabaseErrorInformation;
use futures_util::{TryStreamExt as _, stream::MapOk};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::{
    codec::{FramedRead, LengthDelimitedCodec},
    io::StreamReader,
};

const MARK: &str = "SQLSTATE ";

/// Returns the code of an error from the database; none for errors of Diesel or the driver.
pub(crate) fn code(error: &dyn DatabaseErrorInformation) -> Option<&str> {
    code_at_start(error.message().strip_prefix(MARK)?)
}

/// Returns the first code in the text of an error.
pub(crate) fn code_within(text: &str) -> Option<&str> {
    code_at_start(text.split_once(MARK)?.1)
}

/// Returns whether the database undid a transaction because of a concurrent one: a serialization failure or a deadlock.
pub(crate) fn is_conflict(code: &str) -> bool {
    ["40001", "40P01"].contains(&code)
}

fn code_at_start(text: &str) -> Option<&str> {
    text.split_once(": ").map(|(code, _)| code).filter(|code| code.len() == 5)
}

/// Puts the code of an `ErrorResponse` in front of its message. Returns other messages as they are.
fn with_code(message: BytesMut) -> Bytes {
    let [b'E', _, _, _, _, body @ ..] = &*message else { return message.freeze() };
    let fields = body.split_inclusive(|&byte| byte == 0);
    let code = fields.clone().find_map(|field| field.strip_prefix(b"C")?.strip_suffix(b"\0"));
    let fields = fields.map(|field| match (field.strip_prefix(b"M"), code) {
        (Some(message), Some(code)) => [b"M", MARK.as_bytes(), code, b": ", message].concat(),
        _ => field.to_vec(),
    });
    let body = fields.collect::<Vec<_>>().concat();
    let length = u32::try_from(body.len().saturating_add(4)).unwrap_or(u32::MAX);
    [b"E", &length.to_be_bytes()[..], &body].concat().into()
}

type Messages<S> = MapOk<FramedRead<S, LengthDelimitedCodec>, fn(BytesMut) -> Bytes>;

/// A stream from Postgres in which every error's message begins with its code.
pub(super) struct ErrorCodes<S>(StreamReader<Messages<S>, Bytes>);

impl<S: AsyncRead + Unpin> ErrorCodes<S> {
    /// Wraps a stream before its first protocol message.
    pub(super) fn new(stream: S) -> Self {
        // A byte for the type, then the length, which counts itself.
        let messages = LengthDelimitedCodec::builder()
            .length_field_offset(1)
            .length_adjustment(1)
            .num_skip(0)
            .max_frame_length(usize::MAX)
            .new_read(stream);
        Self(StreamReader::new(messages.map_ok(with_code)))
    }

    pub(super) fn get_ref(&self) -> &S {
        self.0.get_ref().get_ref().get_ref()
    }

    fn stream(self: Pin<&mut Self>) -> Pin<&mut S> {
        Pin::new(self.get_mut().0.get_mut().get_mut().get_mut())
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

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for ErrorCodes<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stream().poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
