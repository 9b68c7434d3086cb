//! Middleware, in order.

use std::sync::Arc;

use axum::{
    Router,
    extract::FromRef,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;
use tower_http::{catch_panic::CatchPanicLayer, set_header::SetResponseHeaderLayer};

use crate::{
    config::PublicUrl,
    http::{
        client::TrustedProxies,
        error::ApiError,
        host::require_host,
        observe::observe,
        permit::{RequestLimits, limit_client},
        policy,
        serving::timeouts::{RequestTimeouts, limit_time},
    },
    monitoring::metrics::Metrics,
};

/// Maximum bytes of a JSON body: the longest message with every character escaped, and room for other fields.
pub(crate) const BODY_LIMIT: usize = 256 * 1_024;

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

/// HSTS for two years, for this host alone: other hosts of the domain may not have HTTPS.
const STRICT_TRANSPORT: &str = "max-age=63072000";

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
    RequestLimits: FromRef<S>,
    CancellationToken: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    let (stopping, limits) = (CancellationToken::from_ref(state), RequestLimits::from_ref(state));
    let headers = Arc::new(common_headers(Option::<Arc<PublicUrl>>::from_ref(state).as_deref()));
    let observed = (Arc::<Metrics>::from_ref(state), TrustedProxies::from_ref(state));
    // One layer, because the router boxes every layer and clones it for every request.
    router.layer(
        ServiceBuilder::new()
            // So that clients send no further request on a connection while the server is stopping.
            .layer(SetResponseHeaderLayer::overriding(header::CONNECTION, move |_: &Response| {
                stopping.is_cancelled().then_some(HeaderValue::from_static("close"))
            }))
            .layer(from_fn_with_state(observed.clone(), observe))
            .map_response(move |response| finish(response, &headers))
            .layer(from_fn(require_host))
            .layer(CatchPanicLayer::new())
            .layer(from_fn_with_state(timeouts, limit_time))
            .layer(from_fn_with_state((limits, observed), limit_client)),
    )
}

/// Returns the default headers of every response.
fn common_headers(public_url: Option<&PublicUrl>) -> HeaderMap {
    let strict = public_url.is_some_and(PublicUrl::is_https);
    let strict = strict.then_some((header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
    let all = SECURITY_HEADERS.into_iter().chain([(header::CACHE_CONTROL, "no-store")]).chain(strict);
    all.map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
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
