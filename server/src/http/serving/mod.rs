//! HTTP/1.1 over TCP: connections within limits, and a graceful shutdown.
//!
//! HTTP/1.1 only: browsers reach the server through a proxy that speaks it, and one protocol has one set of limits.

mod connection;
pub(crate) mod requests;
pub(crate) mod settings;
mod slots;
mod stream;
pub(crate) mod timeouts;
mod wait_budget;

#[cfg(test)]
mod crowd_tests;
#[cfg(test)]
mod requests_tests;
#[cfg(test)]
mod slots_tests;
#[cfg(test)]
mod taking_tests;
#[cfg(test)]
mod tests;

use std::{io::ErrorKind, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::TcpListener,
    sync::Semaphore,
    time::{Instant, sleep, timeout_at},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    http::serving::{
        connection::{HttpService, bound_buffers, reject, serve},
        requests::Requests,
        settings::ConnectionSettings,
        slots::Slots,
    },
    monitoring::metrics::Metrics,
};

/// Maximum clients at a time that get a 503 because there is no slot. Further clients are disconnected.
const MAX_REJECTIONS: usize = 256;

/// Pause after a failure to accept, for example because file descriptors have run out.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(100);

/// Server that accepts connections until it is finished or dropped.
pub(crate) struct Server {
    address: SocketAddr,
    requests: Requests,
    connections: TaskTracker,
    stop: CancellationToken,
}

impl Server {
    /// Starts to accept connections.
    pub(crate) fn start(
        listener: TcpListener,
        service: impl HttpService,
        requests: Requests,
        settings: ConnectionSettings,
        metrics: Option<Arc<Metrics>>,
    ) -> Self {
        let address = listener.local_addr().unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        let (connections, stop) = (TaskTracker::new(), CancellationToken::new());
        let slots = Slots::new(&settings, stop.clone(), metrics);
        let server = Self { address, requests, connections, stop };
        tokio::spawn(accept(listener, service, settings, slots, server.clone_handles()));
        server
    }

    fn clone_handles(&self) -> (Requests, TaskTracker, CancellationToken) {
        (self.requests.clone(), self.connections.clone(), self.stop.clone())
    }

    /// Returns the address that it listens on.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops accepting and waits for the requests in progress, also those of disconnected clients. Returns whether
    /// all of them ended in time.
    pub(crate) async fn finish(self, time_limit: Duration) -> bool {
        let deadline = Instant::now() + time_limit;
        self.stop.cancel();
        self.connections.close();
        let all = async { tokio::join!(self.connections.wait(), self.requests.ended()) };
        timeout_at(deadline, all).await.is_ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn accept(
    listener: TcpListener,
    service: impl HttpService,
    settings: ConnectionSettings,
    slots: Slots,
    (requests, connections, stop): (Requests, TaskTracker, CancellationToken),
) {
    if let Err(error) = bound_buffers(&(&listener).into()) {
        tracing::warn!(%error, "the buffers of connections could not be bounded");
    }
    let rejections = Arc::new(Semaphore::new(MAX_REJECTIONS));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => match slots.acquire(peer.ip()) {
                Ok(slot) => {
                    let serve =
                        serve(stream, peer, service.clone(), requests.clone(), settings.clone(), slot);
                    connections.spawn(serve);
                }
                Err(_) => {
                    if let Ok(permit) = Arc::clone(&rejections).try_acquire_owned() {
                        tokio::spawn(reject(stream, settings.reject, permit));
                    }
                }
            },
            // Errors caused by the client.
            Err(error)
                if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
            Err(error) => {
                tracing::warn!(%error, "no connection could be accepted");
                sleep(ACCEPT_BACKOFF).await;
            }
        }
    }
}
