//! `agency-server mail-test` and `agency-server mail-retry`.

use anyhow::{Context as _, Result, ensure};
use lettre::Address;

use crate::{
    background::{
        delivery::{outcome::Outcome, queue::Queued as _, worker::Delivery as _},
        mail::{
            message::Letter,
            queue::{Leased, drop_unnotified},
            transport,
        },
    },
    config::mail::{MailConfig, address},
    storage::{self, Pool, slug},
};

const NOT_SET: &str = "no mail is sent: SMTP_URL is not set";

/// Sends a test mail to an address, or to all in `NOTIFY`, and prints the mail server's reply to each that was refused.
#[expect(clippy::print_stdout, reason = "the command prints the results")]
pub(crate) async fn send_test_mail(config: Option<&MailConfig>, to: Option<&str>) -> Result<()> {
    let config = config.context(NOT_SET)?;
    let recipients = match to {
        Some(to) => {
            vec![address::address(to).with_context(|| format!("{to:?} is not a valid email address"))?]
        }
        None => config.notify.clone(),
    };
    ensure!(!recipients.is_empty(), "no recipient: name an address, or set NOTIFY");
    let mut failed = 0_usize;
    for recipient in &recipients {
        let message_id = format!("<{}.test@{}>", slug::random(), config.from.email.domain());
        let rendered = Letter::test().rendered(recipient, &message_id)?;
        let time_limit = MailConfig::TIMING.send;
        match transport::send(config, time_limit, recipient.as_ref(), &message_id, &rendered).await {
            Outcome::Sent | Outcome::Unwanted => println!("sent to {recipient}"),
            Outcome::Refused(answer) | Outcome::Deferred(answer) | Outcome::Unreachable(answer) => {
                failed = failed.saturating_add(1);
                println!("not sent to {recipient}: {}", answer.text);
            }
        }
    }
    ensure!(failed == 0, "{failed} of {} could not be sent", recipients.len());
    Ok(())
}

/// Queues failed notices of new records again.
#[expect(clippy::print_stdout, reason = "the command prints the counts")]
pub(crate) async fn retry_failed_mails(pool: &Pool, config: Option<&MailConfig>) -> Result<()> {
    let config = config.context(NOT_SET)?;
    let notified = config.notify.iter().map(Address::to_string).collect::<Vec<_>>();
    let mut connection = storage::get(pool).await?;
    let dropped = drop_unnotified(&mut connection, &notified).await?;
    let again = Leased::requeue_failed(&mut connection).await?;
    println!("sent again: {again}");
    if dropped > 0 {
        println!("dropped, because NOTIFY does not name their recipients: {dropped}");
    }
    Ok(())
}
