//! What comes from the database, with every error's code in front of its message.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::{BufMut as _, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::io::poll_read_buf;

use crate::storage::sqlstate;

/// How much is read at once.
const BUFFER: usize = 8 * 1_024;

/// A longer message is passed on as it is: no error is so long.
const LONGEST: usize = 64 * 1_024;

/// Kind and length of a message.
const HEAD: usize = 5;

/// A stream to a database, from which its messages come one after the other.
pub(super) struct Coded<S> {
    stream: S,
    read: BytesMut,
    /// How many bytes belong to messages that are passed on, read already or not.
    passing: usize,
}

impl<S> Coded<S> {
    /// Wraps a stream on which nothing was said yet, or only what encrypts it.
    pub(super) fn new(stream: S) -> Self {
        Self { stream, read: BytesMut::new(), passing: 0 }
    }

    /// The stream below.
    pub(super) const fn get_ref(&self) -> &S {
        &self.stream
    }

    /// Begins to pass on the next message; false when more of it must be read first.
    fn begin(&mut self) -> bool {
        let Some((head, _)) = self.read.split_first_chunk::<HEAD>() else {
            return false;
        };
        let [kind, length @ ..] = *head;
        let size = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX).saturating_add(1);
        if kind != b'E' || size > LONGEST {
            self.passing = size;
            return true;
        }
        if self.read.len() < size {
            return false;
        }
        let message = self.read.split_to(size);
        let body = sqlstate::tell(message.get(HEAD..).unwrap_or_default());
        let rest = self.read.split();
        self.read.put_u8(kind);
        self.read.put_u32(u32::try_from(body.len().saturating_add(4)).unwrap_or(u32::MAX));
        self.read.put_slice(&body);
        self.passing = self.read.len();
        self.read.unsplit(rest);
        true
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Coded<S> {
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
            this.read.reserve(BUFFER);
            if ready!(poll_read_buf(Pin::new(&mut this.stream), context, &mut this.read))? == 0 {
                // The other end left; what it began to say is passed on as far as it came.
                if this.read.is_empty() {
                    return Poll::Ready(Ok(()));
                }
                this.passing = this.read.len();
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Coded<S> {
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

    use super::Coded;

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
            let (mut client, mut heard, mut buffer) = (Coded::new(client), Vec::<u8>::new(), vec![0; piece]);
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
