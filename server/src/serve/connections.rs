//! The clients' connections: how many, how slow, and their end.
//!
//! HTTP/1.1 only: browsers reach the server through a proxy that speaks it, and one protocol has one set of limits.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::{ConnectInfo, Request},
};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

use crate::{metrics::Metrics, router::Service, run_to_end::Permit};

/// What is answered when there is no room for another connection.
const NO_ROOM: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
     cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: 80\r\n\r\n\
     {\"message\":\"The service is not available right now. Please try again shortly.\"}\n";

/// How many clients may be told so at once; further ones find the door closed.
const TURNED_AWAY: usize = 64;

/// How much of what a client sends, and of what it is sent, a connection holds in memory, in bytes: uploads come in as
/// fast as they are stored.
const BUFFER: usize = 64 * 1_024;

/// How long after a failure to accept, as for want of file descriptors, it is tried again.
const BREATH: Duration = Duration::from_millis(100);

/// How clients must behave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manners {
    /// How many may be connected.
    pub(crate) at_most: usize,
    /// How long the head of a request may take to come, and a connection may be idle between two.
    pub(crate) head: Duration,
    /// How many bytes the head may have.
    pub(crate) head_size: usize,
    /// How long the client may take nothing of an answer.
    pub(crate) stall: Duration,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            at_most: 512,
            head: Duration::from_secs(20),
            head_size: 16 * 1_024,
            stall: Duration::from_secs(30),
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
    let room = Arc::new(Semaphore::new(manners.at_most));
    let hall = Arc::new(Semaphore::new(TURNED_AWAY));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut stopped => return connections,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_of_the_client(&error) {
                    tracing::warn!(%error, "no connection could be accepted");
                    sleep(BREATH).await;
                }
                continue;
            }
        };
        if let Ok(place) = Arc::clone(&room).try_acquire_owned() {
            let connected = Connected::new(metrics.clone(), place);
            let watcher = connections.watcher();
            tokio::spawn(converse(stream, peer, service.clone(), manners, watcher, connected));
        } else {
            if let Some(metrics) = &metrics {
                metrics.connections_refused.inc();
            }
            if let Ok(place) = Arc::clone(&hall).try_acquire_owned() {
                tokio::spawn(turn_away(stream, place));
            }
        }
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    service: Service,
    manners: Manners,
    watcher: Watcher,
    connected: Connected,
) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(manners.stall));
    let permit = Permit::new(connected);
    let service = service.map_request(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(permit.clone());
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(manners.head)
        .max_header_size(manners.head_size)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service));
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Says that there is no room. What the client sent is read, so that its answer is not lost with the connection.
async fn turn_away(mut stream: TcpStream, _place: OwnedSemaphorePermit) {
    let talk = async {
        stream.write_all(NO_ROOM.as_bytes()).await?;
        stream.shutdown().await?;
        let mut scrap = [0; 1_024];
        while stream.read(&mut scrap).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = timeout(Duration::from_secs(1), talk).await;
}

/// A connected client, counted until it is gone and what it asked for is done.
struct Connected {
    metrics: Option<Arc<Metrics>>,
    _place: OwnedSemaphorePermit,
}

impl Connected {
    fn new(metrics: Option<Arc<Metrics>>, place: OwnedSemaphorePermit) -> Self {
        if let Some(metrics) = &metrics {
            metrics.connections.inc();
        }
        Self { metrics, _place: place }
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        if let Some(metrics) = &self.metrics {
            metrics.connections.dec();
        }
    }
}
