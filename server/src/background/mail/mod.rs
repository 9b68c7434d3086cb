//! Sends queued mails. Every instance runs a worker.
//!
//! SMTP has no exactly-once delivery: a mail server that accepts a mail and disconnects before its reply gets the same mail
//! again, with the same Message-ID.

pub(crate) mod commands;
mod delivery;
pub(crate) mod message;
pub(crate) mod notice;
pub(crate) mod outbox;
mod purpose;
pub(crate) mod queue;
pub(crate) mod smtp;
pub(crate) mod transport;

#[cfg(test)]
mod tests;
