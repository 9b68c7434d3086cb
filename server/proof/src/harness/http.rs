//! HTTP/1.1 client over plain connections: cheap enough for load, and able to stop at any byte.

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
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
    /// Returns a header by its name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
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

    /// Returns whether a request was refused: 503 or 429 in the API's error format, with `Retry-After`.
    pub(crate) fn is_refused(&self) -> bool {
        let body = self.json().unwrap_or_default();
        let has_format = body.get("message").is_some_and(Value::is_string) && body.get("errors").is_none();
        matches!(self.status, 429 | 503) && self.header("retry-after").is_some() && has_format
    }
}

/// Kept connection.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    /// Whether the server closes the connection after its last response.
    is_last: bool,
}

impl Connection {
    pub(crate) async fn open(server: SocketAddr) -> Result<Self> {
        Self::open_from(Ipv4Addr::LOCALHOST, server).await
    }

    /// Connects from one of this machine's addresses.
    pub(crate) async fn open_from(from: impl Into<std::net::IpAddr>, to: SocketAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind((from.into(), 0).into())?;
        let stream = socket.connect(to).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), is_last: false })
    }

    /// Returns the socket, to read it without a buffer.
    pub(crate) fn stream(&mut self) -> &mut TcpStream {
        self.stream.get_mut()
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream().write_all(bytes).await?)
    }

    /// Sends a request, over a new connection if the server closes this one.
    pub(crate) async fn send(&mut self, request: &[u8]) -> Result<Answer> {
        if self.is_last {
            let (from, to) = (self.stream().local_addr()?, self.stream().peer_addr()?);
            *self = Self::open_from(from.ip(), to).await?;
        }
        self.write(request).await?;
        let answer = timeout(TIMEOUT, self.answer()).await.context("the server is silent")??;
        self.is_last = answer.header("connection") == Some("close");
        Ok(answer)
    }

    async fn answer(&mut self) -> Result<Answer> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            head.push_str(&self.line().await?);
        }
        let status = head.split(' ').nth(1).context("no status")?.parse()?;
        let mut answer = Answer { status, head, body: Vec::new() };
        if answer.header("transfer-encoding").is_none() {
            let length = answer.header("content-length").map_or(Ok(0), str::parse)?;
            self.read(length, &mut answer.body).await?;
            return Ok(answer);
        }
        loop {
            let size = usize::from_str_radix(self.line().await?.trim_end(), 16)?;
            self.read(size, &mut answer.body).await?;
            self.line().await?;
            if size == 0 {
                return Ok(answer);
            }
        }
    }

    async fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.stream.read_line(&mut line).await? > 0, "the server closed the connection");
        Ok(line)
    }

    async fn read(&mut self, length: usize, into: &mut Vec<u8>) -> Result<()> {
        let start = into.len();
        into.resize(start + length, 0);
        self.stream.read_exact(into.get_mut(start..).unwrap_or_default()).await?;
        Ok(())
    }
}

/// Sends a request over a new connection.
pub(crate) async fn once(server: SocketAddr, request: &[u8]) -> Result<Answer> {
    Connection::open(server).await?.send(request).await
}

/// Returns a GET with an access token.
pub(crate) fn get(path: &str, access: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: proof\r\n{}\r\n", bearer(access)).into_bytes()
}

/// Returns a POST of JSON with these headers and a forwarded address.
pub(crate) fn post(path: &str, headers: &str, body: &Value) -> Vec<u8> {
    let headers = format!("{headers}{}content-type: application/json\r\n", forwarded());
    request("POST", path, &headers, body.to_string().as_bytes())
}

/// Returns a login of an unknown account with a forwarded address.
pub(crate) fn login() -> Vec<u8> {
    let username = format!("guest {:x}", rand::random::<u64>());
    post("/api/token/", "", &json!({"username": username, "password": "not the password"}))
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
