//! The files that `ServeDir` serves: listed at the start, small compressed copies in memory, the others on disk.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, SystemTime},
};

use axum::body::Bytes;
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tokio_util::either::Either;
use tower_http::services::fs::{Backend, File, Metadata};

/// Maximum bytes of a compressed copy that is kept in memory.
const MEMORY_LIMIT: u64 = 128 * 1_024;

/// The listed files by the path that `ServeDir` looks up.
#[derive(Clone)]
pub(super) struct BuiltFiles(Arc<HashMap<PathBuf, BuiltFile>>);

struct BuiltFile {
    path: PathBuf,
    modified: SystemTime,
    metadata: FileMetadata,
    bytes: Option<Bytes>,
}

/// Size of a file, and a time that is derived from its content. `ServeDir` makes the entity tag from both. The real time
/// would differ between instances, or be the same for all builds if deployments set it to a constant.
#[derive(Clone, Copy)]
pub(super) struct FileMetadata {
    size: u64,
    tag: SystemTime,
}

impl BuiltFiles {
    /// Lists the files of a folder with these names.
    pub(super) fn list_files(root: &Path, names: &[String]) -> io::Result<Self> {
        let read = |name: &String| Ok((Path::new(".").join(name), BuiltFile::read(root.join(name))?));
        Ok(Self(Arc::new(names.iter().map(read).collect::<io::Result<_>>()?)))
    }

    fn find(&self, path: &Path) -> io::Result<&BuiltFile> {
        self.0.get(path).ok_or(io::ErrorKind::NotFound.into())
    }
}

impl BuiltFile {
    fn read(path: PathBuf) -> io::Result<Self> {
        let (modified, bytes) = (fs::metadata(&path)?.modified()?, fs::read(&path)?);
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let metadata = FileMetadata { size, tag: FileMetadata::tag(&Sha256::digest(&bytes)) };
        let is_copy = path.extension().is_some_and(|suffix| suffix == "br" || suffix == "gz");
        let bytes = (is_copy && size <= MEMORY_LIMIT).then(|| bytes.into());
        Ok(Self { path, modified, metadata, bytes })
    }
}

impl FileMetadata {
    /// Converts a hash to a time before the year 9999, the last one of HTTP dates.
    fn tag(hash: &[u8]) -> SystemTime {
        let number = u64::from_be_bytes(*hash.first_chunk().unwrap_or(&[0; 8]));
        SystemTime::UNIX_EPOCH
            + Duration::from_secs(number >> 28)
            + Duration::from_nanos(number & 0x0fff_ffff)
    }
}

impl Metadata for FileMetadata {
    fn is_dir(&self) -> bool {
        false
    }

    fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.tag)
    }

    fn len(&self) -> u64 {
        self.size
    }
}

impl Backend for BuiltFiles {
    type File = OpenFile;
    type Metadata = FileMetadata;
    type OpenFuture = Pin<Box<dyn Future<Output = io::Result<OpenFile>> + Send>>;
    type MetadataFuture = std::future::Ready<io::Result<FileMetadata>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let files = self.clone();
        Box::pin(async move {
            let BuiltFile { path, modified, metadata, bytes } = files.find(&path)?;
            if let Some(bytes) = bytes {
                let content = Either::Left(io::Cursor::new(bytes.clone()));
                return Ok(OpenFile { content, metadata: *metadata });
            }
            let file = tokio::fs::File::open(path).await?;
            let now = file.metadata().await?;
            if now.len() != metadata.size || now.modified()? != *modified {
                return Err(io::ErrorKind::NotFound.into());
            }
            Ok(OpenFile { content: Either::Right(file), metadata: *metadata })
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        std::future::ready(self.find(&path).map(|file| file.metadata))
    }
}

/// File that is being sent.
pub(super) struct OpenFile {
    content: Either<io::Cursor<Bytes>, tokio::fs::File>,
    metadata: FileMetadata,
}

impl File for OpenFile {
    type Metadata = FileMetadata;
    type MetadataFuture<'a> = std::future::Ready<io::Result<FileMetadata>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        std::future::ready(Ok(self.metadata))
    }
}

impl AsyncRead for OpenFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.content).poll_read(context, buffer)
    }
}

impl AsyncSeek for OpenFile {
    fn start_seek(mut self: Pin<&mut Self>, position: io::SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.content).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.content).poll_complete(context)
    }
}
