//! `agency-server mail-test`, `mail-retry`, `webhook-test` and `webhook-retry`.

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use chrono::Utc;
use lettre::Address;
use serde_json::json;

use crate::{
    background::{
        delivery::{
            outcome::{Answer, Outcome, shown},
            queue::{self, Leased, drop_unnotified},
            row::Transport,
        },
        mail::{message::Letter, sender::MailSender},
        webhook::{
            event::{TEST, WebhookEvent},
            sender::WebhookSender,
        },
    },
    config::{
        mail::{MailConfig, address},
        webhook::WebhookConfig,
    },
    storage::{self, Pool, random},
};

const NO_MAIL: &str = "no mail is sent: SMTP_URL is not set";
const NO_WEBHOOK: &str = "no webhook is sent: WEBHOOK_URL is not set";

/// Sends a test mail to an address, or to all in `NOTIFY`, and prints the mail server's reply to each that was refused.
#[expect(clippy::print_stdout, reason = "the command prints the results")]
pub(crate) async fn send_test_mail(config: Option<MailConfig>, to: Option<&str>) -> Result<()> {
    let config = config.context(NO_MAIL)?;
    let recipients = match to {
        Some(to) => {
            vec![address::address(to).with_context(|| format!("{to:?} is not a valid email address"))?]
        }
        None => config.notify.clone(),
    };
    ensure!(!recipients.is_empty(), "no recipient: name an address, or set NOTIFY");
    let mut failed = 0_usize;
    let sender = MailSender::new(config);
    for recipient in &recipients {
        let message_id = sender.message_id(&format!("{}.test", random::hex()));
        let message = Letter::test().rendered(recipient, &message_id)?;
        let mail =
            Leased { recipient: Some(recipient.to_string()), message_id, message, ..Leased::default() };
        match sender.send(&mail).await {
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

/// Sends a test webhook, and prints what the receiver answered.
#[expect(clippy::print_stdout, reason = "the command prints the answer")]
pub(crate) async fn send_test_webhook(config: Option<WebhookConfig>) -> Result<()> {
    let sender = WebhookSender::new(config.context(NO_WEBHOOK)?);
    let data = json!({"summary": "Test by agency-server webhook-test. The webhook settings work."});
    let event = json!(WebhookEvent { name: TEST, timestamp: Utc::now(), data }).to_string();
    let reply = sender.post(&format!("{}_test", random::hex()), &event).await;
    let reply = reply.map_err(|Answer { text, .. }| anyhow!("not sent: {text}"))?;
    let reply = reply.context("a test has no message")?;
    let answer = shown(&reply.describe());
    if !reply.status.is_success() {
        bail!("the receiver refused it: {answer}");
    }
    println!("sent, the receiver answered {answer}");
    Ok(())
}

/// Queues failed notices of new records again.
#[expect(clippy::print_stdout, reason = "the command prints the counts")]
pub(crate) async fn retry_failed_mails(pool: &Pool, config: Option<&MailConfig>) -> Result<()> {
    let notified = config.context(NO_MAIL)?.notify.iter().map(Address::to_string).collect::<Vec<_>>();
    let dropped = drop_unnotified(&mut *storage::get(pool).await?, &notified).await?;
    retry_failed(pool, Transport::Mail).await?;
    if dropped > 0 {
        println!("dropped, because NOTIFY does not name their recipients: {dropped}");
    }
    Ok(())
}

/// Queues failed webhooks again.
pub(crate) async fn retry_failed_webhooks(pool: &Pool, config: Option<&WebhookConfig>) -> Result<()> {
    config.context(NO_WEBHOOK)?;
    retry_failed(pool, Transport::Webhook).await
}

#[expect(clippy::print_stdout, reason = "the command prints the count")]
async fn retry_failed(pool: &Pool, transport: Transport) -> Result<()> {
    let again = queue::requeue_failed(&mut *storage::get(pool).await?, transport).await?;
    println!("queued again: {again}");
    Ok(())
}
