//! Settings of mail: `SMTP_URL`, `MAIL_FROM`, `NOTIFY` and `ACKNOWLEDGE`.

pub(crate) mod address;
pub(crate) mod header;
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

/// Reads the settings; none without a destination.
pub(super) fn read_mail_config(values: &Values<'_>) -> Result<Option<MailConfig>> {
    let from = values.parse(
        "MAIL_FROM",
        "an address such as Agency <site@agency.example> or \"Agency, Inc.\" <site@agency.example>",
        mailbox,
    )?;
    let mut notify = values.list("NOTIFY", "email addresses", address)?;
    let acknowledge = values.one_of("ACKNOWLEDGE", &[("off", false), ("on", true)])?;
    let count = notify.len();
    ensure!(count <= MAX_NOTIFIED, "NOTIFY must name at most {MAX_NOTIFIED} addresses, not {count}");
    let Some(url) = values.credential("SMTP_URL")? else {
        ensure!(notify.is_empty(), "NOTIFY is set, but SMTP_URL is not");
        ensure!(!acknowledge, "ACKNOWLEDGE is on, but SMTP_URL is not set");
        return Ok(None);
    };
    let destination = Destination::parse(&url)?;
    let from = from.context("SMTP_URL is set, but MAIL_FROM is not")?;
    notify.sort_unstable();
    notify.dedup();
    Ok(Some(MailConfig { destination, from, notify, acknowledge }))
}

impl Destination {
    /// Parses `SMTP_URL`.
    pub(crate) fn parse(url: &str) -> Result<Self> {
        match url.strip_prefix("file:") {
            Some("") => bail!("SMTP_URL names no folder after file:"),
            Some(folder) => Ok(Self::Folder(folder.into())),
            None => SmtpUrl::parse(url).map(Self::Smtp),
        }
    }
}

impl MailConfig {
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
