//! Sends a mail to its destination: a mail server, or a folder of files.

use std::{io, path::Path};

use tokio::{
    fs::{DirBuilder, OpenOptions},
    io::AsyncWriteExt as _,
};

use crate::{
    background::{
        delivery::{
            outcome::{Answer, Outcome},
            queue::Leased,
        },
        mail::{
            message,
            smtp::{self, TimeLimits},
        },
    },
    config::mail::{Destination, MailConfig},
};

/// Sends mails as the settings say.
#[derive(Clone)]
pub(crate) struct MailSender {
    config: MailConfig,
    limits: TimeLimits,
}

impl MailSender {
    pub(crate) fn new(config: MailConfig) -> Self {
        Self { config, limits: TimeLimits::default() }
    }

    /// Returns a Message-ID that begins with a name.
    pub(crate) fn message_id(&self, name: &str) -> String {
        message::message_id(&self.config.from, name)
    }

    /// Sends a mail.
    pub(crate) async fn send(&self, mail: &Leased) -> Outcome {
        let Leased { recipient, message_id, message, .. } = mail;
        let from = &self.config.from;
        let message = message::complete(from, message);
        match &self.config.destination {
            Destination::Smtp(server) => {
                let recipient = recipient.as_deref().unwrap_or_default();
                smtp::send(server, &self.limits, &from.email, recipient, message.as_bytes()).await
            }
            Destination::Folder(folder) => match write_file(folder, message_id, message.as_bytes()).await {
                Ok(()) => Outcome::Sent,
                Err(error) => Outcome::Unreachable(Answer::failure(&format!(
                    "a file in {} cannot be written: {error}",
                    folder.display()
                ))),
            },
        }
    }

    /// Returns a sender with other time limits.
    #[cfg(test)]
    pub(crate) fn within(config: MailConfig, limits: TimeLimits) -> Self {
        Self { config, limits }
    }
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
