//! HTTP/1.1 over TCP: connections within limits, and a graceful shutdown.
//!
//! HTTP/1.1 only: browsers reach the server through a proxy that speaks it, and one protocol has one set of limits.

#[cfg(test)]
mod tests;

use std::{
    error::Error as _,
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    http::{HeaderValue, header},
    serve::Listener,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
};
use socket2::SockRef;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};
use tower::{ServiceExt as _, util::MapRequest};

use crate::{http::permit::ClientLimits, monitoring::metrics::Metrics};

/// Bytes of the socket buffer for each direction. The kernel doubles the value for its overhead. Without a limit it uses
/// several megabytes for each client. This value allows 10 Mbit/s with a round trip of 100 ms.
const SOCKET_BUFFER: usize = 128 * 1_024;

/// Bytes that hyper buffers for each direction: those of the longest head.
const HTTP_BUFFER: usize = 16 * 1_024;

/// Maximum bytes of a request head.
const HEAD_SIZE: usize = 16 * 1_024;

/// Maximum requests of a connection. hyper buffers all responses without a body, even if the client does not read.
const MAX_REQUESTS: usize = 1_000;

/// Routes, with a change of each request before.
pub(crate) type HttpService = MapRequest<Router, fn(Request) -> Request>;

/// Limits of connections.
pub(crate) struct ConnectionSettings {
    /// Maximum connections. Further ones wait in the kernel.
    pub(crate) max: usize,
    /// Maximum connections of each client.
    pub(crate) clients: ClientLimits,
    /// Time until the head of the next request is complete. It includes idle time, because hyper has one timer for both.
    pub(crate) keep_alive: Duration,
    /// Time for which a client may read nothing of a response.
    pub(crate) stall: Duration,
}

impl ConnectionSettings {
    /// Returns the limits for this many connections.
    pub(crate) fn new(max: usize, clients: ClientLimits) -> Self {
        Self {
            max,
            clients,
            // Longer than proxies keep idle connections (Caddy: 2 minutes), so that the proxy is the one to close: a
            // request must not meet a closing connection.
            keep_alive: Duration::from_secs(150),
            stall: Duration::from_secs(30),
        }
    }
}

/// Server that accepts connections until it is finished or dropped.
pub(crate) struct Server {
    /// Address that it listens on.
    pub(crate) address: SocketAddr,
    requests: TaskTracker,
    /// Ends with the last connection.
    accepting: JoinHandle<()>,
    stop: DropGuard,
}

/// Place of a connection among all and among those of its client. It is free when the connection and its requests have ended,
/// also those that continue without their client.
#[derive(Clone)]
pub(crate) struct Slot {
    _held: Arc<(OwnedSemaphorePermit, Vec<OwnedSemaphorePermit>, Connected)>,
}

/// Counts a connection in the metrics until it is dropped.
struct Connected(Arc<Metrics>);

impl Connected {
    fn count(metrics: &Arc<Metrics>) -> Self {
        metrics.connections.inc();
        Self(Arc::clone(metrics))
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.connections.dec();
    }
}

impl Server {
    /// Starts to accept connections. `requests` are the tasks of requests that continue without their clients.
    pub(crate) fn start(
        listener: TcpListener,
        service: HttpService,
        requests: TaskTracker,
        settings: ConnectionSettings,
        metrics: Arc<Metrics>,
    ) -> Self {
        let address = listener.local_addr().unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        let stop = CancellationToken::new();
        let accepting = tokio::spawn(accept(listener, service, settings, metrics, stop.clone()));
        Self { address, requests, accepting, stop: stop.drop_guard() }
    }

    /// Stops accepting, closes idle connections, and waits for the requests in progress, also those of disconnected clients.
    /// Returns whether all of them ended in time.
    pub(crate) async fn finish(self, time_limit: Duration) -> bool {
        drop(self.stop);
        self.requests.close();
        let ending = async { tokio::join!(self.requests.wait(), self.accepting) };
        timeout(time_limit, ending).await.is_ok()
    }
}

async fn accept(
    mut listener: TcpListener,
    service: HttpService,
    settings: ConnectionSettings,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
) {
    let (slots, graceful) = (Arc::new(Semaphore::new(settings.max)), GracefulShutdown::new());
    let mut next = async || {
        if slots.available_permits() == 0 {
            metrics.connections_full.inc();
        }
        let slot = Arc::clone(&slots).acquire_owned().await.ok()?;
        let (stream, peer) = Listener::accept(&mut listener).await;
        Some((slot, stream, peer))
    };
    while let Some(Some((slot, stream, peer))) = stop.run_until_cancelled(next()).await {
        let Some(of_client) = settings.clients.connect(peer.ip()) else {
            metrics.connections_refused.inc();
            continue;
        };
        let slot = Slot { _held: Arc::new((slot, of_client, Connected::count(&metrics))) };
        set_options(&stream, settings.stall);
        let connection = Connection { peer, slot, keep_alive: settings.keep_alive };
        tokio::spawn(connection.serve(stream, service.clone(), graceful.watcher(), Arc::clone(&metrics)));
    }
    drop(listener);
    graceful.shutdown().await;
}

/// Sets what neither tokio nor hyper does.
fn set_options(stream: &TcpStream, stall: Duration) {
    let socket = SockRef::from(stream);
    let options = [
        socket.set_tcp_nodelay(true),
        socket.set_send_buffer_size(SOCKET_BUFFER),
        socket.set_recv_buffer_size(SOCKET_BUFFER),
        // The kernel ends the connection when the client reads nothing for this time.
        socket.set_tcp_user_timeout(Some(stall)),
    ];
    for error in options.into_iter().filter_map(Result::err) {
        tracing::debug!(%error, "an option of a connection cannot be set");
    }
}

/// Connection of a client.
struct Connection {
    peer: SocketAddr,
    slot: Slot,
    keep_alive: Duration,
}

impl Connection {
    /// Serves the requests of the client until either side closes the connection.
    async fn serve(self, stream: TcpStream, routes: HttpService, watcher: Watcher, metrics: Arc<Metrics>) {
        let Self { peer, slot, keep_alive } = self;
        let served = AtomicUsize::new(1);
        let service = service_fn(|request: Request<Incoming>| {
            let is_last = served.fetch_add(1, Ordering::Relaxed) >= MAX_REQUESTS;
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(slot.clone());
            let answering = routes.clone().oneshot(request);
            async move {
                let mut response = answering.await;
                if let Ok(response) = &mut response
                    && is_last
                {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                response
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(keep_alive)
            .max_header_size(HEAD_SIZE)
            .max_buf_size(HTTP_BUFFER)
            .serve_connection(TokioIo::new(stream), service);
        if let Err(error) = watcher.watch(connection).await {
            tracing::debug!(%error, "a connection ended early");
            let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
            if cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut) {
                metrics.connections_stalled.inc();
            }
        }
    }
}
