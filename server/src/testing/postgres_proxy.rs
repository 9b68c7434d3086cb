//! TCP proxy in front of the tests' Postgres. It can encrypt, records what clients send, counts round trips, and can
//! disconnect after a chosen message of the database.

use std::{
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rustls::ServerConfig;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream, UnixStream},
    task::JoinHandle,
};
use tokio_postgres::config::Host;
use tokio_rustls::TlsAcceptor;

use crate::testing::database::database_url;

/// The bytes that a client sent.
type Transcript = Arc<Mutex<Vec<u8>>>;

/// Selects the message of the database after which the proxy disconnects, by its kind, its body, and whether it responds to
/// a statement with parameters.
pub(crate) type MessageFilter = fn(u8, &[u8], bool) -> bool;

/// State that connections share.
#[derive(Clone, Default)]
struct Shared {
    encrypted: Arc<AtomicUsize>,
    disconnect_after: Arc<Mutex<Option<MessageFilter>>>,
    latency: Arc<Mutex<Duration>>,
    round_trips: Arc<AtomicUsize>,
}

/// A listening proxy.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    shared: Shared,
    transcripts: Arc<Mutex<Vec<Transcript>>>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Starts to listen. Without a TLS configuration it does not encrypt.
    pub(crate) async fn start(tls: Option<Arc<ServerConfig>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let transcripts = Arc::<Mutex<Vec<_>>>::default();
        let shared = Shared::default();
        let (all, of_all) = (Arc::clone(&transcripts), shared.clone());
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let transcript = Transcript::default();
                all.lock().unwrap().push(Arc::clone(&transcript));
                tokio::spawn(connect(stream, tls.clone(), of_all.clone(), transcript));
            }
        });
        Self { port, shared, transcripts, task }
    }

    /// Returns the number of encrypted connections.
    pub(crate) fn encrypted(&self) -> usize {
        self.shared.encrypted.load(Ordering::Relaxed)
    }

    /// Disconnects once, after the next message that `message` selects.
    pub(crate) fn disconnect_after(&self, message: MessageFilter) {
        *self.shared.disconnect_after.lock().unwrap() = Some(message);
    }

    /// Returns whether the disconnection is still to come.
    pub(crate) fn is_disconnect_pending(&self) -> bool {
        self.shared.disconnect_after.lock().unwrap().is_some()
    }

    /// Makes every response take this long, as if the database were far away.
    pub(crate) fn set_latency(&self, latency: Duration) {
        *self.shared.latency.lock().unwrap() = latency;
    }

    /// Returns how often the clients waited for the database: the number of times that one sent something when every
    /// response to what it had sent before had arrived.
    pub(crate) fn round_trips(&self) -> usize {
        self.shared.round_trips.load(Ordering::Relaxed)
    }

    /// Returns the names of prepared statements: those prepared and those used.
    pub(crate) fn statement_names(&self) -> (Vec<String>, Vec<String>) {
        let (mut prepared, mut used) = (Vec::new(), Vec::new());
        for transcript in self.transcripts.lock().unwrap().iter() {
            for (kind, body) in messages(&transcript.lock().unwrap()) {
                let mut texts =
                    body.split(|&byte| byte == 0).map(|text| String::from_utf8_lossy(text).into_owned());
                match kind {
                    b'P' => prepared.extend(texts.next()),
                    b'B' => used.extend(texts.nth(1)),
                    _ => {}
                }
            }
        }
        (prepared, used)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Parses the messages after the startup message, which has no kind.
fn messages(bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let length = |at: usize| bytes.get(at..at + 4).map(|word| u32::from_be_bytes(word.try_into().unwrap()));
    let mut at = length(0).map_or(0, |length| length as usize);
    let mut found = Vec::new();
    while let Some(length) = length(at + 1) {
        let end = at + 1 + length as usize;
        let Some(body) = bytes.get(at + 5..end) else { break };
        found.push((bytes[at], body.to_vec()));
        at = end;
    }
    found
}

async fn connect(
    mut client: TcpStream,
    tls: Option<Arc<ServerConfig>>,
    shared: Shared,
    transcript: Transcript,
) {
    let mut greeting = [0; 8];
    client.read_exact(&mut greeting).await.unwrap();
    let asks_for_tls = greeting == [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
    match tls {
        Some(tls) if asks_for_tls => {
            client.write_all(b"S").await.unwrap();
            // A client that rejects the certificate disconnects.
            if let Ok(client) = TlsAcceptor::from(tls).accept(client).await {
                shared.encrypted.fetch_add(1, Ordering::Relaxed);
                pass_on(client, &[], &shared, &transcript).await;
            }
        }
        _ if asks_for_tls => {
            client.write_all(b"N").await.unwrap();
            pass_on(client, &[], &shared, &transcript).await;
        }
        _ => pass_on(client, &greeting, &shared, &transcript).await,
    }
}

async fn pass_on(
    client: impl AsyncRead + AsyncWrite,
    greeting: &[u8],
    shared: &Shared,
    transcript: &Mutex<Vec<u8>>,
) {
    let config: tokio_postgres::Config = database_url("").as_str().parse().unwrap();
    let port = config.get_ports().first().copied().unwrap_or(5432);
    match &config.get_hosts()[0] {
        Host::Unix(folder) => {
            let server = UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).await.unwrap();
            copy(client, server, greeting, shared, transcript).await;
        }
        Host::Tcp(host) => {
            let server = TcpStream::connect((host.as_str(), port)).await.unwrap();
            copy(client, server, greeting, shared, transcript).await;
        }
    }
}

async fn copy(
    client: impl AsyncRead + AsyncWrite,
    server: impl AsyncRead + AsyncWrite,
    greeting: &[u8],
    shared: &Shared,
    transcript: &Mutex<Vec<u8>>,
) {
    let (mut from_client, to_client) = tokio::io::split(client);
    let (from_server, mut to_server) = tokio::io::split(server);
    // Requests that the database has not responded to.
    let open = AtomicUsize::default();
    let there = async {
        transcript.lock().unwrap().extend_from_slice(greeting);
        to_server.write_all(greeting).await?;
        let mut buffer = vec![0; 64 * 1_024];
        let mut parsed = messages(&transcript.lock().unwrap()).len();
        loop {
            let read = from_client.read(&mut buffer).await?;
            if read == 0 {
                return to_server.shutdown().await;
            }
            let sent = {
                let mut transcript = transcript.lock().unwrap();
                transcript.extend_from_slice(&buffer[..read]);
                messages(&transcript)
            };
            // Each query, and each group of messages up to a `Sync`, is one request.
            let requests = sent[parsed..].iter().filter(|(kind, _)| matches!(kind, b'Q' | b'S')).count();
            parsed = sent.len();
            if requests > 0 && open.fetch_add(requests, Ordering::SeqCst) == 0 {
                shared.round_trips.fetch_add(1, Ordering::Relaxed);
            }
            to_server.write_all(&buffer[..read]).await?;
        }
    };
    // When either side closes, so does the other.
    tokio::select! {
        _ = there => {}
        _ = answers(from_server, to_client, shared, &open) => {}
    }
}

/// Forwards the messages of the database until the one to disconnect after.
async fn answers(
    server: impl AsyncRead + Unpin,
    mut client: impl AsyncWrite + Unpin,
    shared: &Shared,
    open: &AtomicUsize,
) -> io::Result<()> {
    let (mut server, mut is_bound, mut delayed) = (BufReader::new(server), false, Vec::new());
    loop {
        let (kind, length) = (server.read_u8().await?, server.read_u32().await?);
        let mut body = vec![0; length as usize - 4];
        server.read_exact(&mut body).await?;
        delayed.extend([&[kind][..], &length.to_be_bytes(), &body].concat());
        let latency = *shared.latency.lock().unwrap();
        if latency.is_zero() || kind == b'Z' {
            tokio::time::sleep(latency).await;
            if kind == b'Z' {
                let _ = open.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |open| open.checked_sub(1));
            }
            client.write_all(&std::mem::take(&mut delayed)).await?;
            client.flush().await?;
        }
        // From the parameters' acceptance until the database is ready for more.
        is_bound = kind == b'2' || (is_bound && kind != b'Z');
        if shared.disconnect_after.lock().unwrap().take_if(|wanted| wanted(kind, &body, is_bound)).is_some() {
            return Ok(());
        }
    }
}
