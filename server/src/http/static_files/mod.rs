//! The built site as static files, and responses to forms posted without scripts.

mod files;
mod form_response;
mod site;

#[cfg(test)]
mod tests;

use std::{borrow::Cow, io::ErrorKind, sync::Arc};

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header, request::Parts},
    response::{IntoResponse as _, Response},
};
use percent_encoding::percent_decode_str;

pub(crate) use site::StaticFiles;

use crate::http::{error::ApiError, policy};

/// For files under `/assets/`, which have a hash of their content in their names.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// Serves a page or file of the build, the shell of the dashboard, or the page for unknown addresses.
pub(crate) async fn serve_static(State(site): State<Arc<StaticFiles>>, request: Request) -> Response {
    let request = request.into_parts().0;
    if !matches!(request.method, Method::GET | Method::HEAD) {
        let mut response = ApiError::of_status(StatusCode::METHOD_NOT_ALLOWED).into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let path = decode_path(request.uri.path());
    let is_asset = path.starts_with("/assets/");
    if let Some(file) = site.file(&path) {
        let caching = if is_asset { IMMUTABLE } else { REVALIDATE };
        return site.serve(file, &request, caching).await;
    }
    // Only pages request assets.
    if !is_asset && let Some(shell) = site.shell(&path) {
        let mut response = site.serve(shell, &request, REVALIDATE).await;
        let robots = HeaderName::from_static("x-robots-tag");
        let headers = response.headers_mut();
        headers.insert(robots, HeaderValue::from_static("noindex"));
        headers.insert(header::CONTENT_SECURITY_POLICY, policy::SHELL);
        return response;
    }
    match site.not_found(&path).filter(|_| !is_asset) {
        Some(page) => site.serve_not_found(page, request).await,
        None => ApiError::of_status(StatusCode::NOT_FOUND).into_response(),
    }
}

impl StaticFiles {
    /// Responds with a file, or 304 when the client has it.
    async fn serve(&self, file: &Uri, request: &Parts, caching: HeaderValue) -> Response {
        let mut inner = Request::new(Body::empty());
        inner.method_mut().clone_from(&request.method);
        inner.uri_mut().clone_from(file);
        for name in [header::ACCEPT_ENCODING, header::IF_NONE_MATCH] {
            for value in request.headers.get_all(&name) {
                inner.headers_mut().append(name.clone(), value.clone());
            }
        }
        let response = match self.files.clone().try_call(inner).await {
            Ok(response) => response,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                tracing::warn!("a file of the site is gone or has changed since the start");
                return ApiError::of_status(StatusCode::NOT_FOUND).into_response();
            }
            Err(error) => {
                tracing::error!(%error, "a file of the site cannot be read");
                return ApiError::unavailable().into_response();
            }
        };
        let mut response = response.map(Body::new);
        let headers = response.headers_mut();
        name_charset(headers);
        headers.remove(header::LAST_MODIFIED);
        headers.remove(header::ACCEPT_RANGES);
        headers.insert(header::CACHE_CONTROL, caching);
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    /// Responds with a page and 404, which is never 304.
    async fn serve_not_found(&self, page: &Uri, mut request: Parts) -> Response {
        request.headers.remove(header::IF_NONE_MATCH);
        let mut response = self.serve(page, &request, REVALIDATE).await;
        if response.status() == StatusCode::OK {
            *response.status_mut() = StatusCode::NOT_FOUND;
            response.headers_mut().remove(header::ETAG);
        }
        response
    }
}

/// Adds `charset=utf-8` to text types.
fn name_charset(headers: &mut HeaderMap) {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_text = |name: &&str| name.starts_with("text/") || name.ends_with("json") || name.ends_with("xml");
    let named =
        media_type.filter(is_text).map(|name| HeaderValue::try_from(format!("{name}; charset=utf-8")));
    if let Some(Ok(named)) = named {
        headers.insert(header::CONTENT_TYPE, named);
    }
}

/// Decodes the path like the router in the browser: an escaped slash is no separator, and a malformed escape stays.
fn decode_path(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let segments = path.split('/').map(|segment| percent_decode_str(segment).decode_utf8());
    let segments = segments.map(|segment| segment.map(|segment| segment.replace('/', "%2F")));
    segments
        .collect::<Result<Vec<_>, _>>()
        .map_or(Cow::Borrowed(path), |segments| Cow::Owned(segments.join("/")))
}
