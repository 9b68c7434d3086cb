//! Settings of mail: `SMTP_URL`, `MAIL_FROM`, `NOTIFY` and `ACKNOWLEDGE`.

pub(crate) mod address;
pub(crate) mod url;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use lettre::{Address, message::Mailbox};

use crate::config::{
    mail::{
        address::{address, mailbox},
        url::SmtpUrl,
    },
    values::Values,
};

/// The most addresses in `NOTIFY`: each adds a row for every new record.
const MAX_NOTIFIED: usize = 10;

#[derive(Clone, Debug)]
pub(crate) struct MailConfig {
    pub(crate) destination: Destination,
    pub(crate) from: Mailbox,
    /// `NOTIFY`: the recipients of notices of new records.
    pub(crate) notify: Vec<Address>,
    /// `ACKNOWLEDGE`: whether visitors get an acknowledgement.
    pub(crate) acknowledge: bool,
}

/// The destination of mails.
#[derive(Clone, Debug)]
pub(crate) enum Destination {
    Smtp(SmtpUrl),
    /// A folder of files, for development.
    Folder(PathBuf),
}

/// Reads the settings; none if no mail is sent.
pub(super) fn read_mail_config(values: &Values<'_>) -> Result<Option<MailConfig>> {
    let url = values.credential("SMTP_URL")?;
    let from = values.parse("MAIL_FROM", "an address such as Agency <site@agency.example>", mailbox)?;
    let notify = values.list("NOTIFY", "email addresses", address)?;
    let acknowledge = values.one_of("ACKNOWLEDGE", &[("off", false), ("on", true)])?;
    MailConfig::new(url.as_deref(), from, notify, acknowledge)
}

impl MailConfig {
    /// Combines the settings; none without a destination.
    pub(crate) fn new(
        url: Option<&str>,
        from: Option<Mailbox>,
        mut notify: Vec<Address>,
        acknowledge: bool,
    ) -> Result<Option<Self>> {
        let notified = notify.len();
        ensure!(
            notified <= MAX_NOTIFIED,
            "NOTIFY must name at most {MAX_NOTIFIED} addresses, not {notified}"
        );
        let Some(url) = url else {
            ensure!(notify.is_empty(), "NOTIFY is set, but SMTP_URL is not");
            ensure!(!acknowledge, "ACKNOWLEDGE is on, but SMTP_URL is not set");
            return Ok(None);
        };
        let destination = match url.strip_prefix("file:") {
            Some("") => bail!("SMTP_URL names no folder after file:"),
            Some(folder) => Destination::Folder(folder.into()),
            None => Destination::Smtp(SmtpUrl::parse(url)?),
        };
        let from = from.context("SMTP_URL is set, but MAIL_FROM is not")?;
        notify.sort_unstable();
        notify.dedup();
        Ok(Some(Self { destination, from, notify, acknowledge }))
    }

    /// Summarizes the settings, without secrets.
    pub(crate) fn summary(&self) -> String {
        let destination = match &self.destination {
            Destination::Smtp(url) => url.to_string(),
            Destination::Folder(folder) => format!("files in {}", folder.display()),
        };
        let notified = match self.notify.len() {
            0 => "nobody is notified of new records (NOTIFY is not set)".to_owned(),
            1 => "one address is notified of new records".to_owned(),
            many => format!("{many} addresses are notified of new records"),
        };
        let visitors = if self.acknowledge { ", visitors get an acknowledgement" } else { "" };
        format!("{destination}, from {}; {notified}{visitors}", self.from.email)
    }
}
