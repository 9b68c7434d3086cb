//! A client's connection as bytes: what is sent must be taken, at a pace.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};

use crate::http::serve::limit::ConnectionGuard;

/// How fast what is sent must be taken. A client may wait for `stall` in all, to which what it takes adds again.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakingPace {
    /// How long the client may take nothing.
    pub(super) stall: Duration,
    /// How many bytes earn a second of waiting.
    pub(super) bytes_per_second: u64,
}

/// Reads and writes a connection that somebody else closes.
pub(super) struct ClientStream {
    stream: Arc<TcpStream>,
    guard: ConnectionGuard,
    pace: TakingPace,
    /// What may still be waited until something is taken.
    budget: Duration,
    /// Since when, and until when, it is waited.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl ClientStream {
    /// Tells the place's activity of what comes and goes.
    pub(super) fn new(stream: Arc<TcpStream>, guard: ConnectionGuard, pace: TakingPace) -> Self {
        Self { stream, guard, pace, budget: pace.stall, waiting: None }
    }

    fn taken(&mut self, bytes: usize) {
        let now = Instant::now();
        if let Some((since, _)) = self.waiting.take() {
            self.budget = self.budget.saturating_sub(now.saturating_duration_since(since));
        }
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let earned = bytes.saturating_mul(1_000) / self.pace.bytes_per_second.max(1);
        // Who took much before may not wait for longer than others.
        self.budget = self.budget.saturating_add(Duration::from_millis(earned)).min(self.pace.stall);
        self.guard.activity().sent(now);
    }

    /// Writes as soon as there is room; an error when the client took nothing for too long.
    fn poll_send(
        &mut self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        while self.stream.poll_write_ready(context)?.is_ready() {
            match write(&self.stream) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                sent => {
                    self.taken(*sent.as_ref().unwrap_or(&0));
                    return Poll::Ready(sent);
                }
            }
        }
        let budget = self.budget;
        let (_, sleep) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            self.guard.activity().blocked(now);
            (now, Box::pin(sleep_until(now + budget)))
        });
        ready!(sleep.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read_buf(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(0) => return Poll::Ready(Ok(())),
                read => {
                    self.guard.activity().received();
                    return Poll::Ready(read.map(drop));
                }
            }
        }
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_send(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_send(context, |stream| stream.try_write_vectored(buffers))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// What is written is on its way already.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(socket2::SockRef::from(&*self.stream).shutdown(std::net::Shutdown::Write))
    }
}
