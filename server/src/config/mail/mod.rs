//! The settings of mail.

pub(crate) mod address;
pub(crate) mod url;

use std::{ffi::OsString, path::PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use lettre::{Address, message::Mailbox};

use crate::config::{
    mail::{
        address::{address, mailbox},
        url::SmtpUrl,
    },
    values::Values,
};

/// How many addresses may hear of a new record: each costs a row when one is stored.
const NOTIFIED: usize = 10;

/// How mails are sent, from whom and to whom.
#[derive(Clone, Debug)]
pub(crate) struct MailConfig {
    /// `SMTP_URL`: where they go.
    pub(crate) destination: Destination,
    /// `MAIL_FROM`: who sends them.
    pub(crate) from: Mailbox,
    /// `NOTIFY`: who hears of a new record.
    pub(crate) notify: Vec<Address>,
    /// `ACKNOWLEDGE`: whether the visitor does.
    pub(crate) acknowledge: bool,
}

/// Where mails go.
#[derive(Clone, Debug)]
pub(crate) enum Destination {
    /// To a mail server.
    Smtp(SmtpUrl),
    /// Into files of a folder, to look at.
    Folder(PathBuf),
}

/// Reads them; none where no mail is sent.
pub(super) fn read<F: Fn(&str) -> Option<OsString>>(values: &Values<F>) -> Result<Option<MailConfig>> {
    let (url, from) = (values.credential("SMTP_URL")?, values.get("MAIL_FROM")?);
    let notify = values.list("NOTIFY", "e-mail addresses", address)?;
    let acknowledge = values.one_of("ACKNOWLEDGE", &[("off", false), ("on", true)])?;
    MailConfig::new(url.as_deref(), from.as_deref(), notify, acknowledge)
}

impl MailConfig {
    /// The settings together; none where mails have no destination. The error is one sentence that names the setting.
    pub(crate) fn new(
        url: Option<&str>,
        from: Option<&str>,
        mut notify: Vec<Address>,
        acknowledge: bool,
    ) -> Result<Option<Self>> {
        let from = from.map(|from| {
            mailbox(from).with_context(|| {
                format!("MAIL_FROM must be an address such as Agency <site@agency.example>, not {from:?}")
            })
        });
        let from = from.transpose()?;
        ensure!(
            notify.len() <= NOTIFIED,
            "NOTIFY must name {NOTIFIED} addresses at most, not {}",
            notify.len()
        );
        let Some(url) = url else {
            if !notify.is_empty() {
                bail!("NOTIFY is set, but SMTP_URL is not");
            }
            ensure!(!acknowledge, "ACKNOWLEDGE is on, but SMTP_URL is not set");
            return Ok(None);
        };
        let destination = Destination::parse(url)?;
        let from = from.context("SMTP_URL is set, but MAIL_FROM is not")?;
        notify.sort_unstable();
        notify.dedup();
        Ok(Some(Self { destination, from, notify, acknowledge }))
    }

    /// What is on, in a few words, without secrets.
    pub(crate) fn summary(&self) -> String {
        let destination = match &self.destination {
            Destination::Smtp(url) => url.to_string(),
            Destination::Folder(folder) => format!("files in {}", folder.display()),
        };
        let notified = match self.notify.len() {
            0 => "nobody hears of new records (NOTIFY is not set)".to_owned(),
            1 => "one address hears of new records".to_owned(),
            many => format!("{many} addresses hear of new records"),
        };
        let visitors = if self.acknowledge { ", and so do visitors" } else { "" };
        format!("{destination}, from {}; {notified}{visitors}", self.from.email)
    }
}

impl Destination {
    fn parse(url: &str) -> Result<Self> {
        match url.strip_prefix("file:") {
            Some("") => bail!("SMTP_URL names no folder after file:"),
            Some(folder) => Ok(Self::Folder(folder.into())),
            None => SmtpUrl::parse(url).map(Self::Smtp),
        }
    }
}
