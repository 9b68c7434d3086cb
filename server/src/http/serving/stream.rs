//! TCP stream of a client, with a minimum rate for sending.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use crate::http::serving::{settings::TransferLimit, slots::Slot, wait_budget::WaitBudget};

/// TCP stream that fails when the client reads too slowly.
pub(super) struct ClientStream {
    pub(super) stream: TcpStream,
    slot: Slot,
    budget: WaitBudget,
    /// Whether the stream has failed.
    pub(super) is_stalled: bool,
}

impl ClientStream {
    /// Creates a stream that marks its slot as blocked while the client does not read.
    pub(super) const fn new(stream: TcpStream, slot: Slot, limit: TransferLimit) -> Self {
        Self { stream, slot, budget: WaitBudget::new(limit), is_stalled: false }
    }

    fn poll_sent(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(sent) = write(Pin::new(&mut self.stream), context) {
            self.budget.transferred(*sent.as_ref().unwrap_or(&0));
            self.slot.set_blocked(false);
            return Poll::Ready(sent);
        }
        self.slot.set_blocked(true);
        ready!(self.budget.poll_spent(context));
        self.is_stalled = true;
        self.slot.count_stalled();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_sent(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_sent(context, |stream, context| stream.poll_write_vectored(context, buffers))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
