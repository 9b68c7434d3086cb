//! The built web pages, and the answers to forms posted without scripts.

mod answer;
mod content;
mod encoding;
mod file;
mod site;

#[cfg(test)]
mod tests;

use std::{borrow::Cow, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use percent_encoding::percent_decode_str;

pub(crate) use site::Pages;

use crate::http::error::ApiError;

/// The build names the files under /assets by their content.
const FOREVER: &str = "public, max-age=31536000, immutable";
const ASK_FIRST: &str = "no-cache";

/// Serves a file of the build, a page, the app's shell, or the page for what is not there.
pub(crate) async fn serve_page(State(pages): State<Arc<Pages>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = ApiError::of_status(StatusCode::METHOD_NOT_ALLOWED).into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let missing = || ApiError::of_status(StatusCode::NOT_FOUND).into_response();
    let path = decoded(request.uri().path());
    let headers = request.headers();
    if let Some(file) = pages.file(&path) {
        let caching = if path.starts_with("/assets/") { FOREVER } else { ASK_FIRST };
        return file.respond(headers, caching).await;
    }
    // What pages are made of is asked for by pages, not by a visitor.
    if path.starts_with("/assets/") {
        return missing();
    }
    if let Some(shell) = pages.shell(&path) {
        let mut response = shell.respond(headers, ASK_FIRST).await;
        let robots = HeaderName::from_static("x-robots-tag");
        response.headers_mut().insert(robots, HeaderValue::from_static("noindex"));
        return response;
    }
    match pages.not_found(&path) {
        Some(page) => page.respond_missing(headers, ASK_FIRST).await,
        None => missing(),
    }
}

/// The path as the router in the browser reads it: an escaped slash divides nothing, and what cannot be read stays.
fn decoded(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let segments = path.split('/').map(|segment| percent_decode_str(segment).decode_utf8());
    let segments = segments.map(|segment| segment.map(|segment| segment.replace('/', "%2F")));
    segments
        .collect::<Result<Vec<_>, _>>()
        .map_or(Cow::Borrowed(path), |segments| Cow::Owned(segments.join("/")))
}
