//! One connection, from its first request to its end.

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
    serving::{
        requests::Requests,
        settings::{ConnectionSettings, TransferLimit},
        slots::Slot,
        stream::ClientStream,
        wait_budget::WaitBudget,
    },
};

/// Bytes of the kernel's buffers for each direction; the kernel takes twice as many for its own records. Without a bound
/// it keeps several megabytes for each client. This carries 10 Mbit/s over a line with a round trip of 100 ms.
const SOCKET_BUFFER: usize = 128 * 1_024;

/// Bytes that the kernel takes before it can send them. What a client does not take stays with the server, which
/// so learns of it.
const UNSENT: u32 = 32 * 1_024;

/// Bytes that hyper buffers for each direction: uploads come in as fast as they are stored.
const HTTP_BUFFER: usize = 64 * 1_024;

/// Bytes of a request's head.
const HEAD_SIZE: usize = 16 * 1_024;

/// Bytes of a body that nobody wants and that are read all the same, so that the sender gets to read the answer.
const DISCARD_LIMIT: usize = crate::http::multipart::BODY_LIMIT as usize;

const NO_SLOT: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
     cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: 80\r\n\r\n\
     {\"message\":\"The service is not available right now. Please try again shortly.\"}\n";

/// What answers requests.
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

/// Bounds the kernel's buffers. Connections inherit those of their listener.
pub(super) fn bound_buffers(socket: &SockRef<'_>) -> io::Result<()> {
    socket.set_send_buffer_size(SOCKET_BUFFER)?;
    socket.set_recv_buffer_size(SOCKET_BUFFER)?;
    socket.set_tcp_notsent_lowat(UNSENT)
}

/// Answers a client's requests until either side ends the connection, or another client gets the slot.
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
    // What a client has not taken when the connection is dropped is dropped with it.
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
            // The kernel sends the rest, also after the end of the process.
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

/// Answers a request in a task of its own, so that it runs to its end when the client leaves.
async fn answer(
    request: Request<Incoming>,
    peer: SocketAddr,
    service: impl HttpService,
    requests: Requests,
    slot: Slot,
) -> Result<Response<impl HttpBody<Data = axum::body::Bytes, Error = axum::Error>>, Infallible> {
    // However many requests a client sends ahead, only one answer is kept for it.
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

/// Closes a connection so that the client can read all that it was sent: sends a FIN, discards what still comes, and
/// waits until everything is acknowledged. A client that is too slow is reset when the stream is dropped.
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
        match left.checked_sub(read) {
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

/// Answers 503 without reading a request.
pub(super) async fn reject(mut stream: TcpStream, time_limit: Duration, _permit: OwnedSemaphorePermit) {
    let talk = async {
        stream.write_all(NO_SLOT.as_bytes()).await?;
        stream.shutdown().await?;
        // Data that is unread when the connection is closed would reset it, and the answer be lost.
        while stream.read(&mut [0; 1_024]).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = timeout(time_limit, talk).await;
}
