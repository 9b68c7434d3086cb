//! Mails: written with the record that they tell of, sent afterwards by whichever instance comes to it.
//!
//! SMTP knows no exactly-once: a mail server that takes a mail and is gone before it says so gets the same one again, with
//! the same Message-ID.

pub(crate) mod address;
pub(crate) mod commands;
pub(crate) mod config;
pub(crate) mod folder;
mod lines;
pub(crate) mod message;
pub(crate) mod outbox;
pub(crate) mod queue;
pub(crate) mod smtp;
mod starttls;
pub(crate) mod transport;
pub(crate) mod url;
pub(crate) mod worker;

#[cfg(test)]
mod tests;
