//! Middleware, in order.

use std::{any::Any, sync::Arc};

use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
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
        serving::timeouts::{RequestTimeouts, limit_time},
    },
    monitoring::metrics::Metrics,
};

/// Maximum bytes of a JSON body: the longest message with every character escaped, and room for other fields.
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

/// Version of the rules, so that pages notice that their rules are outdated.
const RULES_VERSION: HeaderName = HeaderName::from_static("rules-version");

/// HSTS for two years, as the preload lists of browsers recommend.
const STRICT_TRANSPORT: &str = "max-age=63072000; includeSubDomains";

/// Adds the middleware of every route. From the outside:
///
/// 1. closes connections while the server stops
/// 2. request id, log line and metrics
/// 3. error format, security headers, and `no-store` unless a handler sets another value
/// 4. `Host` header
/// 5. panics
/// 6. timeouts
/// 7. concurrent requests per client
pub(crate) fn for_all<S>(router: Router<S>, state: &S, timeouts: RequestTimeouts) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<Metrics>: FromRef<S>,
    Option<Arc<PublicUrl>>: FromRef<S>,
    ClientLimit: FromRef<S>,
    CancellationToken: FromRef<S>,
    TaskTracker: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    let (requests, client_limit) = (TaskTracker::from_ref(state), ClientLimit::from_ref(state));
    let stopping = CancellationToken::from_ref(state);
    let headers = Arc::new(common_headers(Option::<Arc<PublicUrl>>::from_ref(state).as_deref()));
    let observer = Observer { metrics: FromRef::from_ref(state), trusted_proxies: FromRef::from_ref(state) };
    // One layer, because the router boxes every layer and clones it for every request.
    router.layer(
        ServiceBuilder::new()
            .map_response(move |response| end_connection(response, stopping.is_cancelled()))
            .layer(from_fn_with_state(observer, observe))
            .map_response(move |response| finish(response, &headers))
            .layer(from_fn(require_host))
            .layer(CatchPanicLayer::custom(answer_panic))
            .layer(from_fn(move |request, next| limit_time(timeouts, requests.clone(), request, next)))
            .layer(from_fn(move |request, next| limit_client(client_limit.clone(), request, next))),
    )
}

/// Returns the default headers of every response.
fn common_headers(public_url: Option<&PublicUrl>) -> HeaderMap {
    let strict = public_url.is_some_and(PublicUrl::is_https);
    let strict = strict.then_some((header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
    let all = SECURITY_HEADERS.into_iter().chain([(header::CACHE_CONTROL, "no-store")]).chain(strict);
    all.map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
}

/// Adds the middleware of the API: a body limit and the version of the rules.
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

/// Closes the connection after the response while the server is stopping, so that clients send no further request on it.
fn end_connection(mut response: Response, is_stopping: bool) -> Response {
    if is_stopping {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Adds the error format and the default headers to a response.
fn finish(response: impl IntoResponse, common: &HeaderMap) -> Response {
    let mut response = ensure_json_errors(response.into_response());
    let headers = response.headers_mut();
    headers.reserve(common.len() + 1);
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let policy = policy::content_security_policy(headers);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in common {
        // Some handlers set stricter values, for example for CVs.
        headers.entry(name).or_insert_with(|| value.clone());
    }
    response
}

/// Converts errors of the framework, such as a wrong method, to the error format.
fn ensure_json_errors(response: Response) -> Response {
    let status = response.status();
    // Errors of the framework are plain text or empty.
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
