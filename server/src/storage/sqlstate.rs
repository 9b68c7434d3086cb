//! SQLSTATE, the code of a database error: the only part of it that is the same in every language.
//!
//! The driver reads it, but `diesel::result::DatabaseErrorInformation` has no method for it. So [`ErrorCodes`] puts it in
//! front of the message of every `ErrorResponse` on its way from the server ("SQLSTATE 40001: could not serialize …"),
//! and [`code`] reads it from there. This file can go when Diesel exposes the code.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::{BufMut as _, BytesMut};
use diesel::result::DatabaseErrorInformation;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::io::poll_read_buf;

const MARK: &str = "SQLSTATE ";

/// Bytes read at once.
const BUFFER_BYTES: usize = 8 * 1_024;

/// The longest message that is changed: no error is so long.
const MAX_ERROR_BYTES: usize = 64 * 1_024;

/// Bytes of a message's type and length.
const HEAD_BYTES: usize = 5;

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

/// A stream from Postgres in which every error's message begins with its code.
pub(super) struct ErrorCodes<S> {
    stream: S,
    read: BytesMut,
    /// Bytes of messages to pass on unchanged, read or not.
    passing: usize,
}

impl<S> ErrorCodes<S> {
    /// Wraps a stream before its first protocol message.
    pub(super) fn new(stream: S) -> Self {
        Self { stream, read: BytesMut::new(), passing: 0 }
    }

    /// Returns the wrapped stream.
    pub(super) const fn get_ref(&self) -> &S {
        &self.stream
    }

    /// Begins the next message; false if more of it must be read first.
    fn begin(&mut self) -> bool {
        let Some((head, _)) = self.read.split_first_chunk::<HEAD_BYTES>() else {
            return false;
        };
        let [kind, length @ ..] = *head;
        let size = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX).saturating_add(1);
        if kind != b'E' || size > MAX_ERROR_BYTES {
            self.passing = size;
            return true;
        }
        if self.read.len() < size {
            return false;
        }
        let message = self.read.split_to(size);
        let body = with_code(message.get(HEAD_BYTES..).unwrap_or_default());
        let rest = self.read.split();
        self.read.put_u8(kind);
        self.read.put_u32(u32::try_from(body.len().saturating_add(4)).unwrap_or(u32::MAX));
        self.read.put_slice(&body);
        self.passing = self.read.len();
        self.read.unsplit(rest);
        true
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ErrorCodes<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.remaining();
        loop {
            let size = this.passing.min(this.read.len()).min(buffer.remaining());
            buffer.put_slice(&this.read.split_to(size));
            this.passing = this.passing.saturating_sub(size);
            if buffer.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            if this.passing == 0 && this.begin() {
                continue;
            }
            if buffer.remaining() < before {
                return Poll::Ready(Ok(()));
            }
            this.read.reserve(BUFFER_BYTES);
            if ready!(poll_read_buf(Pin::new(&mut this.stream), context, &mut this.read))? == 0 {
                // The server closed the connection; an incomplete message is passed on.
                if this.read.is_empty() {
                    return Poll::Ready(Ok(()));
                }
                this.passing = this.read.len();
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ErrorCodes<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::{ErrorCodes, code, with_code};

    #[test]
    fn a_message_tells_its_code() {
        let told = with_code(b"SFEHLER\0VERROR\0C57014\0Mstorniere Anfrage\0Fpostgres.c\0\0");
        assert_eq!(told, b"SFEHLER\0VERROR\0C57014\0MSQLSTATE 57014: storniere Anfrage\0Fpostgres.c\0\0");
        // A code may come after its message, and what is no error is left as it is.
        assert_eq!(with_code(b"Moh\0C08P01\0\0"), b"MSQLSTATE 08P01: oh\0C08P01\0\0");
        for other in [&b"Moh\0\0"[..], b"C57014\0\0", b"\0", b"", b"Moh", b"C"] {
            assert_eq!(with_code(other), other);
        }
    }

    #[test]
    fn only_a_code_in_front_is_one() {
        let code_of = |message: &str| code(&message.to_owned()).map(str::to_owned);
        assert_eq!(code_of("SQLSTATE 57014: storniere Anfrage: SQLSTATE 40001: x").as_deref(), Some("57014"));
        for other in
            ["connection closed", "57014: x", "SQLSTATE 5701: x", "SQLSTATE 57014", "no SQLSTATE 57014: x"]
        {
            assert_eq!(code_of(other), None, "{other}");
        }
    }

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        [&[kind][..], &(u32::try_from(body.len()).unwrap() + 4).to_be_bytes(), body].concat()
    }

    #[tokio::test]
    async fn errors_tell_their_codes_however_the_bytes_come() {
        let long = vec![7; 70_000];
        let said = [
            message(b'Z', b"I"),
            message(b'E', b"C57014\0Mzu langsam\0\0"),
            message(b'D', &long),
            message(b'E', &long),
            message(b'E', b"C40P01\0MVerklemmung\0\0"),
            message(b'Z', b""),
            b"E\0\0".to_vec(),
        ];
        let expected = [
            message(b'Z', b"I"),
            message(b'E', b"C57014\0MSQLSTATE 57014: zu langsam\0\0"),
            message(b'D', &long),
            message(b'E', &long),
            message(b'E', b"C40P01\0MSQLSTATE 40P01: Verklemmung\0\0"),
            message(b'Z', b""),
            b"E\0\0".to_vec(),
        ];
        for piece in [1, 2, 7, 4_096, 200_000] {
            let (mut server, client) = tokio::io::duplex(piece);
            let bytes = said.concat();
            tokio::spawn(async move { server.write_all(&bytes).await.unwrap() });
            let (mut client, mut heard, mut buffer) =
                (ErrorCodes::new(client), Vec::<u8>::new(), vec![0; piece]);
            loop {
                let count = client.read(&mut buffer).await.unwrap();
                if count == 0 {
                    break;
                }
                heard.extend(&buffer[..count]);
            }
            assert!(heard == expected.concat(), "in pieces of {piece}");
        }
    }
}
