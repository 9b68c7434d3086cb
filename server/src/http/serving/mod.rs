//! HTTP/1.1 over TCP: connections within limits, and a graceful shutdown.
//!
//! HTTP/1.1 only: browsers reach the server through a proxy that speaks it, and one protocol has one set of limits.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    convert::Infallible,
    error::Error as _,
    io,
    net::SocketAddr,
    pin::pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
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
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    task::JoinHandle,
    time::{Instant, sleep_until, timeout},
};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};
use tower::{ServiceExt as _, util::MapRequest};

use crate::{http::holding_body::HoldingBody, monitoring::metrics::Metrics};

/// Bytes of the socket buffer for each direction. The kernel doubles the value for its overhead. Without a limit it uses
/// several megabytes for each client. This value allows 10 Mbit/s with a round trip of 100 ms.
const SOCKET_BUFFER: usize = 128 * 1_024;

/// Bytes that hyper buffers for each direction: those of the longest head.
const HTTP_BUFFER: usize = 16 * 1_024;

/// Maximum bytes of a request head.
const HEAD_SIZE: usize = 16 * 1_024;

/// Maximum requests of a connection. hyper buffers all responses without a body, even if the client does not read.
const MAX_REQUESTS: usize = 1_000;

/// Time without a request before a connection may be closed to make room: its next request can be on its way.
const MIN_SILENCE: Duration = Duration::from_secs(1);

/// Routes, with a change of each request before.
pub(crate) type HttpService = MapRequest<Router, fn(Request) -> Request>;

/// Limits of connections.
pub(crate) struct ConnectionSettings {
    /// Maximum connections. A further one takes the place of that without a request for the longest time, or waits.
    pub(crate) max: usize,
    /// Time until the head of the next request is complete. It includes idle time, because hyper has one timer for both.
    pub(crate) keep_alive: Duration,
    /// Time for which a client may read nothing of a response.
    pub(crate) stall: Duration,
}

impl ConnectionSettings {
    /// Returns the limits for this many connections.
    pub(crate) fn new(max: usize) -> Self {
        Self {
            max,
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

/// Place of a connection among all. It is free when the connection and its requests have ended, also those that continue
/// without their client.
#[derive(Clone)]
pub(crate) struct Slot {
    _held: Arc<(OwnedSemaphorePermit, Connected)>,
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
    let open = Arc::<OpenConnections>::default();
    let mut next = async || {
        let (stream, peer) = Listener::accept(&mut listener).await;
        if slots.available_permits() == 0 {
            metrics.connections_full.inc();
        }
        let mut free = pin!(Arc::clone(&slots).acquire_owned());
        let slot = tokio::select! {
            biased;
            slot = &mut free => slot,
            () = open.close_longest_silent() => free.await,
        };
        Some((slot.ok()?, stream, peer))
    };
    while let Some(Some((slot, stream, peer))) = stop.run_until_cancelled(next()).await {
        let slot = Slot { _held: Arc::new((slot, Connected::count(&metrics))) };
        set_options(&stream, settings.stall);
        let activity = open.add();
        let connection = Connection { peer, slot, activity, keep_alive: settings.keep_alive };
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

/// All open connections, of which the silent ones make room for others.
#[derive(Default)]
struct OpenConnections {
    activities: Mutex<HashMap<u64, Arc<Activity>>>,
    count: AtomicU64,
    /// Notifies that a connection became silent.
    became_silent: Notify,
}

/// Whether a connection has a request in progress.
#[derive(Default)]
struct Activity {
    /// When the last request ended; none during a request.
    silent_since: Mutex<Option<Instant>>,
    close: CancellationToken,
}

impl OpenConnections {
    /// Adds a silent connection.
    fn add(self: &Arc<Self>) -> OpenConnection {
        let (id, activity) = (self.count.fetch_add(1, Ordering::Relaxed), Arc::<Activity>::default());
        activity.set_silent_since(Some(Instant::now()));
        lock(&self.activities).insert(id, Arc::clone(&activity));
        OpenConnection { all: Arc::clone(self), id, activity }
    }

    /// Closes the connection that has been silent for the longest time, as soon as there is one.
    async fn close_longest_silent(&self) {
        loop {
            match self.find_longest_silent() {
                None => self.became_silent.notified().await,
                Some((since, activity)) if since.elapsed() >= MIN_SILENCE => return activity.close.cancel(),
                Some((since, _)) => sleep_until(since + MIN_SILENCE).await,
            }
        }
    }

    fn find_longest_silent(&self) -> Option<(Instant, Arc<Activity>)> {
        let activities = lock(&self.activities);
        let open = activities.values().filter(|activity| !activity.close.is_cancelled());
        let silent = open.filter_map(|activity| Some(((*lock(&activity.silent_since))?, activity)));
        silent.min_by_key(|(since, _)| *since).map(|(since, activity)| (since, Arc::clone(activity)))
    }
}

impl Activity {
    fn set_silent_since(&self, since: Option<Instant>) {
        *lock(&self.silent_since) = since;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection among all of them, until it is dropped.
struct OpenConnection {
    all: Arc<OpenConnections>,
    id: u64,
    activity: Arc<Activity>,
}

impl OpenConnection {
    /// Counts as active until the value is dropped.
    fn begin_request(&self) -> ActiveRequest {
        self.activity.set_silent_since(None);
        ActiveRequest { all: Arc::clone(&self.all), activity: Arc::clone(&self.activity) }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        lock(&self.all.activities).remove(&self.id);
    }
}

/// A request, until the end of its response.
struct ActiveRequest {
    all: Arc<OpenConnections>,
    activity: Arc<Activity>,
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.activity.set_silent_since(Some(Instant::now()));
        self.all.became_silent.notify_one();
    }
}

/// Connection of a client.
struct Connection {
    peer: SocketAddr,
    slot: Slot,
    activity: OpenConnection,
    keep_alive: Duration,
}

impl Connection {
    /// Serves the requests of the client until either side closes the connection.
    async fn serve(self, stream: TcpStream, routes: HttpService, watcher: Watcher, metrics: Arc<Metrics>) {
        let Self { peer, slot, activity, keep_alive } = self;
        let served = AtomicUsize::new(1);
        let service = service_fn(|request: Request<Incoming>| {
            let is_last = served.fetch_add(1, Ordering::Relaxed) >= MAX_REQUESTS;
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(slot.clone());
            let (answering, active) = (routes.clone().oneshot(request), activity.begin_request());
            async move {
                let mut response = answering.await?;
                if is_last {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response.map(|body| HoldingBody::wrap(body, active)))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(keep_alive)
            .max_header_size(HEAD_SIZE)
            .max_buf_size(HTTP_BUFFER)
            .serve_connection(TokioIo::new(stream), service);
        let serving = activity.activity.close.run_until_cancelled(watcher.watch(connection));
        if let Some(Err(error)) = serving.await {
            tracing::debug!(%error, "a connection ended early");
            let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
            if cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut) {
                metrics.connections_stalled.inc();
            }
        }
    }
}
