//! Sends a mail to its destination: a mail server, or a folder of files.

use std::{io, path::Path, time::Duration};

use mail_send::Error;
use smtp_proto::Response;
use tokio::{
    fs::{DirBuilder, OpenOptions},
    io::AsyncWriteExt as _,
    time::timeout,
};

use crate::{
    background::mail::{message, smtp},
    config::mail::{Destination, MailConfig, header::header_text},
};

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

/// Sends a mail within a time limit.
pub(crate) async fn send(
    config: &MailConfig,
    time_limit: Duration,
    recipient: &str,
    message_id: &str,
    rendered: &str,
) -> Outcome {
    let mail = message::complete(&config.from, rendered);
    let sending = async {
        match &config.destination {
            Destination::Smtp(server) => smtp::send(server, &config.from.email, recipient, &mail).await,
            Destination::Folder(folder) => match write_file(folder, message_id, mail.as_bytes()).await {
                Ok(()) => Outcome::Sent,
                Err(error) => Outcome::Unreachable(Answer::failure(&format!(
                    "a file in {} cannot be written: {error}",
                    folder.display()
                ))),
            },
        }
    };
    timeout(time_limit, sending).await.unwrap_or_else(|_| {
        let reason = format!("the mail server did not accept it within {} s", time_limit.as_secs());
        Outcome::Unreachable(Answer::failure(&reason))
    })
}

/// Writes a mail into a file named after its Message-ID, so that the same mail again is the same file.
async fn write_file(folder: &Path, message_id: &str, mail: &[u8]) -> io::Result<()> {
    let name = message_id.trim_start_matches('<').split('@').next().unwrap_or_default();
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-'), "");
    // Other users of the machine must not read what visitors typed.
    DirBuilder::new().recursive(true).mode(0o700).create(folder).await?;
    // Renamed at the end, so that readers never see a part of it.
    let part = folder.join(format!(".{name}.part"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part).await?;
    file.write_all(mail).await?;
    file.flush().await?;
    tokio::fs::rename(&part, folder.join(format!("{name}.eml"))).await
}
