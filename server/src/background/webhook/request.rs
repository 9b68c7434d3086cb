//! One request to the receiver.

use std::{str::FromStr as _, time::Duration};

use chrono::{DateTime, Utc};
use reqwest::{Response, StatusCode, header};
use standardwebhooks::{HEADER_WEBHOOK_ID, HEADER_WEBHOOK_SIGNATURE, HEADER_WEBHOOK_TIMESTAMP};

use crate::{
    background::{delivery::outcome::Answer, webhook::slack},
    config::webhook::{WebhookConfig, WebhookFormat},
};

/// The most bytes of an answer that are read.
const MAX_ANSWER: usize = 64 * 1_024;

/// The answer of the receiver.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) retry_after: Option<Duration>,
    pub(super) text: String,
}

/// Posts an event within a time limit. Returns none for one that the format has no message for.
///
/// # Errors
///
/// The reason why the receiver did not answer.
pub(super) async fn post(
    config: &WebhookConfig,
    time_limit: Duration,
    message_id: &str,
    event: &str,
) -> Result<Option<Reply>, Answer> {
    let request = config.client.post(config.url.clone()).timeout(time_limit);
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let request = match &config.format {
        WebhookFormat::Standard(webhook) => {
            // Made anew for each attempt: receivers refuse old ones.
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
    let response = request.send().await.map_err(|error| failure(error, time_limit))?;
    let status = response.status();
    let retry_after = response.headers().get(header::RETRY_AFTER);
    let retry_after = retry_after.and_then(|value| parse_retry_after(value.to_str().ok()?));
    Ok(Some(Reply { status, retry_after, text: read(response).await }))
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

impl Reply {
    /// Returns status and text.
    pub(super) fn describe(&self) -> String {
        let text = self.text.trim();
        if text.is_empty() { self.status.to_string() } else { format!("{}: {text}", self.status) }
    }
}
