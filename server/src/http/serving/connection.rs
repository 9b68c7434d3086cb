//! Serves one connection, from its first request to its end.

use std::{
    error::Error as _,
    future::poll_fn,
    io,
    net::SocketAddr,
    pin,
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
};
use futures_util::TryFutureExt as _;
use http_body_util::BodyExt as _;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tower::{ServiceExt as _, util::MapRequest};

use crate::http::{multipart, serving::Slot};

/// Bytes of the socket buffer for each direction. The kernel doubles the value for its overhead. Without a limit it uses
/// several megabytes for each client. This value allows 10 Mbit/s with a round trip of 100 ms.
const SOCKET_BUFFER: usize = 128 * 1_024;

/// Bytes that hyper buffers for each direction. Uploads are read as fast as they are stored.
const HTTP_BUFFER: usize = 64 * 1_024;

/// Maximum bytes of a request head.
const HEAD_SIZE: usize = 16 * 1_024;

/// Maximum requests of a connection. hyper buffers all responses without a body, even if the client does not read.
const MAX_REQUESTS: usize = 1_000;

const NO_SLOT: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
     cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: 80\r\n\r\n\
     {\"message\":\"The service is not available right now. Please try again shortly.\"}\n";

/// Routes, with a change of each request before.
pub(crate) type HttpService = MapRequest<Router, fn(Request) -> Request>;

/// Serves the requests of a client until either side closes the connection.
pub(super) async fn serve_connection(stream: TcpStream, peer: SocketAddr, slot: Arc<Slot>) {
    let (shared, settings) = (&slot.shared, &slot.shared.settings);
    let socket = SockRef::from(&stream);
    let options = [
        socket.set_tcp_nodelay(true),
        socket.set_send_buffer_size(SOCKET_BUFFER),
        socket.set_recv_buffer_size(SOCKET_BUFFER),
        // The kernel ends the connection when the client reads nothing for this time.
        socket.set_tcp_user_timeout(Some(settings.stall)),
    ];
    for error in options.into_iter().filter_map(Result::err) {
        tracing::debug!(%error, "an option of a connection cannot be set");
    }
    let is_crowded = slot.is_crowded();
    let keep_alive = if is_crowded { settings.crowded_head } else { settings.keep_alive };
    let served = AtomicUsize::new(1);
    let service = service_fn(|request: Request<Incoming>| {
        let is_enough = served.fetch_add(1, Ordering::Relaxed) >= MAX_REQUESTS;
        let is_last = is_enough || is_crowded || slot.is_crowded();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&slot));
        // In a task of its own, so that it finishes even if the client disconnects: hyper then drops the handler, which
        // would leave an open transaction with its locks between two statements.
        let (work, in_progress) = (shared.service.clone().oneshot(request), shared.requests.token());
        shared.requests.spawn(work).map_ok(move |Ok(mut response)| {
            if is_last {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            response.map(|body| {
                body.map_err(move |error| {
                    let _in_progress = &in_progress;
                    error
                })
            })
        })
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(keep_alive)
        .max_header_size(HEAD_SIZE)
        .max_buf_size(HTTP_BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    let ended = tokio::select! {
        ended = poll_fn(|context| connection.poll_without_shutdown(context)) => ended,
        () = shared.stop.cancelled() => {
            pin::Pin::new(&mut connection).graceful_shutdown();
            poll_fn(|context| connection.poll_without_shutdown(context)).await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
        let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
        if cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut) {
            shared.metrics.connections_stalled.inc();
        }
    }
    // A client that sends a byte now and then does not keep the slot.
    let closing = close(connection.into_parts().io.into_inner(), settings.stall);
    let _ = timeout(settings.stall.saturating_mul(5), closing).await;
}

/// Closes a connection so that the client can read everything: sends a FIN, and discards an unused body. Closing with
/// unread data would reset the connection.
async fn close(mut stream: TcpStream, pause: Duration) {
    let _ = stream.shutdown().await;
    let (mut incoming, mut discarded) = (stream.take(multipart::BODY_LIMIT), [0; 1_024]);
    while let Ok(Ok(1..)) = timeout(pause, incoming.read(&mut discarded)).await {}
}

/// Responds with 503 without reading a request.
pub(super) async fn reject(mut stream: TcpStream, time: Duration) {
    let talk = async {
        let _ = stream.write_all(NO_SLOT.as_bytes()).await;
        close(stream, time).await;
    };
    let _ = timeout(time, talk).await;
}
