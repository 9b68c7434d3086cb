//! Requests over kept connections, as many as the server answers.
//!
//! It writes the same bytes again and again and reads no more of an answer than its status and length, so that
//! it costs little beside the server.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
};

/// Connections at once.
pub(crate) const CONNECTIONS: usize = 16;

/// Requests a second that were answered with the status, each connection sending `request(n)` for its nth turn.
pub(crate) async fn rate(
    address: &str,
    status: u16,
    time: Duration,
    request: impl Fn(usize, u64) -> Vec<u8> + Clone + 'static + Send,
) -> Result<f64> {
    let start = Instant::now();
    let mut connections = JoinSet::new();
    for number in 0..CONNECTIONS {
        let (request, mut connection) = (request.clone(), Connection::open(address).await?);
        connections.spawn(async move {
            let mut turn = 0_u64;
            while start.elapsed() < time {
                let (answered, _) = connection.send(&request(number, turn)).await?;
                if answered != status {
                    bail!("the server answered {answered}");
                }
                turn += 1;
            }
            Ok(turn)
        });
    }
    let mut sum = 0;
    while let Some(turns) = connections.join_next().await {
        sum += turns??;
    }
    #[expect(clippy::cast_precision_loss, reason = "far fewer requests than a float counts")]
    Ok(sum as f64 / start.elapsed().as_secs_f64())
}

/// One kept connection.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1_024) })
    }

    /// Sends a request; the answer's status and body.
    pub(crate) async fn send(&mut self, request: &[u8]) -> Result<(u16, Vec<u8>)> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server closed the connection");
            }
            if let Some(end) = self.buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end;
            }
        };
        let text = std::str::from_utf8(self.buffer.get(..head).unwrap_or_default())?;
        let status = text.split(' ').nth(1).context("no status")?.parse()?;
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: "));
        let end = head + 4 + length.map_or(Ok(0), str::parse::<usize>)?;
        while self.buffer.len() < end {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server closed the connection");
            }
        }
        Ok((status, self.buffer.get(head + 4..end).unwrap_or_default().to_vec()))
    }
}

/// A GET with an access token.
pub(crate) fn get(path: &str, access: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {access}\r\n\r\n").into_bytes()
}

/// A POST of JSON with an idempotency key.
pub(crate) fn post(path: &str, key: &str, body: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nidempotency-key: {key}\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
