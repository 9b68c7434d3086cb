//! A server whose mails or webhooks are sent: its forms, and its worker.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use agency_core::spam::HONEYPOT;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::{
    background::delivery::worker::{Lane, Sender, Timing, Worker},
    testing::app::{TestApp, parts},
};

/// A time limit that a busy machine does not reach.
pub(crate) const LONG: Duration = Duration::from_mins(5);

/// Sends a form from an address, and returns the record's slug.
pub(crate) async fn consult(app: &TestApp, email: &str) -> String {
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
    stored(app, &form).await
}

/// Sends a form as a bot does, which fills every field.
pub(crate) async fn spam(app: &TestApp, email: &str) -> String {
    let form = json!({
        "message": "We need a shop.", "full_name": "Ada Lovelace", "email": email, HONEYPOT: "Hello"
    });
    stored(app, &form).await
}

async fn stored(app: &TestApp, form: &Value) -> String {
    let (status, created) = parts(app.post("/api/consultations/create/", form).await).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    created["slug"].as_str().unwrap().to_owned()
}

/// Returns short pauses for a worker.
pub(crate) fn timing() -> Timing {
    Timing {
        lease: LONG,
        pace: Duration::ZERO,
        poll: Duration::from_millis(20),
        outage_backoff: Duration::from_millis(20),
        backoff: Duration::from_millis(20),
        longest_backoff: Duration::from_millis(40),
    }
}

/// Waits until a number of deliveries fulfil a condition.
pub(crate) async fn until(app: &TestApp, count: i64, condition: &str) {
    while app.rows(&format!("deliveries WHERE {condition}")).await != count {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Returns the failures of mails or webhooks that the dashboard shows.
pub(crate) async fn failures(app: &TestApp, access: &str, transport: &str) -> Value {
    parts(app.get("/api/inbox/", access).await).await.1[transport].clone()
}

/// A listener that does not respond to new connections: the kernel drops what does not fit in its queue, which is full.
pub(crate) struct SilentListener {
    pub(crate) address: SocketAddr,
    _listener: TcpListener,
    _queued: Vec<TcpStream>,
}

impl SilentListener {
    pub(crate) async fn start(address: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(address).unwrap();
        let listener = socket.listen(1).unwrap();
        let (address, mut queued) = (listener.local_addr().unwrap(), Vec::new());
        while let Ok(stream) = timeout(Duration::from_millis(300), TcpStream::connect(address)).await {
            queued.push(stream.unwrap());
        }
        Self { address, _listener: listener, _queued: queued }
    }
}

/// A running worker.
pub(crate) struct Working {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Working {
    /// Has a worker send what an app has queued.
    pub(crate) fn start(app: &TestApp, senders: impl IntoIterator<Item = Sender>, timing: Timing) -> Self {
        let lane = |sender| {
            let mails = app.state.mails.as_ref().map(|outbox| &outbox.written);
            let webhooks = app.state.webhooks.as_ref().map(|outbox| &outbox.written);
            let written = if matches!(sender, Sender::Mail(_)) { mails } else { webhooks };
            Lane::new(sender, written.map(Arc::clone).unwrap_or_default())
        };
        let lanes = senders.into_iter().map(lane).collect();
        let (metrics, tasks) = (Arc::clone(&app.state.metrics), Arc::clone(&app.state.tasks));
        let worker = Worker { pool: app.pool().clone(), metrics, tasks, timing };
        let stop = CancellationToken::new();
        let task = tokio::spawn(worker.supervised(lanes, stop.clone()));
        Self { stop, task }
    }

    /// Tells it to stop and waits until it has.
    pub(crate) async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }

    /// Ends it as a crash would.
    pub(crate) async fn kill(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }
}
