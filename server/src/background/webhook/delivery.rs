//! The delivery of webhooks, for the worker.

use std::time::Duration;

use reqwest::StatusCode;

use crate::{
    background::{
        delivery::{
            outcome::{Answer, Outcome},
            worker::{Delivery, Timing},
        },
        webhook::{
            queue::Leased,
            request::{Reply, post},
        },
    },
    config::webhook::WebhookConfig,
    monitoring::metrics::{DeliveryMetrics, Metrics},
};

impl Delivery for WebhookConfig {
    const TASK: &'static str = "webhook";
    const TIMING: Timing = Timing {
        send: Duration::from_secs(15),
        lease: Duration::from_mins(1),
        // At most ten deletions a second: a sweep may write many.
        pace: Duration::from_millis(400),
        ..Timing::DEFAULT
    };
    type Item = Leased;

    fn is_paced(webhook: &Leased) -> bool {
        webhook.is_deletion
    }

    async fn send(&self, webhook: &Leased, time_limit: Duration) -> Outcome {
        match post(self, time_limit, &webhook.message_id, &webhook.message).await {
            Ok(Some(reply)) => outcome(&reply),
            Ok(None) => Outcome::Unwanted,
            Err(answer) => Outcome::Unreachable(answer),
        }
    }

    fn metrics(metrics: &Metrics) -> &DeliveryMetrics {
        &metrics.webhooks
    }
}

/// Judges an answer. All but success and 410 may pass, or be mended by the operator within the day.
fn outcome(reply: &Reply) -> Outcome {
    let answer = Answer::negative(reply.status.as_u16(), &reply.describe());
    let answer = Answer { retry_after: reply.retry_after, ..answer };
    match reply.status {
        status if status.is_success() => Outcome::Sent,
        StatusCode::GONE => Outcome::Refused(answer),
        StatusCode::TOO_MANY_REQUESTS
        | StatusCode::BAD_GATEWAY
        | StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::GATEWAY_TIMEOUT => Outcome::Unreachable(answer),
        _ => Outcome::Deferred(answer),
    }
}
