//! Serves one connection, from its first request to its end.

use std::{
    convert::Infallible, error::Error as _, future::poll_fn, io, net::SocketAddr, pin, sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, Request},
    response::{IntoResponse as _, Response},
};
use futures_util::FutureExt as _;
use http_body_util::BodyExt as _;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::OwnedSemaphorePermit,
    time::timeout,
};
use tokio_util::task::TaskTracker;
use tower::{ServiceExt as _, util::MapRequest};

use crate::http::{
    error::ApiError,
    multipart,
    serving::{settings::ConnectionSettings, slots::Slot, stream::ClientStream},
};

/// Bytes of the socket buffer for each direction. The kernel doubles the value for its overhead. Without a limit it uses
/// several megabytes for each client. This value allows 10 Mbit/s with a round trip of 100 ms.
const SOCKET_BUFFER: usize = 128 * 1_024;

/// Bytes that hyper buffers for each direction. Uploads are read as fast as they are stored.
const HTTP_BUFFER: usize = 64 * 1_024;

/// Maximum bytes of a request head.
const HEAD_SIZE: usize = 16 * 1_024;

/// Maximum bytes of an unused body that are read, so that the client can read the response.
const DISCARD_LIMIT: u64 = multipart::BODY_LIMIT;

const NO_SLOT: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
     cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: 80\r\n\r\n\
     {\"message\":\"The service is not available right now. Please try again shortly.\"}\n";

/// Routes, with a change of each request before.
pub(crate) type HttpService = MapRequest<Router, fn(Request) -> Request>;

/// Serves the requests of a client until either side closes the connection, or another client gets the slot.
pub(super) async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    service: HttpService,
    requests: TaskTracker,
    slot: Arc<Slot>,
) {
    let ConnectionSettings { head, stall, .. } = slot.slots.settings;
    if let Err(error) = set_options(&stream, stall) {
        tracing::debug!(%error, "a connection has no bounds for its buffers");
    }
    let service = service_fn(|request| respond(request, peer, service.clone(), &requests, &slot));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_header_size(HEAD_SIZE)
        .max_buf_size(HTTP_BUFFER)
        .serve_connection(TokioIo::new(ClientStream::new(stream)), service);
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
            if is_stalled(&error) {
                slot.slots.metrics.connections_stalled.inc();
            }
        }
        close(connection.into_parts().io.into_inner().stream, stall).await;
    };
    tokio::select! {
        () = serving => {}
        // The kernel sends the rest, even after the process has exited.
        () = slot.must_end() => {}
    }
}

/// Limits the memory of the kernel, and lets it end the connection when the client reads nothing for a time.
fn set_options(stream: &TcpStream, stall: Duration) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    socket.set_send_buffer_size(SOCKET_BUFFER)?;
    socket.set_recv_buffer_size(SOCKET_BUFFER)?;
    socket.set_tcp_user_timeout(Some(stall))
}

/// Returns whether the kernel has ended a connection because the client read nothing.
fn is_stalled(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}

/// Handles a request in a task of its own, so that it finishes even if the client disconnects: hyper then drops the
/// handler, which would leave an open transaction with its locks between two statements.
fn respond(
    request: Request<Incoming>,
    peer: SocketAddr,
    service: HttpService,
    requests: &TaskTracker,
    slot: &Arc<Slot>,
) -> impl Future<Output = Result<Response<impl HttpBody<Data = Bytes, Error = axum::Error> + use<>>, Infallible>>
+ use<> {
    let guard = slot.begin_request();
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    request.extensions_mut().insert(Arc::clone(&guard));
    requests.spawn(service.oneshot(request)).map(|response| {
        let response = response.unwrap_or_else(|error| {
            tracing::error!(%error, "a request did not run to its end");
            Ok(ApiError::internal().into_response())
        })?;
        Ok(response.map(|body| {
            body.map_err(move |error| {
                let _in_progress = &guard;
                error
            })
        }))
    })
}

/// Closes a connection so that the client can read everything: sends a FIN, and discards what the client still sends.
async fn close(mut stream: TcpStream, pause: Duration) {
    let _ = stream.shutdown().await;
    let (mut incoming, mut discarded) = (stream.take(DISCARD_LIMIT), [0; 1_024]);
    while let Ok(Ok(1..)) = timeout(pause, incoming.read(&mut discarded)).await {}
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
        close(stream, settings.reject).await;
    };
    let _ = timeout(settings.reject, talk).await;
}
