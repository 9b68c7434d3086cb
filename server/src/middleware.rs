//! The layers around the handlers, in their order.

use std::any::Any;

use axum::{
    Router,
    body::Body,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, Method, Request, header},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tower_http::{catch_panic::CatchPanicLayer, cors::CorsLayer, set_header::SetResponseHeaderLayer};

use crate::{
    config::PublicUrl,
    error::ApiError,
    observe::observe,
    pace::{Pace, keep_pace},
    state::AppState,
};

/// The largest JSON body: the longest message with every character escaped, and room for the rest.
const BODY_LIMIT: usize = 256 * 1_024;

/// How long a browser may remember what another origin may do.
const CORS_SECONDS: std::time::Duration = std::time::Duration::from_mins(10);

const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
     object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

const SECURITY_HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Two years, as browsers ask of those who mean it.
const STRICT_TRANSPORT: &str = "max-age=63072000; includeSubDomains";

/// What every answer passes, the outermost first: id, log line and numbers, security headers, no caching unless a
/// handler says otherwise, errors of one shape, panics, time limits.
pub(crate) fn for_all(router: Router<AppState>, state: &AppState, pace: Pace) -> Router<AppState> {
    let router = router
        .layer(from_fn(move |request, next| keep_pace(pace, request, next)))
        .layer(CatchPanicLayer::custom(answer_panic))
        .layer(from_fn(ensure_json_errors))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ));
    let secured = SECURITY_HEADERS.into_iter().fold(router, |router, (name, value)| {
        // A file that a stranger sent has a stricter policy of its own.
        router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
    });
    let by_https = state.public_url.as_deref().is_some_and(PublicUrl::is_https);
    let strict = by_https.then_some(HeaderValue::from_static(STRICT_TRANSPORT));
    secured
        .layer(SetResponseHeaderLayer::overriding(header::STRICT_TRANSPORT_SECURITY, strict))
        .layer(from_fn_with_state(state.clone(), observe))
}

/// What answers of the API pass besides: a body limit, and leave for other origins.
pub(crate) fn for_api(router: Router<AppState>, origins: &[HeaderValue]) -> Router<AppState> {
    let router = router.layer(DefaultBodyLimit::max(BODY_LIMIT));
    if origins.is_empty() { router } else { router.layer(cors(origins)) }
}

/// Pages of other origins may call the API with a token, never with what a browser adds by itself.
fn cors(origins: &[HeaderValue]) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(origins.to_vec())
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("idempotency-key"),
        ])
        .expose_headers([header::DATE, header::RETRY_AFTER, HeaderName::from_static("x-request-id")])
        .max_age(CORS_SECONDS)
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
