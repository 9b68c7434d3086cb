//! A built file with its encodings, and how it is answered.

use std::{io, path::Path};

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

use crate::{
    http::error::ApiError,
    pages::{
        content::Content,
        encoding::{Encoding, preferred},
    },
};

/// A file of the build.
pub(super) struct BuiltFile {
    media_type: HeaderValue,
    identity: Content,
    brotli: Option<Content>,
    gzip: Option<Content>,
}

impl BuiltFile {
    /// Looks at a file and the compressed copies beside it.
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        let copy = |suffix: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            match Content::compressed(Path::new(&name)) {
                Ok(content) => Ok(Some(content)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            }
        };
        Ok(Self {
            media_type: media_type(path),
            identity: Content::on_disk(path)?,
            brotli: copy(".br")?,
            gzip: copy(".gz")?,
        })
    }

    /// The file, or 304 when the client has it.
    pub(super) async fn respond(&self, headers: &HeaderMap, caching: &'static str) -> Response {
        let (encoding, chosen) = self.choose(headers);
        let mut response = if has(headers, &chosen.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            match self.whole(encoding, chosen).await {
                Ok(response) => response,
                Err(error) => return unreadable(&error),
            }
        };
        response.headers_mut().insert(header::ETAG, chosen.tag.clone());
        with_caching(response, caching)
    }

    /// The file as a 404, which is never "not modified".
    pub(super) async fn respond_missing(&self, headers: &HeaderMap, caching: &'static str) -> Response {
        let (encoding, chosen) = self.choose(headers);
        let mut response = match self.whole(encoding, chosen).await {
            Ok(response) => response,
            Err(error) => return unreadable(&error),
        };
        *response.status_mut() = StatusCode::NOT_FOUND;
        with_caching(response, caching)
    }

    fn choose(&self, headers: &HeaderMap) -> (Encoding, &Content) {
        let encoding = preferred(headers, |encoding| self.content(encoding).is_some());
        (encoding, self.content(encoding).unwrap_or(&self.identity))
    }

    const fn content(&self, encoding: Encoding) -> Option<&Content> {
        match encoding {
            Encoding::Brotli => self.brotli.as_ref(),
            Encoding::Gzip => self.gzip.as_ref(),
            Encoding::Identity => Some(&self.identity),
        }
    }

    async fn whole(&self, encoding: Encoding, chosen: &Content) -> io::Result<Response> {
        let mut response = Response::new(chosen.body().await?);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.media_type.clone());
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(chosen.size));
        if encoding != Encoding::Identity {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        Ok(response)
    }
}

/// 404 when the file went away or changed after the start, 503 when the disk or the process is at its limit.
fn unreadable(error: &io::Error) -> Response {
    if error.kind() == io::ErrorKind::NotFound {
        tracing::warn!("a file of the site is gone or has changed since the start");
        return ApiError::of_status(StatusCode::NOT_FOUND).into_response();
    }
    tracing::error!(%error, "a file of the site cannot be read");
    ApiError::unavailable().into_response()
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
