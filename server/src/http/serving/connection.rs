//! Serves one connection, from its first request to its end.

use std::{
    convert::Infallible,
    future::poll_fn,
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    time::Duration,
};

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
use tower::{Service, ServiceExt as _};

use crate::http::{
    error::ApiError,
    multipart,
    serving::{
        requests::Requests,
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
pub(crate) trait HttpService:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Unpin + 'static
{
}

impl<S> HttpService for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Unpin
        + 'static
{
}

/// Limits the buffers of the socket. Connections inherit the limits of their listener.
pub(super) fn bound_buffers(socket: &SockRef<'_>) -> io::Result<()> {
    socket.set_send_buffer_size(SOCKET_BUFFER)?;
    socket.set_recv_buffer_size(SOCKET_BUFFER)?;
    socket.set_tcp_notsent_lowat(UNSENT)
}

/// Serves the requests of a client until either side closes the connection, or another client gets the slot.
pub(super) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    service: impl HttpService,
    requests: Requests,
    settings: ConnectionSettings,
    slot: Slot,
) {
    let _ = stream.set_nodelay(true);
    let _ = bound_buffers(&(&stream).into());
    // Dropping the connection discards unsent data.
    let _ = stream.set_zero_linger();
    let held = slot.clone();
    let service = service_fn(move |request| {
        Box::pin(answer(request, peer, service.clone(), requests.clone(), held.clone()))
    });
    let client = TokioIo::new(ClientStream::new(stream, slot.clone(), settings.response));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.idle)
        .max_header_size(HEAD_SIZE)
        .max_buf_size(HTTP_BUFFER)
        .serve_connection(client, service);
    let serving = async {
        let (mut closing, mut is_closing) = (pin!(slot.closing()), false);
        let ended = poll_fn(|context| {
            if !is_closing && closing.as_mut().poll(context).is_ready() {
                is_closing = true;
                Pin::new(&mut connection).graceful_shutdown();
            }
            connection.poll_without_shutdown(context)
        });
        if let Err(error) = ended.await {
            tracing::debug!(%error, "a connection ended early");
        }
        let mut client = connection.into_parts().io.into_inner();
        if client.is_stalled {
            return;
        }
        tokio::select! {
            () = close(&mut client.stream, settings.response) => {}
            // The kernel sends the rest, even after the process has exited.
            () = slot.stopped(settings.reject) => {
                let _ = SockRef::from(&client.stream).set_linger(None);
            }
        }
    };
    let evicted = async {
        slot.evicted().await;
        sleep(settings.reject).await;
    };
    tokio::select! {
        () = serving => {}
        () = evicted => {}
        () = slot.late_for_first_head(settings.head) => {}
    }
}

/// Handles a request in a task of its own, so that it finishes even if the client disconnects.
async fn answer(
    request: Request<Incoming>,
    peer: SocketAddr,
    service: impl HttpService,
    requests: Requests,
    slot: Slot,
) -> Result<Response<impl HttpBody<Data = axum::body::Bytes, Error = axum::Error>>, Infallible> {
    // A client that pipelines requests gets one buffered response at a time.
    slot.unblocked().await;
    let guard = slot.begin_request();
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    request.extensions_mut().insert(guard.clone());
    let held = guard.clone();
    let work = requests.spawn(async move {
        let _held = held;
        service.oneshot(request).await
    });
    let response = work.await.unwrap_or_else(|error| {
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
/// everything is acknowledged. Dropping the stream resets a client that is too slow.
async fn close(stream: &mut TcpStream, limit: TransferLimit) {
    let _ = stream.shutdown().await;
    let (mut budget, mut left) = (WaitBudget::new(limit), DISCARD_LIMIT);
    let mut discarded = [0; 1_024];
    loop {
        let read = tokio::select! {
            read = stream.read(&mut discarded) => read.unwrap_or(0),
            () = poll_fn(|context| budget.poll_spent(context)) => return,
        };
        budget.transferred(read);
        match left.checked_sub(read as u64) {
            Some(_) if read == 0 => break,
            Some(fewer) => left = fewer,
            None => return,
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
    let _ = timeout(limit.max, acknowledged).await;
}

/// Responds with 503 without reading a request.
pub(super) async fn reject(mut stream: TcpStream, time_limit: Duration, _permit: OwnedSemaphorePermit) {
    let talk = async {
        stream.write_all(NO_SLOT.as_bytes()).await?;
        stream.shutdown().await?;
        // Closing a connection with unread data would reset it, and the client would lose the response.
        while stream.read(&mut [0; 1_024]).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = timeout(time_limit, talk).await;
}
