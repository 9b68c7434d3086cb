//! The built web pages.

use std::path::{Path, PathBuf};

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use serde::Deserialize;
use tower::ServiceExt as _;
use tower_http::services::{ServeDir, ServeFile};

use crate::{error::ApiError, state::AppState};

/// Where the page of refusals takes its sentences, which never hold markup.
const MESSAGE_ITEM: &str = "<li>{{message}}</li>";

/// Where the pages are, and which paths the app answers in the browser.
pub(crate) struct Pages {
    root: PathBuf,
    routes: Routes,
}

/// `routes.json`, which the web build writes from its one list of routes.
#[derive(Default, Deserialize)]
struct Routes {
    /// Paths that get the empty shell; `*` at the end stands for any rest.
    shell: Vec<String>,
}

impl Pages {
    /// The pages of a folder. Without a build in it every page is a 404.
    pub(crate) fn open(root: PathBuf) -> Self {
        let routes = std::fs::read(root.join("routes.json"))
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_else(|| {
                tracing::warn!(folder = %root.display(), "no web build: only the API is served");
                Routes::default()
            });
        Self { root, routes }
    }

    fn is_shell(&self, path: &str) -> bool {
        self.routes.shell.iter().any(|route| match route.strip_suffix('*') {
            Some(prefix) => path.starts_with(prefix),
            None => path == route,
        })
    }

    /// The page of a path, when it was built ahead.
    fn prerendered(&self, path: &str) -> Option<PathBuf> {
        let plain = path
            .split('/')
            .all(|segment| segment.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')));
        let page = self.root.join(path.trim_start_matches('/')).join("index.html");
        (plain && page.is_file()).then_some(page)
    }

    /// The page that answers a form posted without scripts: the thanks, or the sentences that refuse it. None when
    /// the build has no such page.
    pub(crate) async fn answer(&self, thanks: &str, refused: Option<&ApiError>) -> Option<Response> {
        let (name, status, sentences) = match refused {
            None => (thanks, StatusCode::CREATED, Vec::new()),
            Some(error) => ("refused.html", error.status(), error.sentences()),
        };
        let page = tokio::fs::read_to_string(self.root.join("answers").join(name)).await.ok()?;
        let items = sentences.iter().map(|sentence| MESSAGE_ITEM.replace("{{message}}", sentence));
        let page = page.replace(MESSAGE_ITEM, &items.collect::<String>());
        Some((status, Html(page)).into_response())
    }
}

/// Serves a file of the build, a page, the app's shell, or the page for what is not there.
pub(crate) async fn serve_page(State(state): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = ApiError::of_status(StatusCode::METHOD_NOT_ALLOWED).into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let pages = &state.pages;
    let path = request.uri().path().to_owned();
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return serve_asset(&pages.root, &path, request).await;
    }
    if let Some(page) = pages.prerendered(&path) {
        return serve_html(&page, StatusCode::OK, request).await;
    }
    if pages.is_shell(&path) {
        return serve_html(&pages.root.join("shell.html"), StatusCode::OK, request).await;
    }
    serve_html(&pages.root.join("404.html"), StatusCode::NOT_FOUND, request).await
}

async fn serve_asset(root: &Path, path: &str, request: Request) -> Response {
    let files =
        ServeDir::new(root).append_index_html_on_directories(false).precompressed_br().precompressed_gzip();
    let mut response = never_failing(files.oneshot(request).await);
    if response.status() == StatusCode::NOT_FOUND {
        return ApiError::of_status(StatusCode::NOT_FOUND).into_response();
    }
    // The build names the files under /assets by their content.
    let caching =
        if path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    add_caching(&mut response, caching);
    response
}

async fn serve_html(file: &Path, status: StatusCode, mut request: Request) -> Response {
    if status != StatusCode::OK {
        // A page that says "not found" is never "not modified".
        request.headers_mut().remove(header::IF_MODIFIED_SINCE);
    }
    let page = ServeFile::new(file).precompressed_br().precompressed_gzip();
    let mut response = never_failing(page.oneshot(request).await);
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    add_caching(&mut response, "no-cache");
    response
}

fn never_failing<B>(served: Result<Response<B>, std::convert::Infallible>) -> Response
where
    B: axum::body::HttpBody<Data = axum::body::Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    match served {
        Ok(response) => response.map(Body::new),
        Err(never) => match never {},
    }
}

fn add_caching(response: &mut Response, caching: &'static str) {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
}
