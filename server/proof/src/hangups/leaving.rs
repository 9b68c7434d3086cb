//! A client that leaves, at any moment of a request or of its answer.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use anyhow::{Context as _, Result};
use rand::RngExt as _;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpSocket,
    time::{sleep, timeout},
};

/// Where requests come from that a proxy passes on.
pub(crate) const PROXY: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// A server that says nothing for so long hangs.
const TIMEOUT: Duration = Duration::from_secs(40);

/// The longest answer that somebody leaves in the midst of.
const ANSWER: usize = 1_000;

/// When a client leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeaveAt {
    /// After so many bytes of the request.
    Request(usize),
    /// So long after its last byte.
    Sent(Duration),
    /// After so many bytes of the answer.
    Answer(usize),
    /// When the answer has ended.
    End,
}

impl LeaveAt {
    /// Any moment in a request of so many bytes, in the wait for its answer, and in the answer.
    pub(crate) fn random(length: usize) -> Self {
        let mut random = rand::rng();
        match random.random_range(0..6) {
            0 | 1 => Self::Request(random.random_range(0..length.max(1))),
            2 => Self::Sent(Duration::ZERO),
            3 => Self::Sent(Duration::from_micros(random.random_range(0..20_000))),
            _ => Self::Answer(random.random_range(1..ANSWER)),
        }
    }
}

/// Sends a request and leaves; some say goodbye, others are just gone. How many bytes of the answer were read.
pub(crate) async fn leave(
    from: Ipv4Addr,
    server: SocketAddr,
    request: &[u8],
    moment: LeaveAt,
) -> Result<usize> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind((from, 0).into())?;
    // A server that has no room closes the connection, however far the client has come.
    let Ok(mut stream) = socket.connect(server).await else { return Ok(0) };
    stream.set_nodelay(true)?;
    let sent = match moment {
        LeaveAt::Request(bytes) => request.get(..bytes).unwrap_or(request),
        _ => request,
    };
    let _ = stream.write_all(sent).await;
    let read = match moment {
        LeaveAt::Request(_) => 0,
        LeaveAt::Sent(wait) => {
            sleep(wait).await;
            0
        }
        LeaveAt::Answer(bytes) => bytes,
        LeaveAt::End => usize::MAX,
    };
    let mut answer = Vec::new();
    let mut wanted = (&mut stream).take(u64::try_from(read).unwrap_or(u64::MAX));
    // A connection that breaks has ended, too.
    let _ = timeout(TIMEOUT, wanted.read_to_end(&mut answer)).await.context("the server says nothing")?;
    if rand::random() {
        stream.set_zero_linger()?;
    }
    Ok(answer.len())
}
