//! Limits concurrent requests per client behind a trusted proxy, because clients share the connections of the proxy.

use std::{
    collections::{HashMap, hash_map::Entry},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::{
    http::{
        client::{TrustedProxies, network},
        error::ApiError,
    },
    monitoring::metrics::{Metrics, Refused},
};

/// Counts the requests in progress of each client behind a trusted proxy.
#[derive(Clone)]
pub(crate) struct ClientLimit {
    max: usize,
    trusted_proxies: TrustedProxies,
    metrics: Arc<Metrics>,
    in_progress: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl ClientLimit {
    /// Creates a limit of `max` concurrent requests for each client.
    pub(crate) fn new(max: usize, trusted_proxies: TrustedProxies, metrics: Arc<Metrics>) -> Self {
        Self { max, trusted_proxies, metrics, in_progress: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.in_progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request until the guard is dropped. Returns `None` if the client has too many.
    fn begin(&self, client: IpAddr) -> Option<impl Drop> {
        let mut in_progress = self.lock();
        let count = in_progress.entry(client).or_default();
        *count = count.checked_add(1).filter(|&count| count <= self.max)?;
        Some(scopeguard::guard(self.clone(), move |limit| {
            if let Entry::Occupied(mut count) = limit.lock().entry(client) {
                *count.get_mut() = count.get().saturating_sub(1);
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }))
    }
}

/// Answers 503 to a client behind a trusted proxy that has too many requests in progress.
pub(crate) async fn limit_client(limit: ClientLimit, request: Request, next: Next) -> Response {
    let Some(client) = limit.trusted_proxies.forwarded_client(&request).map(network) else {
        return next.run(request).await;
    };
    let Some(_in_progress) = limit.begin(client) else {
        limit.metrics.connections_refused(Refused::Share).inc();
        return ApiError::unavailable().into_response();
    };
    next.run(request).await
}
