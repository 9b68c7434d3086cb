//! Mails as files, for machines that have no mail server. Programs for mail open them.

use std::{io, path::Path};

use crate::mail::transport::{Answer, Outcome};

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
    tokio::fs::create_dir_all(folder).await?;
    let part = folder.join(format!(".{name}.part"));
    tokio::fs::write(&part, mail).await?;
    tokio::fs::rename(&part, folder.join(format!("{name}.eml"))).await
}
