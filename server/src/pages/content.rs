//! The bytes of a built file in one encoding: in memory, or on disk until they are asked for.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use axum::{
    body::{Body, Bytes},
    http::HeaderValue,
};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncReadExt as _;
use tokio_util::io::ReaderStream;

use crate::storage::slug::hex;

/// The largest compressed copy that is kept in memory.
const KEPT: u64 = 128 * 1_024;

/// How much of a file is in memory while it is sent.
const PIECE: usize = 32 * 1_024;

/// One encoding's bytes and the tag that only they have.
pub(super) struct Content {
    source: Source,
    /// How many bytes there are.
    pub(super) size: u64,
    /// The strong entity tag.
    pub(super) tag: HeaderValue,
}

enum Source {
    Memory(Bytes),
    Disk { path: PathBuf, modified: SystemTime },
}

impl Content {
    /// A compressed copy. Most visitors ask for these, and all together they are small, so memory has them.
    pub(super) fn compressed(path: &Path) -> io::Result<Self> {
        let content = Self::on_disk(path)?;
        if content.size > KEPT {
            return Ok(content);
        }
        let bytes = fs::read(path)?;
        Ok(Self {
            size: bytes.len() as u64,
            tag: tag(&Sha256::digest(&bytes))?,
            source: Source::Memory(bytes.into()),
        })
    }

    /// A file that is read whenever it is asked for.
    pub(super) fn on_disk(path: &Path) -> io::Result<Self> {
        let mut file = fs::File::open(path)?;
        let (mut hash, mut piece, mut size) = (Sha256::new(), vec![0; PIECE], 0_u64);
        let modified = file.metadata()?.modified()?;
        loop {
            let read = file.read(&mut piece)?;
            if read == 0 {
                break;
            }
            hash.update(piece.get(..read).unwrap_or_default());
            size = size.saturating_add(read as u64);
        }
        let source = Source::Disk { path: path.to_owned(), modified };
        Ok(Self { source, size, tag: tag(&hash.finalize())? })
    }

    /// The bytes. Not found when the file is gone, or another one than at the start.
    pub(super) async fn body(&self) -> io::Result<Body> {
        let (path, modified) = match &self.source {
            Source::Memory(bytes) => return Ok(Body::from(bytes.clone())),
            Source::Disk { path, modified } => (path, *modified),
        };
        let file = tokio::fs::File::open(path).await?;
        let now = file.metadata().await?;
        if now.len() != self.size || now.modified()? != modified {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(Body::from_stream(ReaderStream::with_capacity(file.take(self.size), PIECE)))
    }
}

fn tag(digest: &[u8]) -> io::Result<HeaderValue> {
    let tag = format!("\"{}\"", hex(digest.first_chunk::<16>().unwrap_or(&[0; 16])));
    HeaderValue::try_from(tag).map_err(io::Error::other)
}
