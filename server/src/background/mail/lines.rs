//! Limits the length of lines that mail servers send.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll, ready},
};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The longest line of a mail server, in bytes: lettre's own limit, and twice that of RFC 5321.
pub(super) const LINE_BYTES: usize = 1_000;

/// A stream that fails once the server sends a line of more than [`LINE_BYTES`].
///
/// lettre checks the length of a line only after it has read the whole line, which would not bound its memory.
#[derive(Debug)]
pub(super) struct BoundedLines<S> {
    stream: S,
    peer: SocketAddr,
    /// Bytes to read before the stream.
    greeting: &'static [u8],
    /// Bytes since the last line end.
    line_bytes: usize,
}

impl<S> BoundedLines<S> {
    /// Wraps a stream that starts with the server's greeting.
    pub(super) fn new(stream: S, peer: SocketAddr) -> Self {
        Self { stream, peer, greeting: b"", line_bytes: 0 }
    }

    /// Wraps a stream after the greeting. lettre expects one, so it gets a substitute.
    pub(super) fn greeted(stream: S, peer: SocketAddr) -> Self {
        Self { greeting: b"220 encrypted\r\n", ..Self::new(stream, peer) }
    }

    pub(super) fn into_inner(self) -> S {
        self.stream
    }

    fn count(&mut self, read: &[u8]) -> io::Result<()> {
        for byte in read {
            // A further read fails again.
            if self.line_bytes >= LINE_BYTES {
                let message = format!("the mail server sent a line of more than {LINE_BYTES} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            self.line_bytes = if *byte == b'\n' { 0 } else { self.line_bytes.saturating_add(1) };
        }
        Ok(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for BoundedLines<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if !this.greeting.is_empty() {
            let (now, later) = this.greeting.split_at(this.greeting.len().min(buffer.remaining()));
            buffer.put_slice(now);
            this.greeting = later;
            return Poll::Ready(Ok(()));
        }
        let begin = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        let counted = this.count(buffer.filled().get(begin..).unwrap_or_default());
        if counted.is_err() {
            buffer.set_filled(begin);
        }
        Poll::Ready(counted)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for BoundedLines<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + std::fmt::Debug + Send + Sync + Unpin> AsyncTokioStream for BoundedLines<S> {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
