//! Receives a CV: checks it as early as possible, and keeps it in an unnamed temporary file until the request ends.

use std::{fs, io, mem, os::unix::fs::FileExt as _, sync::Arc};

use agency_core::{
    application::RULES,
    attachment::{Attachment, CvType, HEAD_LENGTH, is_word_package, safe_file_name},
};
use sha2::{Digest as _, Sha256};
use tokio::{fs::File, io::AsyncWriteExt as _, task::spawn_blocking};
use zip::{
    read::{ArchiveOffset, Config},
    unstable::read::ZipIterable,
};

use crate::{http::error::ApiError, resources::applications::uploads::Uploads};

/// Bytes per row in the database.
pub(crate) const CHUNK: u64 = 256 * 1_024;

/// Maximum entries of a ZIP file that are read.
const MAX_ENTRIES: usize = 10_000;

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
        let length = usize::try_from(self.size.saturating_sub(start).min(CHUNK)).unwrap_or_default();
        if length == 0 {
            return Ok(None);
        }
        let file = Arc::clone(&self.file);
        let read = spawn_blocking(move || {
            let mut bytes = vec![0; length];
            file.read_exact_at(&mut bytes, start).map(|()| bytes)
        });
        read.await.map_err(io::Error::from).flatten().map(Some).map_err(|error| disk_failed(&error))
    }
}

/// CV that is being received.
pub(crate) struct ArrivingCv<'a> {
    uploads: &'a Uploads,
    name: String,
    size: u64,
    head: Vec<u8>,
    hash: Sha256,
    /// `None` before the first byte, and once a rule has refused the file.
    file: Option<File>,
}

impl<'a> ArrivingCv<'a> {
    /// Creates a CV with the name from the request.
    pub(crate) fn new(uploads: &'a Uploads, name: String) -> Self {
        Self { uploads, name, size: 0, head: Vec::new(), hash: Sha256::new(), file: None }
    }

    /// Appends the next bytes. Once a rule has refused the file, only counts them.
    pub(crate) async fn push(&mut self, bytes: &[u8]) -> Result<(), ApiError> {
        self.size = self.size.saturating_add(bytes.len().try_into().unwrap_or(u64::MAX));
        let missing = HEAD_LENGTH.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(missing));
        if self.head.len() == HEAD_LENGTH && self.check().is_err() {
            self.file = None;
            return Ok(());
        }
        self.keep(bytes).await.map_err(|error| disk_failed(&error))
    }

    /// Returns the CV, or the error message.
    pub(crate) async fn finish(mut self) -> Result<Result<Cv, &'static str>, ApiError> {
        let kind = match self.check() {
            Ok(kind) => kind,
            Err(message) => return Ok(Err(message)),
        };
        let Some(mut file) = self.file.take() else {
            return Ok(Err(RULES.cv.required));
        };
        file.flush().await.map_err(|error| disk_failed(&error))?;
        let file = Arc::new(file.into_std().await);
        if kind == CvType::Docx {
            let _turn = self.uploads.inspect().await?;
            let zip = Arc::clone(&file);
            if !spawn_blocking(move || is_word(&zip)).await.unwrap_or(false) {
                return Ok(Err(RULES.cv.wrong_type));
            }
        }
        Ok(Ok(Cv {
            name: safe_file_name(&self.name, kind),
            kind,
            size: self.size,
            hash: mem::take(&mut self.hash).finalize().to_vec(),
            file,
        }))
    }

    fn check(&self) -> Result<CvType, &'static str> {
        RULES.cv.check(Some(Attachment { name: &self.name, size: self.size, head: &self.head }))
    }

    async fn keep(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let folder = self.uploads.folder.clone();
                let file = spawn_blocking(move || tempfile::tempfile_in(folder)).await??;
                none.insert(File::from_std(file))
            }
        };
        file.write_all(bytes).await
    }
}

/// Returns whether a ZIP file holds a Word document. Reads only names, at most [`MAX_ENTRIES`], one at a time.
fn is_word(zip: &fs::File) -> bool {
    // Unlike an archive, the iterator keeps no entries in memory; a small file can have very many. The signature at the
    // start of the file belongs to the first entry.
    let config = Config { archive_offset: ArchiveOffset::Known(0) };
    let Ok(mut zip) = ZipIterable::try_new(io::BufReader::with_capacity(512, zip), config) else {
        return false;
    };
    let Ok(files) = zip.files() else {
        return false;
    };
    let names = files
        .take(MAX_ENTRIES)
        .map_while(Result::ok)
        .filter_map(|entry| String::from_utf8(entry.name_raw().to_vec()).ok())
        .collect::<Vec<_>>();
    is_word_package(names.iter().map(String::as_str))
}

/// Returns 503: the folder for received files is full, or cannot be used.
fn disk_failed(error: &io::Error) -> ApiError {
    tracing::error!(%error, "an arriving CV could not be kept");
    ApiError::unavailable()
}
