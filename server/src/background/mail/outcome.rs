//! What became of an attempt to send a mail.

use std::io;

use mail_send::Error;
use smtp_proto::Response;

use crate::config::mail::header::header_text;

/// The maximum length of a mail server's reply that is stored and displayed, in characters.
const REPLY_MAX_CHARS: usize = 500;

const BROKEN_OFF: &str = "the mail server disconnected, or sent a reply that is malformed or too long";

/// The result of an attempt to send a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Sent,
    /// The mail server rejected this mail for good.
    Refused(Answer),
    /// The mail server rejected this mail for now.
    Deferred(Answer),
    /// The mail server failed before or during the mail. Other mails would fail too.
    Unreachable(Answer),
}

/// The reply of a mail server, or the reason why there was none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) code: Option<u16>,
    /// The reply in one line. It may name the recipient, so it is never logged.
    pub(crate) text: String,
}

impl Answer {
    pub(super) fn failure(reason: &str) -> Self {
        Self { code: None, text: header_text(reason, REPLY_MAX_CHARS) }
    }

    /// Shows a reply in one line, with its code and its enhanced code (RFC 2034) if it has one.
    pub(super) fn negative(reply: &Response<String>) -> Self {
        let Response { code, esc, message } = reply;
        let enhanced = match esc {
            [0, 0, 0] => String::new(),
            [class, subject, detail] => format!(" {class}.{subject}.{detail}"),
        };
        Self { code: Some(*code), ..Self::failure(&format!("{code}{enhanced} {message}")) }
    }
}

impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        match error {
            Error::UnexpectedReply(reply) | Error::AuthenticationFailed(reply) => Self::negative(&reply),
            Error::UnparseableReply => Self::failure(BROKEN_OFF),
            Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => Self::failure(BROKEN_OFF),
            other => Self::failure(&other.to_string()),
        }
    }
}
