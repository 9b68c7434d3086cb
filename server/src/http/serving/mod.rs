//! HTTP/1.1 over TCP: connections within limits, and a graceful shutdown.
//!
//! HTTP/1.1 only: browsers reach the server through a proxy that speaks it, and one protocol has one set of limits.

pub(crate) mod connection;
pub(crate) mod settings;
mod slots;
mod stream;
pub(crate) mod timeouts;

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
    time::{sleep, timeout},
};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};

use crate::{
    http::serving::{
        connection::{HttpService, reject, serve_connection},
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
    /// Address that it listens on.
    pub(crate) address: SocketAddr,
    requests: TaskTracker,
    connections: TaskTracker,
    stop: DropGuard,
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
        let slots = Slots::new(settings, stop.clone(), metrics);
        tokio::spawn(accept(listener, service, slots, requests.clone(), connections.clone(), stop.clone()));
        Self { address, requests, connections, stop: stop.drop_guard() }
    }

    /// Stops accepting and waits for the requests in progress, also those of disconnected clients. Returns whether
    /// all of them ended in time.
    pub(crate) async fn finish(self, time_limit: Duration) -> bool {
        drop(self.stop);
        self.connections.close();
        self.requests.close();
        let all = async { tokio::join!(self.connections.wait(), self.requests.wait()) };
        timeout(time_limit, all).await.is_ok()
    }
}

async fn accept(
    listener: TcpListener,
    service: HttpService,
    slots: Arc<Slots>,
    requests: TaskTracker,
    connections: TaskTracker,
    stop: CancellationToken,
) {
    let rejections = Arc::new(Semaphore::new(MAX_REJECTIONS));
    while let Some(accepted) = stop.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, peer)) => {
                if let Ok(slot) = slots.acquire(peer.ip()) {
                    connections.spawn(serve_connection(
                        stream,
                        peer,
                        service.clone(),
                        requests.clone(),
                        slot,
                    ));
                } else if let Ok(permit) = Arc::clone(&rejections).try_acquire_owned() {
                    tokio::spawn(reject(stream, slots.settings.clone(), permit));
                }
            }
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
