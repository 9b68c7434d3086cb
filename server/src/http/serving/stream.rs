//! TCP stream of a client, without reading ahead.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// TCP stream that reads nothing while the client does not read, so that a client that pipelines requests gets few buffered
/// responses: hyper limits only their bodies.
pub(super) struct ClientStream {
    pub(super) stream: TcpStream,
    is_blocked: bool,
}

impl ClientStream {
    pub(super) const fn new(stream: TcpStream) -> Self {
        Self { stream, is_blocked: false }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_blocked { Poll::Pending } else { Pin::new(&mut self.stream).poll_read(context, buffer) }
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        if self.is_blocked && sent.is_ready() {
            // The read waits for this.
            context.waker().wake_by_ref();
        }
        self.is_blocked = sent.is_pending();
        sent
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
