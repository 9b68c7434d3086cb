//! Tests of webhooks, from the change to the receiver.

mod sending;
mod storing;
mod working;

use std::{sync::Arc, time::Duration};

use agency_core::spam::HONEYPOT;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::{
    background::delivery::worker::{Delivery as _, Timing, Worker},
    config::{
        PublicUrl,
        webhook::{WebhookConfig, WebhookFormat},
    },
    testing::app::{TestApp, WEBHOOK_SECRET as SECRET, parts, signed_webhooks as config, texts},
};

/// A time limit that a busy machine does not reach.
const LONG: Duration = Duration::from_mins(5);

/// Returns settings for messages to a URL.
fn slack(url: &str) -> WebhookConfig {
    WebhookConfig::new(url.parse().unwrap(), WebhookFormat::Slack).unwrap()
}

/// Starts a server with webhook settings.
async fn app_with(webhook: &WebhookConfig) -> TestApp {
    TestApp::set_up(|setup| {
        setup.config.webhook = Some(webhook.clone());
        setup.config.public_url = PublicUrl::parse("https://agency.example");
    })
    .await
}

/// Sends a form from an address, and returns the record's slug.
async fn consult(app: &TestApp, email: &str) -> String {
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
    stored(app, &form).await
}

/// Sends a form as a bot does, which fills every field.
async fn spam(app: &TestApp, email: &str) -> String {
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
fn timing() -> Timing {
    Timing {
        send: LONG,
        lease: LONG * 2,
        pace: Duration::ZERO,
        poll: Duration::from_millis(20),
        outage_backoff: Duration::from_millis(20),
        backoff: Duration::from_millis(20),
        longest_backoff: Duration::from_millis(40),
    }
}

/// A running worker.
struct Working {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Working {
    /// Has a worker send an app's webhooks.
    fn start(app: &TestApp, config: &WebhookConfig, timing: Timing) -> Self {
        let written =
            app.state.webhooks.as_ref().map(|outbox| Arc::clone(&outbox.written)).unwrap_or_default();
        let (metrics, tasks) = (Arc::clone(&app.state.metrics), Arc::clone(&app.state.tasks));
        let delivery = Arc::new(config.clone());
        let worker = Worker { pool: app.pool().clone(), delivery, written, metrics, tasks, timing };
        let stop = CancellationToken::new();
        let task = tokio::spawn(worker.supervised(stop.clone()));
        Self { stop, task }
    }

    /// Tells it to stop and waits until it has.
    async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }

    /// Ends it as a crash would.
    async fn kill(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }
}

/// Waits until a number of webhooks fulfil a condition.
async fn until(app: &TestApp, count: i64, condition: &str) {
    while app.rows(&format!("webhooks WHERE {condition}")).await != count {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Returns the stored events that fulfil a condition, in the order of their rows.
async fn events(app: &TestApp, condition: &str) -> Vec<Value> {
    let query = format!("SELECT message AS text FROM webhooks WHERE {condition} ORDER BY id");
    texts(app, &query).await.iter().map(|message| serde_json::from_str(message).unwrap()).collect()
}

/// Returns the webhook failures that the dashboard shows.
async fn failures(app: &TestApp, access: &str) -> Value {
    parts(app.get("/api/inbox/", access).await).await.1["webhooks"].clone()
}

#[test]
fn leases_longer_than_it_sends() {
    assert!(WebhookConfig::TIMING.lease > WebhookConfig::TIMING.send * 2);
    assert_eq!(WebhookConfig::TIMING.send, Duration::from_secs(15));
}
