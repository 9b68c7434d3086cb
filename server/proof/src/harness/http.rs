//! HTTP/1.1 client over plain connections: cheap enough for load, and able to stop at any byte.

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::harness::prelude::*;

/// Maximum time without a response.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(40);

pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Returns a header by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }

    pub(crate) fn json(&self) -> Result<Value> {
        Ok(serde_json::from_slice(&self.body)?)
    }

    /// Returns the string at a JSON pointer of the body.
    pub(crate) fn json_text(&self, pointer: &str) -> Result<String> {
        let body = self.json()?;
        let text = body.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        text.with_context(|| format!("an answer of {} has no {pointer}: {body}", self.status))
    }

    pub(crate) fn ensure(self, status: u16) -> Result<Self> {
        let body = String::from_utf8_lossy(&self.body);
        ensure!(self.status == status, "an answer is {} instead of {status}: {body}", self.status);
        Ok(self)
    }
}

/// Kept connection.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(server: SocketAddr) -> Result<Self> {
        Self::open_from(Ipv4Addr::LOCALHOST, server).await
    }

    /// Connects from one of this machine's addresses.
    pub(crate) async fn open_from(from: Ipv4Addr, to: SocketAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind((from, 0).into())?;
        let stream = socket.connect(to).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(bytes).await?)
    }

    pub(crate) async fn send(&mut self, request: &[u8]) -> Result<Answer> {
        self.write(request).await?;
        timeout(TIMEOUT, self.answer()).await.context("the server is silent")?
    }

    async fn answer(&mut self) -> Result<Answer> {
        self.buffer.clear();
        let head = self.read_past(0, b"\r\n\r\n").await?;
        let text = std::str::from_utf8(self.buffer.get(..head).unwrap_or_default())?.to_owned();
        let status = text.split(' ').nth(1).context("no status")?.parse()?;
        let mut body = Vec::new();
        if header(&text, "transfer-encoding").is_some() {
            let mut at = head;
            loop {
                let start = self.read_past(at, b"\r\n").await?;
                let size = std::str::from_utf8(self.buffer.get(at..start).unwrap_or_default())?;
                let size = usize::from_str_radix(size.trim(), 16)?;
                at = start + size + 2;
                self.read_to(at).await?;
                body.extend_from_slice(self.buffer.get(start..start + size).unwrap_or_default());
                if size == 0 {
                    break;
                }
            }
        } else {
            let length = header(&text, "content-length").map_or(Ok(0), str::parse::<usize>)?;
            self.read_to(head + length).await?;
            body.extend_from_slice(self.buffer.get(head..head + length).unwrap_or_default());
        }
        Ok(Answer { status, head: text, body })
    }

    /// Reads until these bytes occur after a position, and returns the position after them.
    async fn read_past(&mut self, from: usize, bytes: &[u8]) -> Result<usize> {
        loop {
            let read = self.buffer.get(from..).unwrap_or_default();
            if let Some(place) = read.windows(bytes.len()).position(|window| window == bytes) {
                return Ok(from + place + bytes.len());
            }
            self.read_to(self.buffer.len() + 1).await?;
        }
    }

    async fn read_to(&mut self, length: usize) -> Result<()> {
        while self.buffer.len() < length {
            ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server closed the connection");
        }
        Ok(())
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Sends a request over a new connection.
pub(crate) async fn once(server: SocketAddr, request: &[u8]) -> Result<Answer> {
    Connection::open(server).await?.send(request).await
}

/// Returns a GET with an access token.
pub(crate) fn get(path: &str, access: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: proof\r\n{}\r\n", bearer(access)).into_bytes()
}

/// Returns a POST of JSON with an access token and a forwarded address.
pub(crate) fn post(path: &str, access: &str, body: &Value) -> Vec<u8> {
    let headers = format!("{}{}content-type: application/json\r\n", bearer(access), forwarded());
    request("POST", path, &headers, body.to_string().as_bytes())
}

/// Returns a request with a body. Each header ends with a line break.
pub(crate) fn request(method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    [head(method, path, headers, body.len()).as_bytes(), body].concat()
}

pub(crate) fn head(method: &str, path: &str, headers: &str, length: usize) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: proof\r\n{headers}content-length: {length}\r\n\r\n")
}

pub(crate) fn bearer(access: &str) -> String {
    if access.is_empty() { String::new() } else { format!("authorization: Bearer {access}\r\n") }
}

/// Returns the header with which a trusted proxy names a visitor, with a random address.
pub(crate) fn forwarded() -> String {
    let [a, b, c, _] = rand::random::<[u8; 4]>();
    format!("x-forwarded-for: 10.{a}.{b}.{c}\r\n")
}
