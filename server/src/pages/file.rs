//! A built file with its encodings, and how it is answered.

use std::{io, path::Path};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use sha2::{Digest as _, Sha256};

use crate::{
    pages::encoding::{Encoding, preferred},
    slug::hex,
};

/// A file of the build.
pub(super) struct BuiltFile {
    media_type: HeaderValue,
    identity: Representation,
    brotli: Option<Representation>,
    gzip: Option<Representation>,
}

/// One encoding's bytes and the tag that only they have.
struct Representation {
    bytes: Bytes,
    tag: HeaderValue,
}

impl BuiltFile {
    /// Reads a file and the compressed copies beside it.
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        let copy = |suffix: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            match std::fs::read(name) {
                Ok(bytes) => Representation::new(bytes).map(Some),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            }
        };
        Ok(Self {
            media_type: media_type(path),
            identity: Representation::new(std::fs::read(path)?)?,
            brotli: copy(".br")?,
            gzip: copy(".gz")?,
        })
    }

    /// The uncompressed text.
    pub(super) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.identity.bytes).ok()
    }

    /// The file, or 304 when the client has it.
    pub(super) fn respond(&self, headers: &HeaderMap, caching: &'static str) -> Response {
        let (encoding, chosen) = self.choose(headers);
        let mut response = if has(headers, &chosen.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.whole(encoding, chosen)
        };
        response.headers_mut().insert(header::ETAG, chosen.tag.clone());
        with_caching(response, caching)
    }

    /// The file as a 404, which is never "not modified".
    pub(super) fn respond_missing(&self, headers: &HeaderMap, caching: &'static str) -> Response {
        let (encoding, chosen) = self.choose(headers);
        let mut response = self.whole(encoding, chosen);
        *response.status_mut() = StatusCode::NOT_FOUND;
        with_caching(response, caching)
    }

    fn choose(&self, headers: &HeaderMap) -> (Encoding, &Representation) {
        let encoding = preferred(headers, |encoding| self.representation(encoding).is_some());
        (encoding, self.representation(encoding).unwrap_or(&self.identity))
    }

    const fn representation(&self, encoding: Encoding) -> Option<&Representation> {
        match encoding {
            Encoding::Brotli => self.brotli.as_ref(),
            Encoding::Gzip => self.gzip.as_ref(),
            Encoding::Identity => Some(&self.identity),
        }
    }

    fn whole(&self, encoding: Encoding, chosen: &Representation) -> Response {
        let mut response = Response::new(Body::from(chosen.bytes.clone()));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.media_type.clone());
        if encoding != Encoding::Identity {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        response
    }
}

impl Representation {
    fn new(bytes: Vec<u8>) -> io::Result<Self> {
        let digest = Sha256::digest(&bytes);
        let tag = format!("\"{}\"", hex(digest.first_chunk::<16>().unwrap_or(&[0; 16])));
        let tag = HeaderValue::try_from(tag).map_err(io::Error::other)?;
        Ok(Self { bytes: bytes.into(), tag })
    }
}

/// The type by the file's name; texts say that they are UTF-8.
fn media_type(path: &Path) -> HeaderValue {
    let media_type = mime_guess::from_path(path).first_raw().unwrap_or("application/octet-stream");
    let text = media_type.starts_with("text/") || media_type.ends_with("json") || media_type.ends_with("xml");
    let named = if text { format!("{media_type}; charset=utf-8") } else { media_type.to_owned() };
    HeaderValue::try_from(named).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

/// Whether `If-None-Match` names the tag. For this question a weak tag counts like a strong one.
fn has(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut known = known.flat_map(|value| value.split(',')).map(str::trim);
    known.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known).as_bytes() == tag.as_bytes())
}

fn with_caching(mut response: Response, caching: &'static str) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}
