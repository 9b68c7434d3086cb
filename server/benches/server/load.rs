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

/// Connections that requests at a steady pace come over.
const KEPT: u32 = 4;

/// Makes a request out of a number of its own.
pub(crate) type MakeRequest = Arc<dyn Fn(u64) -> Vec<u8> + Send + Sync>;

/// A number that no other request has.
pub(crate) fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Requests a second that were answered with the status.
pub(crate) async fn rate(address: &str, status: u16, time: Duration, make: &MakeRequest) -> Result<f64> {
    let mut open = Vec::new();
    for _ in 0..CONNECTIONS {
        open.push(Connection::open(address).await?);
    }
    let start = Instant::now();
    let mut connections = JoinSet::new();
    for mut connection in open {
        let make = Arc::clone(make);
        connections.spawn(async move {
            let mut turns = 0_u64;
            while start.elapsed() < time {
                let (answered, _) = connection.send(&make(number())).await?;
                if answered != status {
                    bail!("the server answered {answered}");
                }
                turns += 1;
            }
            Ok(turns)
        });
    }
    let mut sum = 0;
    while let Some(turns) = connections.join_next().await {
        sum += turns??;
    }
    #[expect(clippy::cast_precision_loss, reason = "far fewer requests than a float counts")]
    Ok(sum as f64 / start.elapsed().as_secs_f64())
}

/// How long each request took that was answered with 200, in milliseconds, with its number: at least so many requests,
/// and for at least that time. Numbers begin at zero, one higher for each. One that was told to come back with 503 took
/// forever.
pub(crate) async fn times(
    address: &str,
    least: usize,
    time: Duration,
    make: &MakeRequest,
) -> Result<Vec<(u64, f64)>> {
    let start = Instant::now();
    let next = Arc::new(AtomicU64::new(0));
    let mut connections = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (make, next) = (Arc::clone(make), Arc::clone(&next));
        let mut connection = Connection::open(address).await?;
        connections.spawn(async move {
            let mut times = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if start.elapsed() >= time && usize::try_from(number)? >= least {
                    return Ok(times);
                }
                let sent = Instant::now();
                let (answered, _) = connection.send(&make(number)).await?;
                let time = match answered {
                    200 => sent.elapsed().as_secs_f64() * 1_000.0,
                    503 => f64::INFINITY,
                    _ => bail!("the server answered {answered}"),
                };
                times.push((number, time));
            }
        });
    }
    let mut all = Vec::new();
    while let Some(times) = connections.join_next().await {
        all.extend(times??);
    }
    Ok(all)
}

/// Makes requests at a steady pace, so many a second, until it is dropped: over a few kept connections, as a proxy has them.
pub(crate) async fn steady(
    address: &str,
    status: u16,
    pace: f64,
    make: &MakeRequest,
) -> Result<JoinSet<Result<()>>> {
    let mut connections = JoinSet::new();
    for _ in 0..KEPT {
        let mut connection = Connection::open(address).await?;
        let make = Arc::clone(make);
        let mut turns = interval(Duration::from_secs_f64(f64::from(KEPT) / pace));
        connections.spawn(async move {
            loop {
                turns.tick().await;
                let (answered, _) = connection.send(&make(number())).await?;
                ensure!(answered == status, "the server answered {answered}");
            }
        });
    }
    Ok(connections)
}

/// That nothing has gone wrong with requests that are made at a steady pace.
pub(crate) fn check(steady: &mut JoinSet<Result<()>>) -> Result<()> {
    steady.try_join_next().map_or(Ok(()), |ended| ended?)
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

    /// A header of the last answer, by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let head = self.buffer.split(|byte| *byte == b'\n').take_while(|line| *line != b"\r");
        let mut lines = head.filter_map(|line| std::str::from_utf8(line).ok());
        lines.find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(": ")?.trim_end()))
    }
}

/// A GET with an access token.
pub(crate) fn get(path: &str, access: &str) -> Vec<u8> {
    get_with("", path, access)
}

/// The same with more lines in its head.
pub(crate) fn get_with(lines: &str, path: &str, access: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: bench\r\n{lines}authorization: Bearer {access}\r\n\r\n")
        .into_bytes()
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
    let key = format!("idempotency-key: {}\r\n", idempotency_key(number));
    head_with(&key, path, number, media, length)
}

/// A POST without an idempotency key, forwarded for a visitor of its own too.
pub(crate) fn post_without_key(path: &str, number: u64, media: &str, body: &[u8]) -> Vec<u8> {
    [&*head_with("", path, number, media, body.len()), body].concat()
}

fn head_with(key: &str, path: &str, number: u64, media: &str, length: usize) -> Vec<u8> {
    // The addresses of private networks, sixteen million of them.
    let [.., a, b, c] = number.to_be_bytes();
    format!(
        "POST {path} HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: 10.{a}.{b}.{c}\r\ncontent-type: {media}\r\n{key}\
         content-length: {length}\r\n\r\n"
    )
    .into_bytes()
}
