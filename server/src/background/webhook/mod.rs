//! Tells another program about records: by Standard Webhooks (<https://www.standardwebhooks.com>), or by messages for
//! Slack and Mattermost.
//!
//! A receiver may get a webhook twice, with the same `webhook-id`: if it accepts one and disconnects before its answer.

pub(crate) mod event;
pub(crate) mod outbox;
pub(crate) mod sender;
mod slack;

#[cfg(test)]
pub(crate) mod tests;
