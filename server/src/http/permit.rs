//! What each client may use at the same time: requests, those of them that are being handled, and large bodies.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use axum::{
    extract::{Request, State},
    http::header,
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use ipnet::IpNet;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit},
    time::timeout,
};

use crate::{
    http::{
        client::{TrustedProxies, counted_networks, peer},
        error::ApiError,
        holding_body::HoldingBody,
    },
    monitoring::metrics::Metrics,
};

/// Maximum requests of a client that are handled at the same time.
const MAX_HANDLED: usize = 64;

/// Maximum large bodies that are being received at the same time, and a client's share of them. Each needs memory or disk
/// space.
const MAX_LARGE_BODIES: usize = 512;
const MAX_LARGE_BODIES_OF_CLIENT: usize = MAX_LARGE_BODIES / 4;

/// Permits of the large bodies of all clients.
static LARGE_BODIES: Semaphore = Semaphore::const_new(MAX_LARGE_BODIES);

/// Time for which a request waits for other requests of its client.
const WAIT: Duration = Duration::from_secs(10);

/// Seconds for `Retry-After` when a client has too many requests.
const RETRY_SECONDS: u64 = 1;

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

    /// Takes a permit of each of the client's networks. Returns `None` if a network has all of its permits.
    pub(crate) fn acquire(&self, client: IpAddr) -> Option<Vec<OwnedSemaphorePermit>> {
        let semaphores = self.semaphores_of(client).into_iter();
        semaphores.map(|semaphore| semaphore.try_acquire_owned().ok()).collect()
    }

    /// Returns the semaphores of the client's networks, that of the narrow one first.
    fn semaphores_of(&self, client: IpAddr) -> Vec<Arc<Semaphore>> {
        let mut known = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let maximums = [self.max, self.max.saturating_mul(2)];
        let semaphore_of = |(network, max)| {
            known.get(&network).and_then(Weak::upgrade).unwrap_or_else(|| {
                known.retain(|_, semaphore| semaphore.strong_count() > 0);
                let semaphore = Arc::new(Semaphore::new(max));
                known.insert(network, Arc::downgrade(&semaphore));
                semaphore
            })
        };
        counted_networks(client, [48]).zip(maximums).map(semaphore_of).collect()
    }
}

/// What each client may use of a server. A trusted proxy is none: the clients count that it forwards.
#[derive(Clone)]
pub(crate) struct ClientLimits {
    trusted_proxies: TrustedProxies,
    /// Requests from the head to the end of the response: a quarter of all connections.
    requests: ClientLimit,
    /// Requests that are being handled.
    pub(crate) handled: ClientLimit,
    /// Large bodies that are being received.
    pub(crate) large_bodies: ClientLimit,
    /// Time for which a request waits to be handled.
    pub(crate) wait: Duration,
}

impl ClientLimits {
    /// Creates the limits of a server with this many connections.
    pub(crate) fn new(max_connections: usize, trusted_proxies: TrustedProxies) -> Self {
        Self {
            trusted_proxies,
            requests: ClientLimit::new(max_connections.div_ceil(4)),
            handled: ClientLimit::new(MAX_HANDLED),
            large_bodies: ClientLimit::new(MAX_LARGE_BODIES_OF_CLIENT),
            wait: WAIT,
        }
    }
}

/// Handling of a request, which counts among those of its client until it is paused or its last clone is dropped.
#[derive(Clone)]
pub(crate) struct Handling(Arc<Handled>);

struct Handled {
    client: IpAddr,
    limits: ClientLimits,
    metrics: Arc<Metrics>,
    permits: Mutex<Vec<OwnedSemaphorePermit>>,
}

impl Handling {
    /// Waits until the client has few other requests. Fails with 429 if that takes too long.
    async fn begin(&self) -> Result<(), ApiError> {
        let Handled { client, limits, metrics, permits } = &*self.0;
        let taking = async {
            let mut all = Vec::new();
            for semaphore in limits.handled.semaphores_of(*client) {
                all.extend(semaphore.acquire_owned().await);
            }
            all
        };
        let Ok(all) = timeout(limits.wait, taking).await else {
            metrics.limit_hit("requests");
            return Err(ApiError::too_many(RETRY_SECONDS));
        };
        *permits.lock().unwrap_or_else(PoisonError::into_inner) = all;
        Ok(())
    }

    /// Counts no longer as handled.
    pub(super) fn pause(&self) {
        self.0.permits.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Permits of a large body, for as long as it is kept.
pub(crate) struct LargeBody {
    _of_client: Vec<OwnedSemaphorePermit>,
    _of_all: SemaphorePermit<'static>,
}

impl LargeBody {
    /// Takes the permits for a request. Fails with 429 if its client has many large bodies, with 503 if all clients together
    /// have.
    pub(crate) fn admit(handling: Option<&Handling>) -> Result<Self, ApiError> {
        let mut of_client = Vec::new();
        if let Some(Handling(handled)) = handling {
            let Some(permits) = handled.limits.large_bodies.acquire(handled.client) else {
                handled.metrics.limit_hit("bodies");
                return Err(ApiError::too_many(RETRY_SECONDS));
            };
            of_client = permits;
        }
        let of_all = LARGE_BODIES.try_acquire().map_err(|_| ApiError::unavailable())?;
        Ok(Self { _of_client: of_client, _of_all: of_all })
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

/// Answers 429 to a client that has too many requests, so that it leaves room and time for others.
///
/// The body of a refused request is not read, and its connection closes: reading would be what the client may not have.
pub(crate) async fn limit_client(
    State((limits, metrics)): State<(ClientLimits, Arc<Metrics>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let trusted = &limits.trusted_proxies;
    let peer = peer(request.extensions()).filter(|&peer| !trusted.contains(peer));
    // A proxy that forwards nobody is a health check.
    let Some(client) = trusted.forwarded_client(&request).or(peer) else {
        return next.run(request).await;
    };
    let refuse = |error: ApiError| ([(header::CONNECTION, "close")], error).into_response();
    let Some(share) = limits.requests.acquire(client) else {
        metrics.limit_hit("share");
        return refuse(ApiError::too_many(RETRY_SECONDS));
    };
    let handled = Handled { client, limits, metrics, permits: Mutex::default() };
    let handling = Handling(Arc::new(handled));
    if let Err(error) = handling.begin().await {
        return refuse(error);
    }
    // The handler drops the extensions before it has its response.
    request.extensions_mut().insert(handling.clone());
    let response = next.run(request).await;
    drop(handling);
    response.map(|body| HoldingBody::wrap(body, share))
}

#[cfg(test)]
pub(crate) mod tests;
