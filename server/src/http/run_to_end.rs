//! Every request runs in a task of its own, to its end.
//!
//! The HTTP library drops what answers a request when the client closes its connection. Work that is dropped between
//! two statements would leave its transaction and its locks behind; here it goes on, whether somebody waits for the
//! answer or not. A body that ends early ends the request all the same: reading it fails.

use std::{
    any::Any,
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use axum::{
    extract::Request,
    response::{IntoResponse as _, Response},
};
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;
use tower::Service;

use crate::http::error::ApiError;

/// The requests that run.
#[derive(Clone, Default)]
pub(crate) struct Requests(TaskTracker);

impl Requests {
    /// Runs work of a request to its end, and holds its permit until then.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        permit: Option<Permit>,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.0.spawn(async move {
            let _permit = permit;
            work.await
        })
    }

    /// Waits until all have ended.
    pub(crate) async fn ended(&self) {
        self.0.close();
        self.0.wait().await;
    }
}

/// What a request holds until its end, such as its connection's place, among the extensions of the request. A client
/// that leaves makes room for the next one only when the work that it asked for is done.
#[derive(Clone)]
pub(crate) struct Permit {
    _held: Arc<dyn Any + Send + Sync>,
}

impl Permit {
    /// Holds a value.
    pub(crate) fn new(held: impl Send + Sync + 'static) -> Self {
        Self { _held: Arc::new(held) }
    }
}

/// A service whose requests run to their end.
#[derive(Clone)]
pub(crate) struct RunToEnd<S> {
    service: S,
    requests: Requests,
}

impl<S> RunToEnd<S> {
    /// Has the requests to a service run to their end.
    pub(crate) const fn new(service: S, requests: Requests) -> Self {
        Self { service, requests }
    }
}

impl<S> Service<Request> for RunToEnd<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Answer {
        let permit = request.extensions().get().cloned();
        Answer(self.requests.spawn(permit, self.service.call(request)))
    }
}

/// The answer to a request, for as long as somebody waits for it.
pub(crate) struct Answer(JoinHandle<Result<Response, Infallible>>);

impl Future for Answer {
    type Output = Result<Response, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(ready!(Pin::new(&mut self.0).poll(context)).unwrap_or_else(|error| {
            tracing::error!(%error, "a request did not run to its end");
            Ok(ApiError::internal().into_response())
        }))
    }
}
