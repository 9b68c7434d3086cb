//! Speaks to Postgres without named prepared statements.
//!
//! The driver names every statement that it prepares. A pooler that hands out connections by the transaction may
//! carry a statement's preparation to one server and its use to another. So on its way a preparation loses its name
//! (the driver only learns types from it), and is sent once more in front of every use, within the same batch.

use std::{
    collections::{HashMap, VecDeque},
    io,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::io::{
    AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader, BufWriter, DuplexStream,
};

/// What a connection may be made over.
pub(super) trait Wire: AsyncRead + AsyncWrite + Send + 'static {}

impl<T: AsyncRead + AsyncWrite + Send + 'static> Wire for T {}

/// What the driver speaks into.
pub(super) type Stream = DuplexStream;

const BUFFER: usize = 64 * 1_024;

/// For every batch on its way, whether each of its preparations was added here: then its answer is kept back.
type Awaited = Arc<Mutex<VecDeque<VecDeque<bool>>>>;

/// Passes on what is said over a wire until either side ends.
pub(super) fn spawn(wire: impl Wire) -> Stream {
    let (near, far) = tokio::io::duplex(BUFFER);
    let (from_driver, to_driver) = tokio::io::split(far);
    let (from_server, to_server) = tokio::io::split(wire);
    // The server ends its greeting like a batch; the driver's first one follows.
    let awaited = Awaited::new(Mutex::new(VecDeque::from([VecDeque::new(), VecDeque::new()])));
    let answers = Arc::clone(&awaited);
    tokio::spawn(async move {
        // An end on either side is an end for both; the driver notices it by itself.
        tokio::select! {
            _ = requests(from_driver, to_server, awaited) => {}
            _ = replies(from_server, to_driver, answers) => {}
        }
    });
    near
}

async fn requests(
    from: impl AsyncRead + Unpin,
    to: impl AsyncWrite + Unpin,
    awaited: Awaited,
) -> io::Result<()> {
    let (mut from, mut to) = (BufReader::with_capacity(BUFFER, from), BufWriter::with_capacity(BUFFER, to));
    let mut statements = Statements { prepared: HashMap::new(), awaited };
    // The first message has no kind.
    let greeting = body(&mut from).await?;
    write(&mut to, None, &[&greeting]).await?;
    to.flush().await?;
    while let Ok(kind) = from.read_u8().await {
        let body = body(&mut from).await?;
        statements.pass(kind, &body, &mut to).await?;
        if from.buffer().is_empty() {
            to.flush().await?;
        }
    }
    to.shutdown().await
}

async fn replies(
    from: impl AsyncRead + Unpin,
    to: impl AsyncWrite + Unpin,
    awaited: Awaited,
) -> io::Result<()> {
    let (mut from, mut to) = (BufReader::with_capacity(BUFFER, from), BufWriter::with_capacity(BUFFER, to));
    while let Ok(kind) = from.read_u8().await {
        let body = body(&mut from).await?;
        if !is_kept_back(kind, &awaited) {
            write(&mut to, Some(kind), &[&body]).await?;
        }
        if from.buffer().is_empty() {
            to.flush().await?;
        }
    }
    to.shutdown().await
}

fn is_kept_back(kind: u8, awaited: &Awaited) -> bool {
    let mut awaited = awaited.lock().unwrap_or_else(PoisonError::into_inner);
    match kind {
        // Prepared.
        b'1' => awaited.front_mut().and_then(VecDeque::pop_front).unwrap_or(false),
        // The end of a batch; after an error the rest of it was passed over.
        b'Z' => {
            awaited.pop_front();
            false
        }
        _ => false,
    }
}

/// What the driver prepared, by name.
struct Statements {
    prepared: HashMap<Vec<u8>, Vec<u8>>,
    awaited: Awaited,
}

impl Statements {
    async fn pass(&mut self, kind: u8, body: &[u8], to: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        match (kind, body.split_first()) {
            (b'P', _) => {
                let (name, rest) = text(body)?;
                if !name.is_empty() {
                    self.prepared.insert(name.to_vec(), rest.to_vec());
                }
                self.expect(false);
                write(to, Some(kind), &[b"\0", rest]).await
            }
            (b'B', _) => {
                let (portal, rest) = text(body)?;
                let (name, rest) = text(rest)?;
                if let Some(preparation) = self.prepared.get(name) {
                    self.expect(true);
                    write(to, Some(b'P'), &[b"\0", preparation]).await?;
                }
                write(to, Some(kind), &[portal, b"\0\0", rest]).await
            }
            (b'D', Some((b'S', _))) => write(to, Some(kind), &[b"S\0"]).await,
            (b'C', Some((b'S', name))) => {
                self.prepared.remove(text(name)?.0);
                write(to, Some(kind), &[b"S\0"]).await
            }
            (b'S' | b'Q', _) => {
                self.awaited.lock().unwrap_or_else(PoisonError::into_inner).push_back(VecDeque::new());
                write(to, Some(kind), &[body]).await
            }
            _ => write(to, Some(kind), &[body]).await,
        }
    }

    fn expect(&self, added: bool) {
        let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(batch) = awaited.back_mut() {
            batch.push_back(added);
        }
    }
}

/// A text that ends with a zero, and what follows it.
fn text(bytes: &[u8]) -> io::Result<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == 0);
    let parts = end.and_then(|end| bytes.get(..end).zip(bytes.get(end.saturating_add(1)..)));
    parts.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
}

async fn body(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let length = usize::try_from(from.read_u32().await?).ok().and_then(|length| length.checked_sub(4));
    let mut body = vec![0; length.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?];
    from.read_exact(&mut body).await?;
    Ok(body)
}

async fn write(to: &mut (impl AsyncWrite + Unpin), kind: Option<u8>, parts: &[&[u8]]) -> io::Result<()> {
    let length = parts.iter().fold(4, |sum: usize, part| sum.saturating_add(part.len()));
    if let Some(kind) = kind {
        to.write_u8(kind).await?;
    }
    to.write_u32(u32::try_from(length).map_err(io::Error::other)?).await?;
    for part in parts {
        to.write_all(part).await?;
    }
    Ok(())
}
