//! Sends mails to their destination, whichever it is.

use std::{io, time::Duration};

use agency_core::mail::{MAIL_SERVER_REPLY_MAX_CHARS, header_text};
use lettre::message::Mailbox;
use tokio::time::timeout;

use crate::{
    background::mail::{folder, message, smtp},
    config::mail::{Destination, MailConfig},
};

/// What became of a mail on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The mail server has it.
    Sent,
    /// The mail server does not take this one, now or later.
    Refused(Answer),
    /// The mail server does not take this one now.
    Deferred(Answer),
    /// The mail server took part in nothing, or broke off: others would fare no better.
    Unreachable(Answer),
}

/// What a mail server said, or what was wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The code of what it said.
    pub(crate) code: Option<u16>,
    /// All of it, in one line. It may name the recipient, so no log has it.
    pub(crate) text: String,
}

impl Answer {
    /// What was wrong, in our words or the mail server's.
    pub(super) fn new(code: Option<u16>, text: &str) -> Self {
        Self { code, text: header_text(text, MAIL_SERVER_REPLY_MAX_CHARS) }
    }
}

impl From<io::Error> for Answer {
    fn from(error: io::Error) -> Self {
        Self::new(None, &error.to_string())
    }
}

/// Sends mails.
#[derive(Clone, Debug)]
pub(crate) struct Transport {
    destination: Destination,
    from: Mailbox,
    time_limit: Duration,
}

impl Transport {
    /// Sends as the settings say, each mail within a time.
    pub(crate) fn new(config: &MailConfig, time_limit: Duration) -> Self {
        Self { destination: config.destination.clone(), from: config.from.clone(), time_limit }
    }

    /// Sends a mail. Whatever the other end does, it has come to an end when the time is over.
    pub(crate) async fn send(&self, recipient: &str, message_id: &str, rendered: &str) -> Outcome {
        let mail = message::complete(&self.from, rendered);
        let sending = async {
            match &self.destination {
                Destination::Smtp(server) => {
                    smtp::send(server, &self.from.email, recipient, mail.as_bytes()).await
                }
                Destination::Folder(folder) => folder::write(folder, message_id, mail.as_bytes()).await,
            }
        };
        timeout(self.time_limit, sending).await.unwrap_or_else(|_| {
            let seconds = self.time_limit.as_secs();
            Outcome::Unreachable(Answer::new(
                None,
                &format!("the mail server did not take it within {seconds} s"),
            ))
        })
    }
}
