//! Messages for Slack, which Mattermost reads too.

use serde_json::json;

use crate::background::{
    delivery::row::Purpose,
    webhook::event::{Summary, TEST},
};

/// Returns the message of an event; none for an event that is not shown to people.
pub(super) fn message(event: &str) -> Option<String> {
    let Summary { event, data } = serde_json::from_str(event).ok()?;
    if event != Purpose::Created.as_str() && event != TEST {
        return None;
    }
    let mut text = escape(&data.summary);
    if let Some(url) = data.url {
        text = format!("{text}\n<{url}|Open it in the dashboard>");
    }
    Some(json!({"text": text}).to_string())
}

/// Escapes a text, so that it mentions nobody and contains no link: Slack's three characters, and the `@` of Mattermost.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // Nor a link of Markdown, or one with its scheme.
    text.replace('@', "@\u{200b}").replace("](", "]\u{200b}(").replace("://", ":\u{200b}//")
}
