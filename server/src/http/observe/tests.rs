//! The log line of a response.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use anyhow::anyhow;
use axum::{
    Router,
    body::Body,
    extract::Request,
    http::StatusCode,
    middleware::from_fn_with_state,
    response::{IntoResponse as _, Response},
    routing::get,
};
use diesel::result::Error::NotFound;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::observe;
use crate::{http::error::ApiError, monitoring::metrics::Metrics, testing::database::unused_pool};

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a response to several records, of which one failed.
fn several(failed: ApiError) -> Response {
    let mut response = StatusCode::OK.into_response();
    response.extensions_mut().extend(failed.into_response().extensions().clone());
    response
}

/// Returns level and fields of each line that a request logs.
async fn logged(path: &str) -> Vec<(String, Value)> {
    let lines = Lines::default();
    let written = lines.clone();
    let subscriber = tracing_subscriber::fmt().json().with_writer(move || written.clone()).finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let metrics = Arc::<Metrics>::default();
    let internal = async || Err::<(), _>(ApiError::internal(anyhow!("is full").context("the disk")));
    let router = Router::new()
        .route("/internal", get(internal))
        .route("/query", get(async || Err::<(), ApiError>(NotFound.into())))
        .route("/unavailable", get(async || Err::<(), _>(ApiError::unavailable().caused_by(anyhow!("gone")))))
        .route("/several", get(async || several(ApiError::internal(anyhow!("of one record")))))
        .route("/overloaded", get(async || ApiError::unavailable()))
        .layer(from_fn_with_state((metrics, unused_pool()), observe));
    let request = Request::builder().uri(path).body(Body::empty()).unwrap();
    router.oneshot(request).await.unwrap();
    drop(guard);
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["fields"].as_object_mut().unwrap().remove("microseconds");
        (line["level"].as_str().unwrap().to_owned(), line["fields"].take())
    };
    text.lines().map(line).collect()
}

#[tokio::test]
async fn logs_error_once_with_its_sources() {
    for (path, level, status, error) in [
        ("/internal", "ERROR", 500, Some("the disk: is full")),
        ("/query", "ERROR", 500, Some("Record not found")),
        ("/unavailable", "WARN", 503, Some("gone")),
        ("/overloaded", "WARN", 503, None),
        ("/several", "ERROR", 200, Some("of one record")),
    ] {
        let mut fields = json!({"message": "answered", "status": status});
        if let Some(error) = error {
            fields["error"] = error.into();
        }
        assert_eq!(logged(path).await, [(level.to_owned(), fields)], "{path}");
    }
}
