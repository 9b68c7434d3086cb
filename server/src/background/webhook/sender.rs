//! Sends a webhook to the receiver.

use std::{str::FromStr as _, time::Duration};

use chrono::{DateTime, Utc};
use reqwest::{Response, StatusCode, header};
use standardwebhooks::{HEADER_WEBHOOK_ID, HEADER_WEBHOOK_SIGNATURE, HEADER_WEBHOOK_TIMESTAMP};

use crate::{
    background::{
        delivery::{
            outcome::{Answer, Outcome},
            queue::Leased,
        },
        webhook::slack,
    },
    config::webhook::{WebhookConfig, WebhookFormat},
};

/// The most bytes of an answer that are read.
const MAX_ANSWER: usize = 64 * 1_024;

/// The answer of the receiver.
pub(crate) struct ReceiverResponse {
    pub(crate) status: StatusCode,
    retry_after: Option<Duration>,
    text: String,
}

/// Sends webhooks as the settings say.
#[derive(Clone)]
pub(crate) struct WebhookSender {
    config: WebhookConfig,
    /// The time limit of an attempt.
    time_limit: Duration,
}

impl WebhookSender {
    pub(crate) const fn new(config: WebhookConfig) -> Self {
        Self { config, time_limit: Duration::from_secs(15) }
    }

    /// Sends a webhook.
    pub(crate) async fn send(&self, webhook: &Leased) -> Outcome {
        match self.post(&webhook.message_id, &webhook.message).await {
            Ok(Some(reply)) => outcome(&reply),
            Ok(None) => Outcome::Unwanted,
            Err(answer) => Outcome::Unreachable(answer),
        }
    }

    /// Posts an event. Returns none for one that the format has no message for.
    ///
    /// # Errors
    ///
    /// The reason why the receiver did not answer.
    pub(crate) async fn post(
        &self,
        message_id: &str,
        event: &str,
    ) -> Result<Option<ReceiverResponse>, Answer> {
        let WebhookConfig { url, format, client } = &self.config;
        let request = client.post(url.clone()).timeout(self.time_limit);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let request = match format {
            WebhookFormat::Standard(webhook) => {
                // Signed for each attempt: receivers refuse old signatures.
                let timestamp = Utc::now().timestamp();
                let signature = webhook.sign(message_id, timestamp, event.as_bytes());
                let signature = signature.map_err(|error| Answer::failure(&error.to_string()))?;
                request
                    .header(HEADER_WEBHOOK_ID, message_id)
                    .header(HEADER_WEBHOOK_TIMESTAMP, timestamp)
                    .header(HEADER_WEBHOOK_SIGNATURE, signature)
                    .body(event.to_owned())
            }
            WebhookFormat::Slack => match slack::message(event) {
                Some(message) => request.body(message),
                None => return Ok(None),
            },
        };
        let response = request.send().await.map_err(|error| failure(error, self.time_limit))?;
        let status = response.status();
        let retry_after = response.headers().get(header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| parse_retry_after(value.to_str().ok()?));
        Ok(Some(ReceiverResponse { status, retry_after, text: read(response).await }))
    }

    /// Returns a sender with another time limit.
    #[cfg(test)]
    pub(crate) const fn within(config: WebhookConfig, time_limit: Duration) -> Self {
        Self { config, time_limit }
    }
}

/// Judges an answer. All but success and 410 may pass, or be mended by the operator within the day.
fn outcome(reply: &ReceiverResponse) -> Outcome {
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

/// Describes why there was no answer, without the URL.
fn failure(error: reqwest::Error, time_limit: Duration) -> Answer {
    if error.is_timeout() {
        return Answer::failure(&format!("the receiver did not answer within {} s", time_limit.as_secs()));
    }
    Answer::failure(&format!("{:#}", anyhow::Error::from(error.without_url())))
}

/// Reads the beginning of an answer. What is read stays if the rest does not come in time.
async fn read(mut response: Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < MAX_ANSWER
        && let Ok(Some(chunk)) = response.chunk().await
    {
        bytes.extend_from_slice(&chunk);
    }
    bytes.truncate(MAX_ANSWER);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Parses a pause in seconds, or until a date.
fn parse_retry_after(value: &str) -> Option<Duration> {
    if let Ok(seconds) = u64::from_str(value) {
        return Some(Duration::from_secs(seconds));
    }
    let date = DateTime::parse_from_rfc2822(value).ok()?;
    (date.to_utc() - Utc::now()).to_std().ok()
}

impl ReceiverResponse {
    /// Returns status and text.
    pub(crate) fn describe(&self) -> String {
        let text = self.text.trim();
        if text.is_empty() { self.status.to_string() } else { format!("{}: {text}", self.status) }
    }
}
