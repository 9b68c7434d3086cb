//! TCP stream of a client, with a minimum rate for sending.

use std::{
    io, mem,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use crate::http::serving::{settings::TransferLimit, wait_budget::WaitBudget};

/// TCP stream that fails when the client reads too slowly. Reads nothing while the client does not read, so that a client
/// that pipelines requests gets few buffered responses.
pub(super) struct ClientStream {
    pub(super) stream: TcpStream,
    budget: WaitBudget,
    is_blocked: bool,
    /// Whether the stream has failed.
    pub(super) is_stalled: bool,
}

impl ClientStream {
    /// Creates a stream that sends at this minimum rate.
    pub(super) const fn new(stream: TcpStream, limit: TransferLimit) -> Self {
        Self { stream, budget: WaitBudget::new(limit), is_blocked: false, is_stalled: false }
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
        if let Poll::Ready(sent) = Pin::new(&mut self.stream).poll_write(context, bytes) {
            self.budget.transferred(*sent.as_ref().unwrap_or(&0));
            if mem::take(&mut self.is_blocked) {
                context.waker().wake_by_ref();
            }
            return Poll::Ready(sent);
        }
        self.is_blocked = true;
        ready!(self.budget.poll_spent(context));
        self.is_stalled = true;
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
