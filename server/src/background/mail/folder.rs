//! Mails as files, for machines that have no mail server. Programs for mail open them.

use std::{io, path::Path};

use tokio::{
    fs::{DirBuilder, OpenOptions},
    io::AsyncWriteExt as _,
};

use crate::background::mail::transport::{Answer, Outcome};

/// Writes a mail into a file that is called as its Message-ID begins: the same mail again is the same file.
pub(super) async fn write(folder: &Path, message_id: &str, mail: &[u8]) -> Outcome {
    let name = message_id.trim_start_matches('<').split('@').next().unwrap_or_default();
    let name =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')).collect::<String>();
    match write_whole(folder, &name, mail).await {
        Ok(()) => Outcome::Sent,
        Err(error) => {
            let told = format!("a file in {} cannot be written: {error}", folder.display());
            Outcome::Unreachable(Answer::new(None, &told))
        }
    }
}

/// Whoever looks at the folder finds a whole file or none.
async fn write_whole(folder: &Path, name: &str, mail: &[u8]) -> io::Result<()> {
    // Other users of the machine are not to read what visitors typed.
    DirBuilder::new().recursive(true).mode(0o700).create(folder).await?;
    let part = folder.join(format!(".{name}.part"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part).await?;
    file.write_all(mail).await?;
    file.flush().await?;
    tokio::fs::rename(&part, folder.join(format!("{name}.eml"))).await
}
