//! One connection, from its first request to its end.

use std::{convert::Infallible, net::SocketAddr, pin::Pin, sync::Arc, task::Context, task::Poll};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, Request},
};
use http_body::{Frame, SizeHint};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::Watcher,
};
use tokio::{net::TcpStream, time::Instant};
use tower::ServiceExt as _;

use crate::{
    http::{
        run_to_end::Permit,
        serve::{
            activity::Phase,
            close::{close, reset},
            limit::ConnectionGuard,
            settings::ConnectionSettings,
            socket::bound_buffers,
            stream::{ClientStream, TakingPace},
        },
    },
    router::Service,
};

/// How much of what a client sends, and of what it is sent, a connection holds in memory, in bytes: uploads come in as
/// fast as they are stored.
const BUFFER: usize = 64 * 1_024;

/// Answers a client's requests until one of both ends it, or its place is given to another.
pub(super) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    service: Service,
    settings: ConnectionSettings,
    watcher: Watcher,
    guard: ConnectionGuard,
) {
    let _ = stream.set_nodelay(true);
    let _ = bound_buffers(&(&stream).into());
    let stream = Arc::new(stream);
    let pace = TakingPace { stall: settings.stall, bytes_per_second: settings.bytes_per_second };
    let client = ClientStream::new(Arc::clone(&stream), guard.clone(), pace);
    let service = service_fn(|request| answer(request, peer, service.clone(), guard.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.head)
        .max_header_size(settings.head_size)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(client), service);
    let is_evicted = tokio::select! {
        ended = watcher.watch(connection) => {
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
            false
        }
        () = guard.evicted() => true,
    };
    if is_evicted {
        reset(&stream);
    } else if guard.activity().is_blocked() {
        guard.stalled();
        reset(&stream);
    } else {
        close(&stream, &guard, settings.stall).await;
    }
}

/// Answers one request, when what was answered before it is taken: however many a client asks for ahead, one answer is
/// kept for it.
async fn answer(
    request: Request<Incoming>,
    peer: SocketAddr,
    service: Service,
    guard: ConnectionGuard,
) -> Result<axum::http::Response<Answer>, Infallible> {
    guard.activity().unblocked().await;
    guard.activity().enter(Phase::Request, Instant::now());
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    request.extensions_mut().insert(Permit::new(guard.clone()));
    let response = service.oneshot(request).await?;
    Ok(response.map(|body| Answer { body, guard }))
}

/// The body of an answer, after which the next request is waited for.
struct Answer {
    body: Body,
    guard: ConnectionGuard,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.guard.activity().enter(Phase::Idle, Instant::now());
    }
}
