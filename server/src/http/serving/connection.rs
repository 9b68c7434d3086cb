//! Serves one connection, from its first request to its end.

use std::{convert::Infallible, future::poll_fn, io, net::SocketAddr, pin, sync::Arc, time::Duration};

use axum::{
    body::{Body, HttpBody},
    extract::{ConnectInfo, Request},
    response::{IntoResponse as _, Response},
};
use http_body_util::BodyExt as _;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::OwnedSemaphorePermit,
    time::{sleep, timeout},
};
use tokio_util::task::TaskTracker;
use tower::{ServiceExt as _, util::BoxCloneSyncService};

use crate::http::{
    error::ApiError,
    multipart,
    serving::{
        settings::{ConnectionSettings, TransferLimit},
        slots::Slot,
        stream::ClientStream,
        wait_budget::WaitBudget,
    },
};

/// Bytes of the socket buffer for each direction. The kernel doubles the value for its overhead. Without a limit it uses
/// several megabytes for each client. This value allows 10 Mbit/s with a round trip of 100 ms.
const SOCKET_BUFFER: usize = 128 * 1_024;

/// Bytes that the kernel queues before it can send them (`TCP_NOTSENT_LOWAT`). The server notices a client that does not
/// read, because the rest stays in the server.
const UNSENT: u32 = 32 * 1_024;

/// Bytes that hyper buffers for each direction. Uploads are read as fast as they are stored.
const HTTP_BUFFER: usize = 64 * 1_024;

/// Maximum bytes of a request head.
const HEAD_SIZE: usize = 16 * 1_024;

/// Maximum bytes of an unused body that are read, so that the client can read the response.
const DISCARD_LIMIT: u64 = multipart::BODY_LIMIT;

const NO_SLOT: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
     cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: 80\r\n\r\n\
     {\"message\":\"The service is not available right now. Please try again shortly.\"}\n";

/// Service that responds to requests.
pub(crate) type HttpService = BoxCloneSyncService<Request, Response, Infallible>;

/// Serves the requests of a client until either side closes the connection, or another client gets the slot.
pub(super) async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    service: HttpService,
    requests: TaskTracker,
    slot: Arc<Slot>,
) {
    if let Err(error) = set_options(&stream) {
        tracing::debug!(%error, "a connection has no bounds for its buffers");
    }
    let ConnectionSettings { idle, response: limit, .. } = slot.slots.settings;
    let held = Arc::clone(&slot);
    let service = service_fn(move |request| {
        Box::pin(respond(request, peer, service.clone(), requests.clone(), Arc::clone(&held)))
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(idle)
        .max_header_size(HEAD_SIZE)
        .max_buf_size(HTTP_BUFFER)
        .serve_connection(TokioIo::new(ClientStream::new(stream, limit)), service);
    let serving = async {
        let ended = tokio::select! {
            ended = poll_fn(|context| connection.poll_without_shutdown(context)) => ended,
            () = slot.closing().cancelled() => {
                pin::Pin::new(&mut connection).graceful_shutdown();
                poll_fn(|context| connection.poll_without_shutdown(context)).await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended early");
        }
        let ClientStream { stream, is_stalled, .. } = connection.into_parts().io.into_inner();
        if is_stalled {
            slot.slots.metrics.connections_stalled.inc();
            let _ = stream.set_zero_linger();
        } else {
            close(stream, limit).await;
        }
    };
    tokio::select! {
        () = serving => {}
        // The kernel sends the rest, even after the process has exited.
        () = slot.must_end() => {}
    }
}

fn set_options(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    socket.set_send_buffer_size(SOCKET_BUFFER)?;
    socket.set_recv_buffer_size(SOCKET_BUFFER)?;
    socket.set_tcp_notsent_lowat(UNSENT)
}

/// Handles a request in a task of its own, so that it finishes even if the client disconnects: hyper then drops the
/// handler, which would leave an open transaction with its locks between two statements.
async fn respond(
    request: Request<Incoming>,
    peer: SocketAddr,
    service: HttpService,
    requests: TaskTracker,
    slot: Arc<Slot>,
) -> Result<Response<impl HttpBody<Data = axum::body::Bytes, Error = axum::Error>>, Infallible> {
    let guard = slot.begin_request();
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    request.extensions_mut().insert(Arc::clone(&guard));
    let response = requests.spawn(service.oneshot(request)).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a request did not run to its end");
        Ok(ApiError::internal().into_response())
    })?;
    Ok(response.map(|body| {
        body.map_err(move |error| {
            let _in_progress = &guard;
            error
        })
    }))
}

/// Closes a connection so that the client can read everything: sends a FIN, discards incoming data, and waits until
/// everything is acknowledged. Resets a client that is too slow, because the kernel would keep the rest for it.
async fn close(mut stream: TcpStream, limit: TransferLimit) {
    let _ = stream.shutdown().await;
    let (mut budget, mut discarded) = (WaitBudget::new(limit), [0; 1_024]);
    let mut incoming = (&mut stream).take(DISCARD_LIMIT);
    loop {
        tokio::select! {
            read = incoming.read(&mut discarded) => match read {
                Ok(read @ 1..) => budget.transferred(read),
                _ => break,
            },
            () = poll_fn(|context| budget.poll_spent(context)) => return drop(stream.set_zero_linger()),
        }
    }
    // A socket has a peer until its last byte is acknowledged.
    let acknowledged = async {
        let mut pause = Duration::from_millis(10);
        while stream.peer_addr().is_ok() {
            sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(1));
        }
    };
    if timeout(limit.max, acknowledged).await.is_err() {
        let _ = stream.set_zero_linger();
    }
}

/// Responds with 503 without reading a request.
pub(super) async fn reject(
    mut stream: TcpStream,
    settings: ConnectionSettings,
    _permit: OwnedSemaphorePermit,
) {
    // Closing a connection with unread data would reset it, and the client would lose the response.
    let talk = async {
        let _ = stream.write_all(NO_SLOT.as_bytes()).await;
        close(stream, settings.response).await;
    };
    let _ = timeout(settings.reject, talk).await;
}
