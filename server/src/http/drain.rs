//! Reads what a handler leaves of a body.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{HeaderMap, header},
    middleware::Next,
    response::Response,
};
use http_body::Frame;
use http_body_util::{BodyExt as _, Limited};
use tokio::time::timeout;

use crate::http::{multipart::BODY_LIMIT, permit::Handling};

/// Maximum bytes that are read after a handler.
const MAX_REST: usize = 1_024 * 1_024;

/// Maximum time for reading them.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Reads a small rest of a body before its response is sent.
///
/// A client that still sends when the server closes the connection loses the response, and its proxy the connection.
pub(crate) async fn drain_body(request: Request, next: Next) -> Response {
    if !is_worth_reading(request.headers()) {
        return next.run(request).await;
    }
    let handling = request.extensions().get::<Handling>().cloned();
    let mut shared = None;
    let request = request.map(|body| {
        let body = shared.insert(SharedBody(Arc::new(Mutex::new(body))));
        Body::new(body.clone())
    });
    let response = next.run(request).await;
    if let Some(rest) = shared {
        if let Some(handling) = handling {
            handling.pause();
        }
        let mut rest = Limited::new(rest, MAX_REST);
        let _ = timeout(TIME_LIMIT, async { while let Some(Ok(_)) = rest.frame().await {} }).await;
    }
    response
}

/// Returns whether a body has an acceptable size, and its client does not wait for a permission to send it.
fn is_worth_reading(headers: &HeaderMap) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    !headers.contains_key(header::EXPECT) && length.is_none_or(|length: u64| length <= BODY_LIMIT)
}

/// Body that the handler and [`drain_body`] read.
#[derive(Clone)]
struct SharedBody(Arc<Mutex<Body>>);

impl SharedBody {
    fn body(&self) -> MutexGuard<'_, Body> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpBody for SharedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut *self.body()).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body().is_end_stream()
    }
}
