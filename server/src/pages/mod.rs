//! The built web pages, and the answers to forms posted without scripts.

mod answer;
mod content;
mod encoding;
mod file;
mod site;

#[cfg(test)]
mod tests;

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use percent_encoding::percent_decode_str;

pub(crate) use site::Pages;

use crate::{error::ApiError, state::AppState};

/// The build names the files under /assets by their content.
const FOREVER: &str = "public, max-age=31536000, immutable";
const ASK_FIRST: &str = "no-cache";

/// Serves a file of the build, a page, the app's shell, or the page for what is not there.
pub(crate) async fn serve_page(State(state): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = ApiError::of_status(StatusCode::METHOD_NOT_ALLOWED).into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let missing = || ApiError::of_status(StatusCode::NOT_FOUND).into_response();
    let Ok(path) = percent_decode_str(request.uri().path()).decode_utf8() else {
        return missing();
    };
    let (pages, headers) = (&state.pages, request.headers());
    if let Some(file) = pages.file(&path) {
        let caching = if path.starts_with("/assets/") { FOREVER } else { ASK_FIRST };
        return file.respond(headers, caching).await;
    }
    // A script or a picture that is not there is no page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) || path.starts_with("/assets/") {
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
