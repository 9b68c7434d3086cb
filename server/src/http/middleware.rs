//! The layers around the handlers, in their order.

use std::{any::Any, sync::Arc};

use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use crate::{
    config::PublicUrl,
    http::{
        client::TrustedProxies,
        client_limit::{ClientLimit, limit_client},
        error::ApiError,
        host::require_host,
        observe::{Observer, observe},
        policy,
        serving::{
            requests::Requests,
            timeouts::{RequestTimeouts, limit_time},
        },
        stopping::Stopping,
    },
    monitoring::metrics::Metrics,
};

/// The largest JSON body: the longest message with every character escaped, and room for the rest.
const BODY_LIMIT: usize = 256 * 1_024;

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

/// Adds the layers of every route, the outermost first: while the server stops, the end of the connection; request id,
/// log line and metrics; errors of one shape, security headers, and `no-store` unless a handler sets something else; one
/// host; panics; timeouts; concurrent requests of a client.
pub(crate) fn for_all<S>(router: Router<S>, state: &S, timeouts: RequestTimeouts) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<Metrics>: FromRef<S>,
    Option<Arc<PublicUrl>>: FromRef<S>,
    ClientLimit: FromRef<S>,
    Requests: FromRef<S>,
    Stopping: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    let (requests, client_limit) = (Requests::from_ref(state), ClientLimit::from_ref(state));
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
            .layer(from_fn(move |request, next| limit_time(timeouts, requests.clone(), request, next)))
            .layer(from_fn(move |request, next| limit_client(client_limit.clone(), request, next))),
    )
}

/// What every answer carries unless its handler said otherwise.
fn common_headers(public_url: Option<&PublicUrl>) -> HeaderMap {
    let strict = public_url.is_some_and(PublicUrl::is_https);
    let strict = strict.then_some((header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
    let all = SECURITY_HEADERS.into_iter().chain([(header::CACHE_CONTROL, "no-store")]).chain(strict);
    all.map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
}

/// Adds the layers of the API's routes: a body limit and the version of the rules.
pub(crate) fn for_api<S>(router: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    router.layer(
        ServiceBuilder::new().map_response(with_rules_version).layer(DefaultBodyLimit::max(BODY_LIMIT)),
    )
}

fn with_rules_version<B>(mut response: axum::http::Response<B>) -> axum::http::Response<B> {
    response.headers_mut().insert(RULES_VERSION, HeaderValue::from_static(agency_core::VERSION));
    response
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
        let policy = policy::content_security_policy(headers);
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
