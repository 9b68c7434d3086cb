//! Receiver of webhooks for tests, with faults on demand.

use std::{
    collections::VecDeque,
    convert::Infallible,
    future::pending,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use futures_util::stream;
use tokio::{net::TcpListener, sync::watch, task::JoinSet};

/// Answer of the receiver.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// A status with a header and a text.
    Status(u16, Option<(&'static str, String)>, &'static str),
    /// Never answers.
    Hang,
    /// 200, and a body without end.
    Endless,
    /// 200, and a body that never begins.
    HeadAlone,
}

impl Answer {
    /// Returns a status without a text.
    pub(crate) const fn status(status: u16) -> Self {
        Self::Status(status, None, "")
    }
}

/// Received webhook.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Received {
    /// Returns a header's value.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    /// Returns the event.
    pub(crate) fn event(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

#[derive(Clone, Default)]
struct Shared {
    received: watch::Sender<Vec<Received>>,
    /// The next answers, of which the last is repeated; 204 if there is none.
    answers: Arc<Mutex<VecDeque<Answer>>>,
}

/// Receiver of webhooks.
pub(crate) struct Receiver {
    pub(crate) port: u16,
    shared: Shared,
    /// Ended on drop, with its connections.
    _task: JoinSet<()>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, shared) = (listener.local_addr().unwrap().port(), Shared::default());
        let service = Router::new().fallback(receive).with_state(shared.clone());
        let mut task = JoinSet::new();
        task.spawn(async move { axum::serve(listener, service).await.unwrap() });
        Self { port, shared, _task: task }
    }

    /// Returns the address of the receiver.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook?key=hush", self.port)
    }

    /// Sets the next answers, of which the last is repeated.
    pub(crate) fn answer(&self, answers: impl IntoIterator<Item = Answer>) {
        *self.shared.answers.lock().unwrap() = answers.into_iter().collect();
    }

    /// Waits until a number of webhooks came, and returns all.
    pub(crate) async fn receives(&self, count: usize) -> Vec<Received> {
        let mut received = self.shared.received.subscribe();
        received.wait_for(|received| received.len() >= count).await.unwrap().clone()
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.shared.received.borrow().clone()
    }
}

async fn receive(State(shared): State<Shared>, headers: HeaderMap, body: String) -> Response {
    shared.received.send_modify(|received| received.push(Received { headers, body }));
    let answer = {
        let mut answers = shared.answers.lock().unwrap();
        if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() }
    };
    let response = Response::builder();
    match answer.unwrap_or(Answer::status(204)) {
        Answer::Status(status, header, text) => {
            let mut response = response.status(StatusCode::from_u16(status).unwrap());
            if let Some((name, value)) = header {
                response = response.header(name, value);
            }
            response.body(Body::from(text)).unwrap()
        }
        Answer::Hang => pending().await,
        Answer::Endless => {
            let bytes = Bytes::from_static(&[b'x'; 1_024]);
            response.body(Body::from_stream(stream::repeat(Ok::<_, Infallible>(bytes)))).unwrap()
        }
        Answer::HeadAlone => {
            response.body(Body::from_stream(stream::pending::<Result<Bytes, Infallible>>())).unwrap()
        }
    }
}
