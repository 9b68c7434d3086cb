//! The clients' connections: accepted, given a place or rejected, and ended.
//!
//! HTTP/1.1 only: browsers reach the server through a proxy that speaks it, and one protocol has one set of limits.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use hyper_util::server::graceful::GracefulShutdown;
use tokio::{
    net::TcpListener,
    sync::{Semaphore, oneshot},
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};

use crate::{
    config::Config,
    http::serve::{http1, limit::ConnectionLimit, reject::reject, socket},
    monitoring::metrics::Metrics,
    router::Service,
};

/// How many clients may be told at once that there is no room; further ones find the door closed.
const REJECTED: usize = 64;

/// How long after a failure to accept, as for want of file descriptors, it is tried again.
const BREATH: Duration = Duration::from_millis(100);

/// How clients must behave.
#[derive(Clone, Debug)]
pub(crate) struct Manners {
    /// How many may be connected.
    pub(crate) at_most: usize,
    /// How many of them from one address that is no trusted proxy's.
    pub(crate) per_address: usize,
    /// Addresses that connect for many clients.
    pub(crate) trusted_proxies: Arc<[IpAddr]>,
    /// How long the head of a request may take to come, and a connection may be idle between two.
    pub(crate) head: Duration,
    /// How many bytes the head may have.
    pub(crate) head_size: usize,
    /// How long the client may take nothing of an answer.
    pub(crate) stall: Duration,
    /// How many bytes of an answer the client must take for every further second of waiting.
    pub(crate) bytes_per_second: u64,
}

impl Manners {
    /// What the settings allow.
    pub(crate) fn of(config: &Config) -> Self {
        let at_most = config.max_connections;
        let trusted_proxies = config.trusted_proxies.clone().into();
        Self { at_most, per_address: at_most.div_ceil(4), trusted_proxies, ..Self::default() }
    }
}

impl Default for Manners {
    /// A telephone of 8 KB a second that opens six connections takes more than a kilobyte a second on each.
    fn default() -> Self {
        Self {
            at_most: 512,
            per_address: 128,
            trusted_proxies: Arc::default(),
            head: Duration::from_secs(20),
            head_size: 16 * 1_024,
            stall: Duration::from_secs(30),
            bytes_per_second: 1_024,
        }
    }
}

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
        manners: Manners,
        metrics: Option<Arc<Metrics>>,
    ) -> Self {
        let address = listener.local_addr().unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        if let Err(error) = socket::bound_buffers(&(&listener).into()) {
            tracing::warn!(%error, "the buffers of connections could not be bounded");
        }
        let (stop, stopped) = oneshot::channel();
        let accepting = tokio::spawn(accept(listener, service, manners, metrics, stopped));
        Self { address, stop, accepting }
    }

    /// Where it listens.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops to accept and waits for what is in flight; whether all of it ended in time.
    pub(crate) async fn finish(self, patience: Duration) -> bool {
        let _ = self.stop.send(());
        match self.accepting.await {
            Ok(connections) => timeout(patience, connections.shutdown()).await.is_ok(),
            Err(_) => false,
        }
    }
}

async fn accept(
    listener: TcpListener,
    service: Service,
    manners: Manners,
    metrics: Option<Arc<Metrics>>,
    mut stopped: oneshot::Receiver<()>,
) -> GracefulShutdown {
    let connections = GracefulShutdown::new();
    let proxies = Arc::clone(&manners.trusted_proxies);
    let limit = ConnectionLimit::new(manners.at_most, manners.per_address, proxies, metrics);
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
                    sleep(BREATH).await;
                }
                continue;
            }
        };
        if let Ok(guard) = limit.admit(peer.ip(), Instant::now()) {
            let (service, manners, watcher) = (service.clone(), manners.clone(), connections.watcher());
            tokio::spawn(http1::serve(stream, peer, service, manners, watcher, guard));
        } else if let Ok(permit) = Arc::clone(&rejections).try_acquire_owned() {
            tokio::spawn(reject(stream, permit));
        }
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
