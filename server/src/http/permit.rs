//! Permits of concurrency limits, in total and for each client.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http_body::Body as _;
use ipnet::IpNet;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit},
    time::timeout,
};

use crate::{
    http::{
        client::{TrustedProxies, networks, peer},
        error::ApiError,
    },
    monitoring::metrics::Metrics,
};

/// Maximum requests of a client that are handled at the same time.
const MAX_HANDLED: usize = 64;

/// Time for which a request waits for other requests of its client.
const WAIT: Duration = Duration::from_secs(10);

/// Seconds for `Retry-After` when a client has too many requests.
const RETRY_SECONDS: u64 = 1;

/// Waits for a permit. Fails with 503 after a timeout.
pub(crate) async fn acquire_permit(
    semaphore: &Semaphore,
    time: Duration,
) -> Result<SemaphorePermit<'_>, ApiError> {
    let permit = timeout(time, semaphore.acquire()).await.ok().and_then(Result::ok);
    permit.ok_or(ApiError::unavailable())
}

/// Permits of each client, which is an IPv4 address or the /64 of an IPv6 address. All clients of a /48 have twice as many
/// together, because one customer of a provider can have that many networks.
#[derive(Clone)]
pub(crate) struct ClientLimit {
    max: usize,
    networks: Arc<Mutex<HashMap<IpNet, Weak<Semaphore>>>>,
}

impl ClientLimit {
    /// Creates a limit of `max` permits for each client.
    pub(crate) fn new(max: usize) -> Self {
        Self { max, networks: Arc::default() }
    }

    /// Takes a permit of each of the client's networks, and returns each with the number of all. Returns `None` if a network
    /// has all of its permits.
    pub(crate) fn acquire(&self, client: IpAddr) -> Option<Vec<(OwnedSemaphorePermit, usize)>> {
        let permits = self.permits(client).into_iter();
        permits.map(|(permits, max)| Some((permits.try_acquire_owned().ok()?, max))).collect()
    }

    /// Returns the permits of the client's networks, the narrow one first.
    fn permits(&self, client: IpAddr) -> Vec<(Arc<Semaphore>, usize)> {
        let mut known = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let maximums = [self.max, self.max.saturating_mul(2)];
        let permits_of = |(network, max)| {
            let permits = known.get(&network).and_then(Weak::upgrade).unwrap_or_else(|| {
                known.retain(|_, permits| permits.strong_count() > 0);
                let permits = Arc::new(Semaphore::new(max));
                known.insert(network, Arc::downgrade(&permits));
                permits
            });
            (permits, max)
        };
        networks(client, [48]).zip(maximums).map(permits_of).collect()
    }
}

/// Limits of the requests of each client.
#[derive(Clone)]
pub(crate) struct RequestLimits {
    /// Requests of a client behind a trusted proxy, because clients share the connections of the proxy. They
    /// count while their bodies are on their way too.
    in_progress: ClientLimit,
    /// Requests that are being handled.
    pub(crate) handled: ClientLimit,
    /// Time for which a request waits to be handled.
    pub(crate) wait: Duration,
}

impl RequestLimits {
    /// Creates the limits of a server with this many connections.
    pub(crate) fn new(max_connections: usize) -> Self {
        Self {
            in_progress: ClientLimit::new(max_connections.div_ceil(4)),
            handled: ClientLimit::new(MAX_HANDLED),
            wait: WAIT,
        }
    }
}

/// Handling of a request, which counts among the requests of its client until it is dropped.
#[derive(Clone)]
pub(crate) struct Handling(Arc<Handled>);

struct Handled {
    /// Permits of the client's networks.
    permits: Vec<Arc<Semaphore>>,
    wait: Duration,
    metrics: Arc<Metrics>,
    taken: Mutex<Vec<OwnedSemaphorePermit>>,
}

impl Handling {
    /// Waits until the client has few other requests. Fails with 429 if that takes too long.
    async fn begin(&self) -> Result<(), ApiError> {
        let Handled { permits, wait, metrics, taken } = &*self.0;
        let taking = async {
            let mut all = Vec::new();
            for permits in permits {
                all.extend(Arc::clone(permits).acquire_owned().await);
            }
            all
        };
        let Ok(all) = timeout(*wait, taking).await else {
            metrics.limit_hit("requests");
            return Err(ApiError::too_many(RETRY_SECONDS));
        };
        *taken.lock().unwrap_or_else(PoisonError::into_inner) = all;
        Ok(())
    }

    fn pause(&self) {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Receives a body. Until it is complete, the request does not count as handled, so that slow uploads do not keep a client
/// from loading pages.
pub(crate) async fn receive<T>(
    handling: Option<Handling>,
    receiving: impl Future<Output = Result<T, ApiError>>,
) -> Result<T, ApiError> {
    let Some(handling) = handling else { return receiving.await };
    handling.pause();
    let received = receiving.await?;
    handling.begin().await?;
    Ok(received)
}

/// Answers 429 to a client that has too many requests that are being handled, so that it leaves time for others. Answers
/// 503 to a client behind a trusted proxy that has too many in progress.
pub(crate) async fn limit_client(
    State((limits, (metrics, trusted_proxies))): State<(RequestLimits, (Arc<Metrics>, TrustedProxies))>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = peer(request.extensions()).filter(|&peer| !trusted_proxies.contains(peer));
    let forwarded = trusted_proxies.forwarded_client(&request);
    // A proxy that forwards nobody is a health check.
    let Some(client) = forwarded.or(peer) else {
        return next.run(request).await;
    };
    let share = forwarded.map(|client| limits.in_progress.acquire(client));
    if let Some(None) = share {
        metrics.connections_refused("share").inc();
        return ApiError::unavailable().into_response();
    }
    let permits = limits.handled.permits(client).into_iter().map(|(permits, _)| permits).collect();
    let handled = Handled { permits, wait: limits.wait, metrics, taken: Mutex::default() };
    let handling = Handling(Arc::new(handled));
    if let Err(refused) = handling.begin().await {
        return refused.into_response();
    }
    if !request.body().is_end_stream() {
        request.extensions_mut().insert(handling.clone());
    }
    let response = next.run(request).await;
    drop((handling, share));
    response
}
