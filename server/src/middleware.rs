//! The layers around the handlers, in their order.

use std::{any::Any, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, Request, StatusCode, header},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use tower::ServiceBuilder;
use tower_http::{
    catch_panic::CatchPanicLayer,
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, RequestId, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    timeout::TimeoutLayer,
    trace::{DefaultOnResponse, TraceLayer},
};
use tracing::Level;

use crate::{error::ApiError, state::AppState};

/// The largest JSON body: the longest message with every character escaped, and room for the rest.
const BODY_LIMIT: usize = 256 * 1_024;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
     object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// What every answer passes, the outermost first: request id, log line, security headers, panics, time limit.
pub(crate) fn for_all(router: Router<AppState>) -> Router<AppState> {
    let secured = SECURITY_HEADERS.into_iter().fold(
        router.layer(
            ServiceBuilder::new()
                .layer(CatchPanicLayer::custom(answer_panic))
                .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_TIMEOUT)),
        ),
        |router, (name, value)| {
            // A file that a stranger sent has a stricter policy of its own.
            router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
        },
    );
    secured.layer(
        ServiceBuilder::new()
            .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
            .layer(
                TraceLayer::new_for_http()
                    .make_span_with(request_span)
                    .on_response(DefaultOnResponse::new().level(Level::INFO)),
            )
            .layer(PropagateRequestIdLayer::new(REQUEST_ID)),
    )
}

/// What answers of the API pass besides: a body limit, no caching, and errors of one shape.
pub(crate) fn for_api(router: Router<AppState>) -> Router<AppState> {
    router
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ))
        .layer(from_fn(ensure_json_errors))
}

/// The path is logged without its query, and nothing of the body or the headers.
fn request_span(request: &Request<Body>) -> tracing::Span {
    let id = request.extensions().get::<RequestId>().and_then(|id| id.header_value().to_str().ok());
    tracing::info_span!("request", id, method = %request.method(), path = request.uri().path())
}

/// Gives the one shape to errors that no handler made, such as a wrong method.
async fn ensure_json_errors(request: Request<Body>, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    // What the framework answers by itself is plain text, or nothing.
    let is_ours = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| !value.as_bytes().starts_with(b"text/plain"));
    if is_ours || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let mut shaped = ApiError::of_status(status).into_response();
    if let Some(allow) = response.headers().get(header::ALLOW) {
        shaped.headers_mut().insert(header::ALLOW, allow.clone());
    }
    shaped
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn answer_panic(panic: Box<dyn Any + Send + 'static>) -> Response {
    let cause = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    tracing::error!(cause, "a handler panicked");
    ApiError::internal().into_response()
}
