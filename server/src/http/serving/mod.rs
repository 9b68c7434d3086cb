//! HTTP/1.1 over TCP: connections within limits, and a graceful shutdown.
//!
//! HTTP/1.1 only: browsers reach the server through a proxy that speaks it, and one protocol has one set of limits.

pub(crate) mod connection;
pub(crate) mod timeouts;

#[cfg(test)]
mod tests;

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::serve::Listener;
use tokio::{
    net::TcpListener,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use crate::{
    http::{
        client::TrustedProxies,
        permit::ClientLimit,
        serving::connection::{HttpService, reject, serve_connection},
    },
    monitoring::metrics::Metrics,
};

/// Maximum clients at a time that get a 503 because there is no slot. Further clients are disconnected.
const MAX_REJECTIONS: usize = 256;

/// Time for connections to end after the last request.
const LAST_BYTES: Duration = Duration::from_secs(1);

/// Limits of connections.
pub(crate) struct ConnectionSettings {
    /// Maximum connections.
    pub(crate) max: usize,
    /// Maximum connections from one address that is not a trusted proxy.
    pub(crate) max_per_address: usize,
    /// Proxies that connect for many clients.
    pub(crate) trusted_proxies: TrustedProxies,
    /// Time until the head of the next request is complete. It includes idle time, because hyper has one timer for both.
    pub(crate) keep_alive: Duration,
    /// Time for the head of the only request of a connection that is made when few slots are free.
    pub(crate) crowded_head: Duration,
    /// Time for which a client may read nothing of a response, or send nothing of an unused body.
    pub(crate) stall: Duration,
    /// Time for a client without a slot to read the 503.
    pub(crate) reject: Duration,
}

impl ConnectionSettings {
    /// Returns the limits for this many connections.
    pub(crate) fn new(max: usize, trusted_proxies: TrustedProxies) -> Self {
        Self {
            max,
            max_per_address: max.div_ceil(4),
            trusted_proxies,
            // Longer than proxies keep idle connections (Caddy: 2 minutes), so that the proxy is the one to close: a
            // request must not meet a closing connection.
            keep_alive: Duration::from_secs(150),
            crowded_head: Duration::from_secs(5),
            stall: Duration::from_secs(30),
            reject: Duration::from_secs(1),
        }
    }
}

/// Server that accepts connections until it is finished or dropped.
pub(crate) struct Server {
    /// Address that it listens on.
    pub(crate) address: SocketAddr,
    requests: TaskTracker,
    connections: TaskTracker,
    stop: DropGuard,
}

/// What the connections of a server share.
struct Shared {
    service: HttpService,
    requests: TaskTracker,
    settings: ConnectionSettings,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
    slots: Arc<Semaphore>,
    by_address: ClientLimit,
}

/// Slot of a connection, free when the connection and its requests have dropped it.
pub(crate) struct Slot {
    shared: Arc<Shared>,
    /// One of all permits, and one of each network of the address unless it is a trusted proxy, each with their number.
    permits: Vec<(OwnedSemaphorePermit, usize)>,
}

impl Server {
    /// Starts to accept connections. `requests` runs each request to its end.
    pub(crate) fn start(
        listener: TcpListener,
        service: HttpService,
        requests: TaskTracker,
        settings: ConnectionSettings,
        metrics: Arc<Metrics>,
    ) -> Self {
        let address = listener.local_addr().unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        let (connections, stop) = (TaskTracker::new(), CancellationToken::new());
        let shared = Arc::new(Shared {
            service,
            requests: requests.clone(),
            metrics,
            stop: stop.clone(),
            slots: Arc::new(Semaphore::new(settings.max)),
            by_address: ClientLimit::new(settings.max_per_address),
            settings,
        });
        tokio::spawn(accept(listener, shared, connections.clone()));
        Self { address, requests, connections, stop: stop.drop_guard() }
    }

    /// Stops accepting and waits for the requests in progress, also those of disconnected clients. Returns whether
    /// all of them ended in time.
    pub(crate) async fn finish(self, time_limit: Duration) -> bool {
        drop(self.stop);
        self.requests.close();
        let is_finished = timeout(time_limit, self.requests.wait()).await.is_ok();
        // Connections without a request do not matter: the kernel sends the rest, even after the process has exited.
        self.connections.close();
        let _ = timeout(LAST_BYTES, self.connections.wait()).await;
        is_finished
    }
}

async fn accept(mut listener: TcpListener, shared: Arc<Shared>, connections: TaskTracker) {
    let rejections = TaskTracker::new();
    while let Some((stream, peer)) = shared.stop.run_until_cancelled(Listener::accept(&mut listener)).await {
        match Slot::acquire(&shared, peer.ip()) {
            Ok(slot) => drop(connections.spawn(serve_connection(stream, peer, slot))),
            Err(reason) => {
                shared.metrics.connections_refused(reason).inc();
                if rejections.len() < MAX_REJECTIONS {
                    rejections.spawn(reject(stream, shared.settings.reject));
                }
            }
        }
    }
}

impl Slot {
    /// Takes a slot for a client, or returns why there is none.
    fn acquire(shared: &Arc<Shared>, peer: IpAddr) -> Result<Arc<Self>, &'static str> {
        let (peer, settings, mut permits) = (peer.to_canonical(), &shared.settings, Vec::new());
        if !settings.trusted_proxies.contains(peer) {
            permits = shared.by_address.acquire(peer).ok_or("share")?;
        }
        permits.push((Arc::clone(&shared.slots).try_acquire_owned().map_err(|_| "full")?, settings.max));
        shared.metrics.connections.inc();
        Ok(Arc::new(Self { shared: Arc::clone(shared), permits }))
    }

    /// Returns whether fewer than an eighth of the slots are free, in total or for the address. Then no connection is
    /// kept idle, so that new ones find a slot.
    fn is_crowded(&self) -> bool {
        let mut permits = self.permits.iter();
        permits.any(|(permit, max)| permit.semaphore().available_permits() < max.div_ceil(8))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.shared.metrics.connections.dec();
    }
}
