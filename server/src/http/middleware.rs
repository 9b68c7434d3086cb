//! Middleware, in order.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{FromRef, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceBuilder;
use tower_http::{
    catch_panic::CatchPanicLayer,
    map_request_body::MapRequestBodyLayer,
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    timeout::{RequestBodyDeadlineLayer, RequestBodyTimeoutLayer, TimeoutLayer},
};

use crate::{
    config::PublicUrl,
    http::{
        client::TrustedProxies,
        drain::drain_body,
        error::ApiError,
        observe::{forget_foreign_id, observe},
        permit::{ClientLimits, limit_client},
        policy,
        serving::Slot,
    },
    monitoring::metrics::Metrics,
    storage::Pool,
};

/// Maximum bytes of a JSON body, unless a handler sets its own: far more than any call but a form needs.
pub(crate) const BODY_LIMIT: usize = 64 * 1_024;

/// Time limits of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestTimeouts {
    /// Longest pause in a body.
    pub(crate) body_pause: Duration,
    /// Time for the whole body: the largest CV at 8 KB/s.
    pub(crate) body: Duration,
    /// Time until the response begins, with that of the body. The database ends slow statements much earlier.
    pub(crate) answer: Duration,
}

impl Default for RequestTimeouts {
    fn default() -> Self {
        Self {
            body_pause: Duration::from_secs(15),
            body: Duration::from_mins(11),
            answer: Duration::from_mins(12),
        }
    }
}

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
/// 2. request id
/// 3. error format, security headers, and `no-store` unless a handler sets another value
/// 4. time until the response
/// 5. a task of its own for each request, with its log line and metrics
/// 6. panics
/// 7. time for the body
/// 8. concurrent requests per client
/// 9. what is left of the body
pub(crate) fn for_all<S>(router: Router<S>, state: &S, timeouts: RequestTimeouts) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<Metrics>: FromRef<S>,
    Option<Arc<PublicUrl>>: FromRef<S>,
    ClientLimits: FromRef<S>,
    Pool: FromRef<S>,
    CancellationToken: FromRef<S>,
    TaskTracker: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    let (stopping, metrics) = (CancellationToken::from_ref(state), Arc::<Metrics>::from_ref(state));
    let headers = Arc::new(common_headers(Option::<Arc<PublicUrl>>::from_ref(state).as_deref()));
    let trusted_proxies = TrustedProxies::from_ref(state);
    // One layer, because the router boxes every layer and clones it for every request.
    router.layer(
        ServiceBuilder::new()
            // So that clients send no further request on a connection while the server is stopping.
            .layer(SetResponseHeaderLayer::overriding(header::CONNECTION, move |_: &Response| {
                stopping.is_cancelled().then_some(HeaderValue::from_static("close"))
            }))
            .map_request(move |request| forget_foreign_id(request, &trusted_proxies))
            .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
            .layer(PropagateRequestIdLayer::x_request_id())
            .map_response(move |response| finish(response, &headers))
            .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, timeouts.answer))
            .layer(from_fn_with_state(TaskTracker::from_ref(state), run_to_end))
            .layer(from_fn_with_state((Arc::clone(&metrics), Pool::from_ref(state)), observe))
            .layer(CatchPanicLayer::new())
            .layer(RequestBodyDeadlineLayer::new(timeouts.body))
            .layer(RequestBodyTimeoutLayer::new(timeouts.body_pause))
            .layer(MapRequestBodyLayer::new(Body::new))
            .layer(from_fn_with_state((ClientLimits::from_ref(state), metrics), limit_client))
            .layer(from_fn(drain_body)),
    )
}

/// Handles a request in a task of its own, so that it finishes even if the client disconnects or its time is over. Dropping
/// the handler would leave an open transaction with its locks between two statements.
pub(crate) async fn run_to_end(
    State(requests): State<TaskTracker>,
    request: Request,
    next: Next,
) -> Response {
    let slot = request.extensions().get::<Slot>().cloned();
    let handling = requests.spawn(async {
        let response = next.run(request).await;
        drop(slot);
        response
    });
    // Panics are caught within it.
    handling.await.unwrap_or_else(|error| ApiError::internal(error).into_response())
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
    let (mut head, _) = response.into_parts();
    head.headers.remove(header::CONTENT_LENGTH);
    let (shaped, body) = ApiError::of_status(status).into_response().into_parts();
    head.headers.extend(shaped.headers);
    Response::from_parts(head, body)
}

#[cfg(test)]
mod tests;
