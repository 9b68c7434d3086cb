//! Writes and sends mails.
//!
//! SMTP has no exactly-once delivery: a mail server that accepts a mail and disconnects before its reply gets the same mail
//! again, with the same Message-ID.

pub(crate) mod message;
pub(crate) mod notice;
pub(crate) mod outbox;
pub(crate) mod sender;
pub(crate) mod smtp;

#[cfg(test)]
pub(crate) mod tests;
