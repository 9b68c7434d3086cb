//! Sends a mail to its destination: a mail server, or a folder of files.

use std::{io, path::Path, time::Duration};

use tokio::{
    fs::{DirBuilder, OpenOptions},
    io::AsyncWriteExt as _,
    time::timeout,
};

use crate::{
    background::{
        delivery::outcome::{Answer, Outcome},
        mail::{message, smtp},
    },
    config::mail::{Destination, MailConfig},
};

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
