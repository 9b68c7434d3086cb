//! Receives a CV: checks it as early as possible, and keeps it in an unnamed temporary file until the request ends.

use std::{fs, io, os::unix::fs::FileExt as _, sync::Arc};

use agency_core::{
    application::{RULES, check_docx},
    attachment::{Attachment, CvType, HEAD_LENGTH, safe_file_name},
};
use anyhow::Error;
use sha2::{Digest as _, Sha256};
use tokio::{fs::File, io::AsyncWriteExt as _, task::spawn_blocking};

use crate::{
    http::{error::ApiError, multipart::Part},
    resources::applications::uploads::Uploads,
};

/// Bytes per row in the database.
pub(crate) const CHUNK: u64 = 256 * 1_024;

/// A CV that the rules accept.
pub(crate) struct Cv {
    /// The file's safe name.
    pub(crate) name: String,
    /// The file's type.
    pub(crate) kind: CvType,
    /// The file's size in bytes.
    pub(crate) size: u64,
    /// The content's SHA-256.
    pub(crate) hash: Vec<u8>,
    file: Arc<fs::File>,
}

impl Cv {
    /// Reads a chunk of the content. Returns `None` after the last.
    pub(crate) async fn chunk(&self, position: i32) -> Result<Option<Vec<u8>>, ApiError> {
        let start = u64::try_from(position).unwrap_or_default().saturating_mul(CHUNK);
        let length = self.size.saturating_sub(start).min(CHUNK);
        if length == 0 {
            return Ok(None);
        }
        let file = Arc::clone(&self.file);
        let read = spawn_blocking(move || bytes_of(&file, start, length));
        read.await.map_err(io::Error::from).flatten().map(Some).map_err(disk_failed)
    }
}

/// Receives a CV. Keeps nothing more of it once a rule has refused it. Returns the CV, or the error message.
pub(crate) async fn receive_cv(
    mut part: Part,
    uploads: &Uploads,
) -> Result<Result<Cv, &'static str>, ApiError> {
    let name = part.file_name()?;
    let (mut size, mut head, mut hash) = (0_u64, Vec::new(), Sha256::new());
    let mut file: Option<File> = None;
    while let Some(bytes) = part.chunk().await? {
        size = size.saturating_add(bytes.len().try_into().unwrap_or(u64::MAX));
        head.extend(bytes.iter().take(HEAD_LENGTH.saturating_sub(head.len())));
        if head.len() == HEAD_LENGTH && check(&name, size, &head).is_err() {
            file = None;
            continue;
        }
        hash.update(&bytes);
        let file = match &mut file {
            Some(file) => file,
            none => none.insert(new_file(uploads).await.map_err(disk_failed)?),
        };
        file.write_all(&bytes).await.map_err(disk_failed)?;
    }
    let kind = match check(&name, size, &head) {
        Ok(kind) => kind,
        Err(message) => return Ok(Err(message)),
    };
    let Some(mut file) = file else { return Ok(Err(RULES.cv.required)) };
    file.flush().await.map_err(disk_failed)?;
    let file = Arc::new(file.into_std().await);
    if kind == CvType::Docx {
        let _permit = uploads.long_work.permit().await?;
        let zip = Arc::clone(&file);
        let inspected = spawn_blocking(move || bytes_of(&zip, 0, size).map(|bytes| check_docx(&bytes)));
        if let Err(message) = inspected.await.map_err(io::Error::from).flatten().map_err(disk_failed)? {
            return Ok(Err(message));
        }
    }
    Ok(Ok(Cv { name: safe_file_name(&name, kind), kind, size, hash: hash.finalize().to_vec(), file }))
}

fn check(name: &str, size: u64, head: &[u8]) -> Result<CvType, &'static str> {
    RULES.cv.check(Some(Attachment { name, size, head }))
}

/// Creates an unnamed temporary file.
async fn new_file(uploads: &Uploads) -> io::Result<File> {
    let folder = uploads.folder.clone();
    Ok(File::from_std(spawn_blocking(move || tempfile::tempfile_in(folder)).await??))
}

/// Reads a part of a file.
fn bytes_of(file: &fs::File, start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
    file.read_exact_at(&mut bytes, start)?;
    Ok(bytes)
}

/// Returns 503: the folder for received files is full, or cannot be used.
fn disk_failed(error: io::Error) -> ApiError {
    ApiError::unavailable().caused_by(Error::new(error).context("an arriving CV could not be kept"))
}
