//! Tells another program about records: by Standard Webhooks (<https://www.standardwebhooks.com>), or by messages for
//! Slack and Mattermost.
//!
//! A receiver may get a webhook twice, with the same `webhook-id`: if it accepts one and disconnects before its answer.

pub(crate) mod commands;
mod delivery;
mod event;
pub(crate) mod outbox;
pub(crate) mod queue;
mod request;
mod slack;

#[cfg(test)]
mod tests;
