//! Requests over kept connections, as many as the server answers.
//!
//! It reads no more of an answer than its status and length, so that it costs little beside the server.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::interval,
};

/// Connections at once.
pub(crate) const CONNECTIONS: usize = 16;

/// Makes a request out of a number of its own.
pub(crate) type MakeRequest = Arc<dyn Fn(u64) -> Vec<u8> + Send + Sync>;

/// A number that no other request has.
pub(crate) fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Returns how many requests a second [`CONNECTIONS`] clients make that are answered with the status.
pub(crate) async fn rate(address: &str, status: u16, time: Duration, make: &MakeRequest) -> Result<f64> {
    let start = Instant::now();
    let answers = answers(address, CONNECTIONS, 0, time, make).await?;
    let elapsed = start.elapsed().as_secs_f64();
    if let Some(other) = answers.iter().find(|answer| answer.status != status) {
        bail!("the server answered {}", other.status);
    }
    #[expect(clippy::cast_precision_loss, reason = "far fewer requests than a float counts")]
    Ok(answers.len() as f64 / elapsed)
}

/// The answer to one request.
pub(crate) struct Answer {
    /// The number that the request was made of.
    pub(crate) number: u64,
    pub(crate) status: u16,
    pub(crate) milliseconds: f64,
}

/// Makes requests over so many connections until there were `least` and `time` is over.
pub(crate) async fn answers(
    address: &str,
    connections: usize,
    least: u64,
    time: Duration,
    make: &MakeRequest,
) -> Result<Vec<Answer>> {
    let mut open = Vec::new();
    for _ in 0..connections {
        open.push(Connection::open(address).await?);
    }
    let (start, end) = (Instant::now(), number() + least);
    let mut clients = JoinSet::new();
    for mut connection in open {
        let make = Arc::clone(make);
        clients.spawn(async move {
            let mut answers = Vec::new();
            loop {
                let number = number();
                if start.elapsed() >= time && number > end {
                    return anyhow::Ok(answers);
                }
                let sent = Instant::now();
                let (status, _) = connection.send(&make(number)).await?;
                answers.push(Answer { number, status, milliseconds: sent.elapsed().as_secs_f64() * 1_000.0 });
            }
        });
    }
    let mut all = Vec::new();
    while let Some(answers) = clients.join_next().await {
        all.extend(answers??);
    }
    Ok(all)
}

/// Makes so many requests a second over one connection. Ends only with an error.
pub(crate) async fn steady(address: &str, status: u16, per_second: f64, make: &MakeRequest) -> Result<()> {
    let mut connection = Connection::open(address).await?;
    let mut ticks = interval(Duration::from_secs_f64(1.0 / per_second));
    loop {
        ticks.tick().await;
        let (answered, _) = connection.send(&make(number())).await?;
        ensure!(answered == status, "the server answered {answered}");
    }
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
        self.write(request).await?;
        self.answer().await
    }

    /// Sends a piece of a request.
    pub(crate) async fn write(&mut self, piece: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(piece).await?)
    }

    /// The status and body of what the server answers.
    pub(crate) async fn answer(&mut self) -> Result<(u16, Vec<u8>)> {
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

/// The idempotency key of the request with this number.
pub(crate) fn idempotency_key(number: u64) -> String {
    format!("bench-{number:016}")
}

/// A POST with an idempotency key.
pub(crate) fn post(path: &str, number: u64, media: &str, body: &[u8]) -> Vec<u8> {
    [&*head(path, number, media, body.len()), body].concat()
}

/// The head of a POST with an idempotency key, forwarded for a visitor of its own by a proxy that the server trusts.
pub(crate) fn head(path: &str, number: u64, media: &str, length: usize) -> Vec<u8> {
    let key = idempotency_key(number);
    // The addresses of private networks, sixteen million of them.
    let [.., a, b, c] = number.to_be_bytes();
    format!(
        "POST {path} HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: 10.{a}.{b}.{c}\r\ncontent-type: {media}\r\n\
         idempotency-key: {key}\r\ncontent-length: {length}\r\n\r\n"
    )
    .into_bytes()
}
