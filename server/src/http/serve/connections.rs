//! The clients' connections: accepted, given a place or rejected, and ended.
//!
//! HTTP/1.1 only: browsers reach the server through a proxy that speaks it, and one protocol has one set of limits.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use hyper_util::server::graceful::GracefulShutdown;
use tokio::{
    net::TcpListener,
    sync::{Semaphore, oneshot},
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};

use crate::{
    http::serve::{http1, limit::ConnectionLimit, reject::reject, settings::ConnectionSettings, socket},
    monitoring::metrics::Metrics,
    router::Service,
};

/// How many clients may be told at once that there is no room; further ones find the door closed.
const REJECTED: usize = 64;

/// How long after a failure to accept, as for want of file descriptors, it is tried again.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(100);

/// A listener that accepts connections until it is told to stop.
pub(crate) struct Listening {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    accepting: JoinHandle<GracefulShutdown>,
}

impl Listening {
    /// Starts to accept.
    pub(crate) fn start(
        listener: TcpListener,
        service: Service,
        settings: ConnectionSettings,
        metrics: Option<Arc<Metrics>>,
    ) -> Self {
        let address = listener.local_addr().unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        if let Err(error) = socket::bound_buffers(&(&listener).into()) {
            tracing::warn!(%error, "the buffers of connections could not be bounded");
        }
        let (stop, stopped) = oneshot::channel();
        let accepting = tokio::spawn(accept(listener, service, settings, metrics, stopped));
        Self { address, stop, accepting }
    }

    /// Where it listens.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops to accept and waits for what is in flight; whether all of it ended in time.
    pub(crate) async fn finish(self, time_limit: Duration) -> bool {
        let _ = self.stop.send(());
        match self.accepting.await {
            Ok(connections) => timeout(time_limit, connections.shutdown()).await.is_ok(),
            Err(_) => false,
        }
    }
}

async fn accept(
    listener: TcpListener,
    service: Service,
    settings: ConnectionSettings,
    metrics: Option<Arc<Metrics>>,
    mut stopped: oneshot::Receiver<()>,
) -> GracefulShutdown {
    let connections = GracefulShutdown::new();
    let proxies = Arc::clone(&settings.trusted_proxies);
    let limit = ConnectionLimit::new(settings.at_most, settings.per_address, proxies, metrics);
    let rejections = Arc::new(Semaphore::new(REJECTED));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut stopped => return connections,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Whoever is connected stays, and others wait in the system's queue until there is room.
                if !is_of_the_client(&error) {
                    tracing::warn!(%error, "no connection could be accepted");
                    sleep(ACCEPT_BACKOFF).await;
                }
                continue;
            }
        };
        if let Ok(guard) = limit.admit(peer.ip(), Instant::now()) {
            let (service, settings, watcher) = (service.clone(), settings.clone(), connections.watcher());
            tokio::spawn(http1::serve(stream, peer, service, settings, watcher, guard));
        } else if let Ok(permit) = Arc::clone(&rejections).try_acquire_owned() {
            tokio::spawn(reject(stream, settings.reject, permit));
        }
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
