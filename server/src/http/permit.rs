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
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit},
    time::timeout,
};

use crate::{
    http::{
        client::{TrustedProxies, network},
        error::ApiError,
    },
    monitoring::metrics::Metrics,
};

/// Waits for a permit. Fails with 503 after a timeout.
pub(crate) async fn acquire_permit(
    semaphore: &Semaphore,
    time: Duration,
) -> Result<SemaphorePermit<'_>, ApiError> {
    let permit = timeout(time, semaphore.acquire()).await.ok().and_then(Result::ok);
    permit.ok_or(ApiError::unavailable())
}

/// Permits of each client, which is an IPv4 address or the /64 of an IPv6 address.
#[derive(Clone)]
pub(crate) struct ClientLimit {
    max: usize,
    clients: Arc<Mutex<HashMap<IpAddr, Weak<Semaphore>>>>,
}

impl ClientLimit {
    /// Creates a limit of `max` permits for each client.
    pub(crate) fn new(max: usize) -> Self {
        Self { max, clients: Arc::default() }
    }

    /// Takes a permit of a client. Returns `None` if the client has all of its permits.
    pub(crate) fn acquire(&self, client: IpAddr) -> Option<OwnedSemaphorePermit> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let client = network(client);
        let permits = clients.get(&client).and_then(Weak::upgrade).unwrap_or_else(|| {
            clients.retain(|_, permits| permits.strong_count() > 0);
            let permits = Arc::new(Semaphore::new(self.max));
            clients.insert(client, Arc::downgrade(&permits));
            permits
        });
        permits.try_acquire_owned().ok()
    }
}

/// Answers 503 to a client behind a trusted proxy that has too many requests in progress, because clients share the
/// connections of the proxy.
pub(crate) async fn limit_client(
    State((limit, (metrics, trusted_proxies))): State<(ClientLimit, (Arc<Metrics>, TrustedProxies))>,
    request: Request,
    next: Next,
) -> Response {
    let Some(client) = trusted_proxies.forwarded_client(&request) else {
        return next.run(request).await;
    };
    let Some(_permit) = limit.acquire(client) else {
        metrics.connections_refused("share").inc();
        return ApiError::unavailable().into_response();
    };
    next.run(request).await
}
