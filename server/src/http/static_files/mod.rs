//! The built site as static files, and responses to forms posted without scripts.
//!
//! tower-http's `ServeFile` sends each file. Its `ServeDir` would redirect pages to a path with a slash, serve files that are
//! meant for the server, and have one page for all unknown paths.

mod site;

#[cfg(test)]
mod tests;

use std::{borrow::Cow, io::ErrorKind, sync::Arc};

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, StatusCode, header, request::Parts},
    response::{Html, IntoResponse as _, Redirect, Response},
};
use percent_encoding::percent_decode_str;
use tower_http::services::ServeFile;

pub(crate) use site::StaticFiles;

use crate::http::{error::ApiError, etag::is_known, policy};

/// For files under `/assets/`, which have a hash of their content in their names.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";

/// Item of the page for rejected forms that is repeated for each message. Messages contain no markup.
const MESSAGE_ITEM: &str = "<li>{{message}}</li>";

/// Serves a page or file of the build, the shell of the dashboard, or the page for unknown addresses.
pub(crate) async fn serve_static(State(site): State<Arc<StaticFiles>>, request: Request) -> Response {
    let mut request = request.into_parts().0;
    let path = decode_path(request.uri.path());
    let is_asset = path.starts_with("/assets/");
    if let Some(file) = site.files.get(&path) {
        let caching = if is_asset { IMMUTABLE } else { REVALIDATE };
        return site.serve(file, &request, caching).await;
    }
    // Only pages request assets.
    if !is_asset && let Some(shell) = site.shell_route(&path).and(site.shell.as_ref()) {
        let robots = (HeaderName::from_static("x-robots-tag"), "noindex".to_owned());
        let headers = [robots, (header::CONTENT_SECURITY_POLICY, policy::shell())];
        return (headers, site.serve(shell, &request, REVALIDATE).await).into_response();
    }
    let Some(page) = site.not_found(&path).filter(|_| !is_asset) else {
        return ApiError::of_status(StatusCode::NOT_FOUND).into_response();
    };
    // Never 304.
    request.headers.remove(header::IF_NONE_MATCH);
    let mut response = site.serve(page, &request, REVALIDATE).await;
    if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
        response.headers_mut().remove(header::ETAG);
    }
    response
}

impl StaticFiles {
    /// Returns the canonical path of the public page at an address, which may have a query.
    pub(crate) fn canonical_page(&self, address: &str) -> Option<&str> {
        let path = decode_path(address.split(['?', '#']).next()?);
        let trimmed = path.trim_end_matches('/');
        self.page(if path.starts_with('/') && trimmed.is_empty() { "/" } else { trimmed })
    }

    /// Responds with a file, or 304 when the client has it.
    async fn serve(&self, file: &ServeFile, request: &Parts, caching: &str) -> Response {
        // Without the headers for ranges and times.
        let mut inner = Request::new(Body::empty());
        inner.method_mut().clone_from(&request.method);
        for value in request.headers.get_all(header::ACCEPT_ENCODING) {
            inner.headers_mut().append(header::ACCEPT_ENCODING, value.clone());
        }
        let mut response = match file.clone().try_call(inner).await {
            Ok(response) => response.map(Body::new),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                tracing::warn!("a file of the site is gone");
                return ApiError::of_status(StatusCode::NOT_FOUND).into_response();
            }
            Err(error) => {
                tracing::error!(%error, "a file of the site cannot be read");
                return ApiError::unavailable().into_response();
            }
        };
        let headers = response.headers_mut();
        name_charset(headers);
        headers.remove(header::LAST_MODIFIED);
        headers.remove(header::ACCEPT_RANGES);
        let coding = headers.get(header::CONTENT_ENCODING).and_then(|coding| coding.to_str().ok());
        let tag = format!("\"{}-{}\"", self.build, coding.unwrap_or("identity"));
        let is_known = is_known(&request.headers, &tag);
        let headers =
            [(header::ETAG, &*tag), (header::CACHE_CONTROL, caching), (header::VARY, "accept-encoding")];
        if is_known {
            (StatusCode::NOT_MODIFIED, headers).into_response()
        } else {
            (headers, response).into_response()
        }
    }

    /// Responds to a form posted without scripts: redirects to the thanks page, so that a reload does not post again, or
    /// responds with a page of errors. Returns `None` if the build has no such page.
    pub(crate) fn form_response(&self, thanks: &str, refused: Option<&ApiError>) -> Option<Response> {
        let Some(error) = refused else {
            return self.files.get(thanks).map(|_| Redirect::to(thanks).into_response());
        };
        let items =
            error.sentences().into_iter().map(|sentence| MESSAGE_ITEM.replace("{{message}}", sentence));
        let page = self.refusal.as_ref()?.replace(MESSAGE_ITEM, &items.collect::<String>());
        Some(error.respond(Html(page)))
    }
}

/// Adds `charset=utf-8` to text types.
fn name_charset(headers: &mut HeaderMap) {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_text = |name: &&str| name.starts_with("text/") || name.ends_with("json") || name.ends_with("xml");
    let named = media_type.filter(is_text).map(|name| format!("{name}; charset=utf-8").try_into());
    if let Some(Ok(named)) = named {
        headers.insert(header::CONTENT_TYPE, named);
    }
}

/// Decodes the path like the router in the browser: an escaped slash is no separator, and a malformed escape stays.
fn decode_path(path: &str) -> String {
    let kept = path.replace("%2F", "%252F").replace("%2f", "%252F");
    percent_decode_str(&kept).decode_utf8().map_or_else(|_| path.to_owned(), Cow::into_owned)
}
