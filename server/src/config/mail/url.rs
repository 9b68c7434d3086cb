//! The URL of a mail server: `SMTP_URL`.

use std::{fmt, path::PathBuf, sync::Arc};

use anyhow::{Context as _, Result, bail, ensure};
use mail_send::Credentials;
use percent_encoding::percent_decode_str;
use rustls::ClientConfig;
use secrecy::{ExposeSecret as _, SecretString};
use url::{Host, Url};

use crate::config::tls::{self, Verification};

const EXAMPLE: &str = "SMTP_URL must be an address such as smtps://user:password@mail.example, \
     smtp://user:password@mail.example:587 or file:/a/folder";

/// The encryption of connections to a mail server.
#[derive(Clone, Debug)]
pub(crate) enum Encryption {
    /// TLS from the first byte.
    Implicit(Arc<ClientConfig>),
    /// STARTTLS, which must succeed.
    StartTls(Arc<ClientConfig>),
    Off,
}

/// An account at a mail server.
#[derive(Clone, Debug)]
pub(crate) struct SmtpAccount {
    user: String,
    password: SecretString,
}

impl SmtpAccount {
    pub(crate) fn credentials(&self) -> Credentials<&str> {
        Credentials::new(&self.user, self.password.expose_secret())
    }
}

/// A mail server.
#[derive(Clone, Debug)]
pub(crate) struct SmtpUrl {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) encryption: Encryption,
    pub(crate) account: Option<SmtpAccount>,
}

impl SmtpUrl {
    /// Parses a URL. `sslrootcert` is a file of trusted certificates, as in `DATABASE_URL`.
    pub(super) fn parse(text: &str) -> Result<Self> {
        // The parser's own message could contain the password.
        let url = Url::parse(text).ok().context(EXAMPLE)?;
        let is_implicit = match url.scheme() {
            "smtps" => true,
            "smtp" => false,
            _ => bail!(EXAMPLE),
        };
        ensure!(matches!(url.path(), "" | "/") && url.fragment().is_none(), EXAMPLE);
        let host = url.host_str().filter(|host| !host.is_empty()).context(EXAMPLE)?;
        // The parser leaves hosts of unknown schemes as they are.
        let host = Host::parse(host).ok().context(EXAMPLE)?;
        let host = host.to_string().trim_matches(['[', ']']).to_owned();
        let (mut tls, mut root) = (true, None::<PathBuf>);
        for (name, value) in url.query_pairs() {
            match (&*name, &*value) {
                ("tls", "required") => {}
                ("tls", "off") if !is_implicit => tls = false,
                ("tls", other) => bail!("tls in SMTP_URL must be required, or off with smtp:, not {other:?}"),
                ("sslrootcert", file) => root = Some(PathBuf::from(file)),
                (other, _) => bail!("SMTP_URL supports tls and sslrootcert, not {other:?}"),
            }
        }
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let account = match (url.username(), url.password()) {
            ("", None) => None,
            ("", Some(_)) | (_, None) => bail!("SMTP_URL must have a user and a password, or neither"),
            (user, Some(password)) => {
                Some(SmtpAccount { user: decoded(user), password: decoded(password).into() })
            }
        };
        ensure!(tls || account.is_none(), "SMTP_URL has a password, which tls=off would send unencrypted");
        let client = || tls::client("SMTP_URL", Verification::Full, root.as_deref());
        let (encryption, port) = match (tls, is_implicit) {
            (false, _) => (Encryption::Off, 25),
            (true, true) => (Encryption::Implicit(client()?), 465),
            (true, false) => (Encryption::StartTls(client()?), 587),
        };
        let port = url.port().unwrap_or(port);
        Ok(Self { host, port, encryption, account })
    }
}

/// Shows the URL without the account.
impl fmt::Display for SmtpUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if matches!(self.encryption, Encryption::Implicit(_)) { "smtps" } else { "smtp" };
        let off = if matches!(self.encryption, Encryption::Off) { "?tls=off" } else { "" };
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        write!(formatter, "{scheme}://{host}:{}{off}", self.port)
    }
}

#[cfg(test)]
mod tests;
