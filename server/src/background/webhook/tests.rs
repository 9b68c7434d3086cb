//! Tests of webhooks, from the change to the receiver.

mod sending;
mod storing;
mod working;

use std::{sync::Arc, time::Duration};

use serde_json::Value;

use crate::{
    background::delivery::worker::{Delivery as _, Timing},
    config::{
        PublicUrl,
        webhook::{WebhookConfig, WebhookFormat},
    },
    testing::{
        app::{TestApp, WEBHOOK_SECRET as SECRET, parts, signed_webhooks as config, texts},
        delivery::Working,
    },
};

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

/// Has a worker send an app's webhooks.
fn start(app: &TestApp, config: &WebhookConfig, timing: Timing) -> Working {
    let written = app.state.webhooks.as_ref().map(|outbox| Arc::clone(&outbox.written)).unwrap_or_default();
    Working::start(app, config, written, timing)
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
