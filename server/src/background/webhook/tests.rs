//! Tests of webhooks, from the change to the receiver.

mod sending;
mod storing;

use serde_json::Value;

use crate::{
    config::{
        PublicUrl,
        webhook::{WebhookConfig, WebhookFormat},
    },
    testing::app::{TestApp, WEBHOOK_SECRET as SECRET, signed_webhooks as config, texts},
};

/// Returns settings for messages to a URL.
pub(crate) fn slack(url: &str) -> WebhookConfig {
    WebhookConfig::new(url.parse().unwrap(), WebhookFormat::Slack).unwrap()
}

/// Starts a server with webhook settings.
pub(crate) async fn app_with(webhook: &WebhookConfig) -> TestApp {
    TestApp::set_up(|setup| {
        setup.config.webhook = Some(webhook.clone());
        setup.config.public_url = PublicUrl::parse("https://agency.example");
    })
    .await
}

/// Returns the stored events that fulfil a condition, in the order of their rows.
async fn events(app: &TestApp, condition: &str) -> Vec<Value> {
    let query = format!("SELECT message AS text FROM deliveries WHERE {condition} ORDER BY id");
    texts(app, &query).await.iter().map(|message| serde_json::from_str(message).unwrap()).collect()
}
