//! Limits concurrent requests per client behind a trusted proxy, because clients share the connections of the proxy.

use std::{
    collections::HashMap,
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

    fn in_progress(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.in_progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, client: IpAddr) -> bool {
        let mut in_progress = self.in_progress();
        let count = in_progress.entry(client).or_default();
        let is_free = *count < self.max;
        *count = count.saturating_add(usize::from(is_free));
        is_free
    }

    fn end(&self, client: IpAddr) {
        let mut in_progress = self.in_progress();
        if let Some(count) = in_progress.get_mut(&client) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                in_progress.remove(&client);
            }
        }
    }
}

/// Answers 503 to a client behind a trusted proxy that has too many requests in progress.
pub(crate) async fn limit_client(limit: ClientLimit, request: Request, next: Next) -> Response {
    let Some(client) = limit.trusted_proxies.forwarded_client(&request).map(network) else {
        return next.run(request).await;
    };
    if !limit.begin(client) {
        limit.metrics.connections_refused(Refused::Share).inc();
        return ApiError::unavailable().into_response();
    }
    let _in_progress = scopeguard::guard((), |()| limit.end(client));
    next.run(request).await
}
