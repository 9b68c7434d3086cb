//! The layers around the handlers, in their order.

use std::{any::Any, sync::Arc};

use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tower::ServiceBuilder;
use tower_http::{catch_panic::CatchPanicLayer, cors::CorsLayer};

use crate::{
    config::PublicUrl,
    http::{
        client::TrustedProxies,
        error::ApiError,
        host::require_host,
        observe::{Observer, observe},
        pace::{Pace, keep_pace},
        policy,
        request_share::{RequestShares, keep_share},
        run_to_end::Requests,
        stopping::Stopping,
    },
    monitoring::metrics::Metrics,
};

/// The largest JSON body: the longest message with every character escaped, and room for the rest.
const BODY_LIMIT: usize = 256 * 1_024;

/// How long a browser may remember what another origin may do.
const CORS_SECONDS: std::time::Duration = std::time::Duration::from_mins(10);

const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
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

/// Which rules the server judges by, so that a page learns that its own are others.
const RULES_VERSION: HeaderName = HeaderName::from_static("rules-version");

/// Two years, as browsers ask of those who mean it.
const STRICT_TRANSPORT: &str = "max-age=63072000; includeSubDomains";

/// What every answer passes, the outermost first: id, log line and numbers, errors of one shape, security headers and
/// no caching unless a handler says otherwise, one host, panics, time limits, a share of the requests; and, while the server is stopping, the end
/// of the connection.
pub(crate) fn for_all<S>(router: Router<S>, state: &S, pace: Pace) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<Metrics>: FromRef<S>,
    Option<Arc<PublicUrl>>: FromRef<S>,
    RequestShares: FromRef<S>,
    Requests: FromRef<S>,
    Stopping: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    let (requests, shares) = (Requests::from_ref(state), RequestShares::from_ref(state));
    let stopping = Stopping::from_ref(state);
    let headers = Arc::new(common_headers(Option::<Arc<PublicUrl>>::from_ref(state).as_deref()));
    let observer = Observer { metrics: FromRef::from_ref(state), trusted_proxies: FromRef::from_ref(state) };
    // As one layer: every layer of the router's own is boxed, and copied for every request.
    router.layer(
        ServiceBuilder::new()
            .map_response(move |response| end_connection(response, stopping.has_begun()))
            .layer(from_fn_with_state(observer, observe))
            .map_response(move |response| finish(response, &headers))
            .layer(from_fn(require_host))
            .layer(CatchPanicLayer::custom(answer_panic))
            .layer(from_fn(move |request, next| keep_pace(pace, requests.clone(), request, next)))
            .layer(from_fn(move |request, next| keep_share(shares.clone(), request, next))),
    )
}

/// What every answer carries unless its handler said otherwise.
fn common_headers(public_url: Option<&PublicUrl>) -> HeaderMap {
    let strict = public_url.is_some_and(PublicUrl::is_https);
    let strict = strict.then_some((header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
    let all = SECURITY_HEADERS.into_iter().chain([(header::CACHE_CONTROL, "no-store")]).chain(strict);
    all.map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
}

/// What answers of the API pass besides: a body limit, the version of the rules, and leave for other origins.
pub(crate) fn for_api<S>(router: Router<S>, origins: &[HeaderValue]) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let router = router.layer(
        ServiceBuilder::new().map_response(with_rules_version).layer(DefaultBodyLimit::max(BODY_LIMIT)),
    );
    if origins.is_empty() { router } else { router.layer(cors(origins)) }
}

fn with_rules_version<B>(mut response: axum::http::Response<B>) -> axum::http::Response<B> {
    response.headers_mut().insert(RULES_VERSION, HeaderValue::from_static(agency_core::VERSION));
    response
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
        .expose_headers([
            header::DATE,
            header::RETRY_AFTER,
            RULES_VERSION,
            HeaderName::from_static("x-request-id"),
        ])
        .max_age(CORS_SECONDS)
}

/// Makes an answer the last one on its connection while the server is stopping, so that no client's next request is under
/// way when idle connections are closed.
fn end_connection(mut response: Response, is_stopping: bool) -> Response {
    if is_stopping {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Gives an answer its shape and its headers.
fn finish(response: impl IntoResponse, common: &HeaderMap) -> Response {
    let mut response = ensure_json_errors(response.into_response());
    let headers = response.headers_mut();
    headers.reserve(common.len() + 1);
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let policy = policy::of(headers);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in common {
        // A file that a stranger sent, for one, may not be kept anywhere.
        headers.entry(name).or_insert_with(|| value.clone());
    }
    response
}

/// Gives the one shape to errors that no handler made, such as a wrong method.
fn ensure_json_errors(response: Response) -> Response {
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
