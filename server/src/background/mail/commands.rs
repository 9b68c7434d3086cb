//! The commands that try the settings of mail, and that have failed mails sent again.

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use lettre::Address;

use crate::{
    background::mail::{
        message::Letter,
        queue::{self, Retried},
        transport::{Outcome, Transport},
        worker::Timing,
    },
    config::mail::{MailConfig, address},
    storage::{self, Pool, slug},
};

/// Sends a mail to an address, or to all who hear of new records, and tells what the mail server said.
#[expect(clippy::print_stdout, reason = "what became of it is what the command answers with")]
pub(crate) async fn test(config: Option<&MailConfig>, to: Option<&str>) -> Result<()> {
    let config = config.context("no mail is sent: SMTP_URL is not set")?;
    let recipients = match to {
        Some(to) => vec![address::address(to).with_context(|| format!("{to:?} is no address for mail"))?],
        None => config.notify.clone(),
    };
    ensure!(!recipients.is_empty(), "nobody to send it to: name an address, or set NOTIFY");
    let transport = Transport::new(config, Timing::default().send);
    let mut failed = 0_usize;
    for recipient in &recipients {
        let message_id = format!("<{}.test@{}>", slug::random(), config.from.email.domain());
        let rendered = Letter::test().rendered(recipient, &message_id)?;
        match transport.send(recipient.as_ref(), &message_id, &rendered).await {
            Outcome::Sent => println!("sent to {recipient}"),
            Outcome::Refused(answer) | Outcome::Deferred(answer) | Outcome::Unreachable(answer) => {
                failed = failed.saturating_add(1);
                println!("not sent to {recipient}: {}", answer.text);
            }
        }
    }
    if failed > 0 {
        bail!("{failed} of {} could not be sent", recipients.len());
    }
    Ok(())
}

/// Has failed mails about records sent again by whichever server runs.
#[expect(clippy::print_stdout, reason = "how many there are is what the command answers with")]
pub(crate) async fn retry(pool: &Pool, config: Option<&MailConfig>) -> Result<()> {
    let config = config.ok_or_else(|| anyhow!("no mail is sent: SMTP_URL is not set"))?;
    let notified = config.notify.iter().map(Address::to_string).collect::<Vec<_>>();
    let mut connection = storage::get(pool).await?;
    let Retried { again, dropped } = queue::retry(&mut connection, &notified).await?;
    println!("sent again: {again}");
    if dropped > 0 {
        println!("given up, because NOTIFY does not name their addresses: {dropped}");
    }
    Ok(())
}
