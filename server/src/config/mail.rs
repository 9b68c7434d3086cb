//! The settings of mail, out of the environment.

use std::ffi::OsString;

use anyhow::Result;

use crate::{
    config::values::Values,
    mail::{address::address, config::MailConfig},
};

/// Reads them; none where no mail is sent.
pub(super) fn read<F: Fn(&str) -> Option<OsString>>(values: &Values<F>) -> Result<Option<MailConfig>> {
    let (url, from) = (values.credential("SMTP_URL")?, values.get("MAIL_FROM")?);
    let notify = values.list("NOTIFY", "e-mail addresses", address)?;
    let acknowledge = values.one_of("ACKNOWLEDGE", &[("off", false), ("on", true)])?;
    MailConfig::new(url.as_deref(), from.as_deref(), notify, acknowledge)
}
