//! `agency-server webhook-test` and `agency-server webhook-retry`.

use anyhow::{Context as _, Result, anyhow, bail};
use chrono::Utc;
use serde_json::json;

use crate::{
    background::{
        delivery::{
            outcome::{Answer, shown},
            queue::Queued as _,
            worker::Delivery as _,
        },
        webhook::{
            event::{Event, TEST},
            queue::Leased,
            request::post,
        },
    },
    config::webhook::WebhookConfig,
    storage::{self, Pool, slug},
};

const NOT_SET: &str = "no webhook is sent: WEBHOOK_URL is not set";

/// Sends a test, and prints what the receiver answered.
#[expect(clippy::print_stdout, reason = "the command prints the answer")]
pub(crate) async fn send_test_webhook(config: Option<&WebhookConfig>) -> Result<()> {
    let config = config.context(NOT_SET)?;
    let data = json!({"summary": "Test by agency-server webhook-test. The webhook settings work."});
    let event = json!(Event { name: TEST, timestamp: Utc::now(), data }).to_string();
    let message_id = format!("{}_test", slug::random());
    let reply = post(config, WebhookConfig::TIMING.send, &message_id, &event).await;
    let reply = reply.map_err(|Answer { text, .. }| anyhow!("not sent: {text}"))?;
    let reply = reply.context("a test has no message")?;
    let answer = shown(&reply.describe());
    if !reply.status.is_success() {
        bail!("the receiver refused it: {answer}");
    }
    println!("sent, the receiver answered {answer}");
    Ok(())
}

/// Queues failed webhooks again.
#[expect(clippy::print_stdout, reason = "the command prints the count")]
pub(crate) async fn retry_failed_webhooks(pool: &Pool, config: Option<&WebhookConfig>) -> Result<()> {
    config.context(NOT_SET)?;
    let mut connection = storage::get(pool).await?;
    println!("sent again: {}", Leased::requeue_failed(&mut connection).await?);
    Ok(())
}
