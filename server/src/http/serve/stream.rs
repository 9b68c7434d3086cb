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

/// How long a client may still be waited for until it takes something.
struct Allowance {
    pace: TakingPace,
    left: Duration,
}

impl Allowance {
    fn new(pace: TakingPace) -> Self {
        Self { pace, left: pace.stall }
    }

    /// Counts what was taken, and how long that was waited for.
    fn taken(&mut self, waited: Duration, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let earned = bytes.saturating_mul(1_000) / self.pace.bytes_per_second.max(1);
        let left = self.left.saturating_sub(waited).saturating_add(Duration::from_millis(earned));
        // Who took much before may not wait for longer than others.
        self.left = left.min(self.pace.stall);
    }
}

/// Reads and writes a connection that somebody else closes.
pub(super) struct ClientStream {
    stream: Arc<TcpStream>,
    guard: ConnectionGuard,
    allowance: Allowance,
    /// Since when, and until when, it is waited.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl ClientStream {
    /// Tells the place's activity of what comes and goes.
    pub(super) fn new(stream: Arc<TcpStream>, guard: ConnectionGuard, pace: TakingPace) -> Self {
        Self { stream, guard, allowance: Allowance::new(pace), waiting: None }
    }

    fn taken(&mut self, bytes: usize) {
        let now = Instant::now();
        let waited = self.waiting.take().map(|(since, _)| now.saturating_duration_since(since));
        self.allowance.taken(waited.unwrap_or_default(), bytes);
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
        let left = self.allowance.left;
        let (_, sleep) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            self.guard.activity().blocked(now);
            (now, Box::pin(sleep_until(now + left)))
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Allowance, TakingPace};

    #[test]
    fn what_counts_is_how_much_is_taken_and_not_that_something_is() {
        let wait = Duration::from_millis(15);
        for (bytes_per_second, is_enough) in [(1, true), (4_096 * 1_000 / 15, true), (1_000_000_000, false)] {
            let stall = Duration::from_millis(500);
            let mut allowance = Allowance::new(TakingPace { stall, bytes_per_second });
            // A few kilobytes at a time, for three times as long as nothing may be taken.
            let pieces = (0..100).take_while(|_| {
                let is_waited_for = wait < allowance.left;
                allowance.taken(wait, 4_096);
                is_waited_for
            });
            assert_eq!(pieces.count() == 100, is_enough, "{bytes_per_second}");
            assert!(allowance.left <= stall, "{bytes_per_second}");
        }
    }
}
