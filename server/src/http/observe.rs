//! Request id, log line and metrics of every request. They contain no path, no query and no personal data.

use std::sync::Arc;

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, StatusCode},
    middleware::Next,
    response::Response,
};
use tokio::time::Instant;
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
    storage::slug,
};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum bytes of a request id from a proxy.
const ID_LENGTH: usize = 128;

/// Gives the request an id, then logs and counts its response, with the error that caused it.
pub(crate) async fn observe(
    State((metrics, trusted_proxies)): State<(Arc<Metrics>, TrustedProxies)>,
    matched: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let id = request_id(&trusted_proxies, &request);
    let method = method_label(request.method());
    // The template of the route, never a path of the client.
    let matched = matched.as_ref().map(MatchedPath::as_str).filter(|route| !route.contains("{*"));
    let started = Instant::now();
    let span = tracing::info_span!(
        "request",
        id = id.to_str().unwrap_or_default(),
        method,
        route = matched,
        admin = Empty
    );
    metrics.in_flight.inc();
    // Also when the client disconnects.
    let in_flight = scopeguard::guard(&metrics.in_flight, |gauge| {
        gauge.dec();
    });
    let mut response = next.run(request).instrument(span.clone()).await;
    drop(in_flight);

    let status = response.status();
    let route = matched.unwrap_or_else(|| {
        let is_page = status.is_success() || status == StatusCode::NOT_MODIFIED;
        let route = if is_page { "/{page}" } else { "unknown" };
        span.record("route", route);
        route
    });
    let took = started.elapsed();
    metrics.answered(method, route, status, took);
    let error = response.extensions_mut().remove::<ErrorSource>().map(|source| format!("{:#}", source.0));
    span.in_scope(|| {
        let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            tracing::error!(status = status.as_u16(), microseconds, error, "answered");
        } else if status.is_server_error() {
            tracing::warn!(status = status.as_u16(), microseconds, error, "answered");
        } else {
            tracing::info!(target: ACCESS, status = status.as_u16(), microseconds, "answered");
        }
    });
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// Adds the id of the admin to the log lines of the request.
pub(crate) fn record_admin(admin_id: i64) {
    Span::current().record("admin", admin_id);
}

/// Returns the request id of a trusted proxy, or a new one.
fn request_id(trusted: &TrustedProxies, request: &Request) -> HeaderValue {
    let is_trusted = peer(request.extensions()).is_some_and(|peer| trusted.contains(peer));
    let sane = |id: &&HeaderValue| {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
        (1..=ID_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(plain)
    };
    let given = request.headers().get(REQUEST_ID).filter(|_| is_trusted).filter(sane).cloned();
    given.unwrap_or_else(|| {
        HeaderValue::try_from(slug::random()).unwrap_or(HeaderValue::from_static("unnamed"))
    })
}

#[cfg(test)]
mod tests;
