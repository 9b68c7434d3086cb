//! Log line and metrics of every request. They contain no path, no query and no personal data.

use std::sync::Arc;

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, StatusCode},
    middleware::Next,
    response::Response,
};
use tokio::time::Instant;
use tower_http::request_id::RequestId;
use tracing::{Instrument as _, Span, field::Empty};

use crate::{
    http::{
        client::{TrustedProxies, peer},
        error::ErrorSource,
    },
    monitoring::{
        metrics::{Metrics, method_label},
        telemetry::ACCESS,
    },
    storage::{self, Pool},
};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum bytes of a request id from a proxy.
const ID_LENGTH: usize = 128;

/// Removes the request id of a client. A trusted proxy may set one.
pub(crate) fn forget_foreign_id(mut request: Request, trusted: &TrustedProxies) -> Request {
    let is_trusted = peer(request.extensions()).is_some_and(|peer| trusted.contains(peer));
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
    let is_sane = |id: &HeaderValue| (1..=ID_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(plain);
    if !is_trusted || !request.headers().get(REQUEST_ID).is_some_and(is_sane) {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

/// Logs and counts the response to a request, with the error that caused it.
pub(crate) async fn observe(
    State((metrics, pool)): State<(Arc<Metrics>, Pool)>,
    matched: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let id = request.extensions().get::<RequestId>().cloned();
    let method = method_label(request.method());
    // The template of the route, never a path of the client.
    let matched = matched.as_ref().map(MatchedPath::as_str).filter(|route| !route.contains("{*"));
    let started = Instant::now();
    let span = tracing::info_span!(
        "request",
        id = id.as_ref().and_then(|id| id.header_value().to_str().ok()),
        method,
        route = matched,
        admin = Empty
    );
    metrics.in_flight.inc();
    let mut response = next.run(request).instrument(span.clone()).await;
    metrics.in_flight.dec();

    let status = response.status();
    // A wrong method is no endpoint: clients can send any to every path.
    let matched = matched.filter(|_| status != StatusCode::METHOD_NOT_ALLOWED);
    let route = matched.unwrap_or_else(|| {
        let is_page = status.is_success() || status == StatusCode::NOT_MODIFIED;
        let route = if is_page { "/{page}" } else { "unknown" };
        span.record("route", route);
        route
    });
    let took = started.elapsed();
    // The checks of load balancers would outnumber visitors.
    if !matches!(route, "/healthz" | "/readyz") {
        metrics.answered(method, route, status, took);
    }
    let source = response.extensions_mut().remove::<ErrorSource>();
    let failed = source.as_ref().map_or(status, |source| source.status);
    let error = source.map(|source| format!("{:#}", source.error));
    if let Some(error) = &error {
        storage::leave_read_only(&pool, error);
    }
    span.in_scope(|| {
        let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        if failed == StatusCode::INTERNAL_SERVER_ERROR {
            tracing::error!(status = status.as_u16(), microseconds, error, "answered");
        } else if failed.is_server_error() {
            tracing::warn!(status = status.as_u16(), microseconds, error, "answered");
        } else {
            tracing::info!(target: ACCESS, status = status.as_u16(), microseconds, "answered");
        }
    });
    response
}

/// Adds the id of the admin to the log lines of the request.
pub(crate) fn record_admin(admin_id: i64) {
    Span::current().record("admin", admin_id);
}

#[cfg(test)]
mod tests;
