//! Where the database is: `DATABASE_URL`.

use std::{net::IpAddr, path::PathBuf, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail};
use percent_encoding::percent_decode_str;
use rustls::ClientConfig;
use tokio_postgres::config::{Host, SslMode};

use crate::storage::tls::{self, Verification};

const EXAMPLE: &str = "DATABASE_URL must be an address such as postgresql://user:password@host:5432/agency";

/// How long a request waits for a connection, and a connection for its host.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(3);

/// How long a silent connection lives before the other end is asked whether it is still there.
const KEEPALIVE: Duration = Duration::from_secs(30);

/// How long what was sent may stay unacknowledged: a database that vanished without a word is given up.
const UNACKNOWLEDGED: Duration = Duration::from_secs(15);

/// A database's address.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    /// Hosts, database, account.
    pub(super) config: tokio_postgres::Config,
    /// How connections are encrypted.
    pub(super) tls: Arc<ClientConfig>,
    verification: Verification,
}

impl Address {
    /// Reads an address. `sslmode` and `sslrootcert` mean what they mean to Postgres's own programs.
    pub(crate) fn parse(url: &str) -> Result<Self> {
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            bail!(EXAMPLE);
        }
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut mode, mut root, mut others) = (None, None, Vec::new());
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = || percent_decode_str(value).decode_utf8_lossy().into_owned();
            match name {
                "sslmode" => mode = Some(value()),
                "sslrootcert" => root = Some(PathBuf::from(value())),
                _ => others.push(parameter),
            }
        }
        let has = |name: &str| others.iter().any(|parameter| parameter.split('=').next() == Some(name));
        // The parser's own words could tell the password.
        let cleaned = format!("{base}?{}", others.join("&"));
        let mut config = cleaned.parse::<tokio_postgres::Config>().ok().context(EXAMPLE)?;
        let (ssl_mode, verification) = ssl_mode(mode.as_deref(), root.is_some())?;
        config.ssl_mode(ssl_mode);
        // A certificate is looked at for a name, be it the bare address.
        if config.get_hosts().is_empty() {
            for address in config.get_hostaddrs().to_vec() {
                config.host(address.to_string());
            }
        }
        if !has("application_name") {
            config.application_name("agency-server");
        }
        if !has("connect_timeout") {
            config.connect_timeout(TIMEOUT);
        }
        if !has("keepalives_idle") {
            config.keepalives_idle(KEEPALIVE);
        }
        if !has("tcp_user_timeout") {
            config.tcp_user_timeout(UNACKNOWLEDGED);
        }
        Ok(Self { config, tls: tls::client("DATABASE_URL", verification, root.as_deref())?, verification })
    }

    /// Whether connections leave this machine and could end at somebody else's.
    pub(crate) fn is_exposed(&self) -> bool {
        let verified =
            self.config.get_ssl_mode() == SslMode::Require && self.verification == Verification::Full;
        let by_address = !self.config.get_hostaddrs().is_empty();
        let leaves = if by_address {
            self.config.get_hostaddrs().iter().any(|address| !address.to_canonical().is_loopback())
        } else {
            self.config.get_hosts().iter().any(is_elsewhere)
        };
        leaves && !verified
    }
}

/// Whether a host is neither a socket nor this machine by its own name for itself.
fn is_elsewhere(host: &Host) -> bool {
    match host {
        Host::Unix(_) => false,
        Host::Tcp(name) => {
            let name = name.trim_start_matches('[').trim_end_matches(']');
            let is_loopback =
                name.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
            !is_loopback && !name.eq_ignore_ascii_case("localhost")
        }
    }
}

fn ssl_mode(mode: Option<&str>, has_root: bool) -> Result<(SslMode, Verification)> {
    Ok(match mode {
        Some("disable") => (SslMode::Disable, Verification::None),
        None | Some("prefer") => (SslMode::Prefer, Verification::None),
        // As Postgres's own programs have it: whoever names signers wants them looked at.
        Some("require") if has_root => (SslMode::Require, Verification::Signer),
        Some("require") => (SslMode::Require, Verification::None),
        Some("verify-ca") => (SslMode::Require, Verification::Signer),
        Some("verify-full") => (SslMode::Require, Verification::Full),
        Some(other) => bail!(
            "sslmode in DATABASE_URL must be disable, prefer, require, verify-ca or verify-full, not {other:?}"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn only_what_leaves_the_machine_unverified_is_exposed() {
        for (address, expected) in [
            ("postgresql:///agency?host=/var/run/postgresql", false),
            ("postgresql://agency@localhost/agency", false),
            ("postgresql://agency@LOCALHOST:6432/agency?sslmode=disable", false),
            ("postgresql://agency@127.0.0.1/agency", false),
            ("postgresql://agency@127.1.2.3/agency", false),
            ("postgresql://agency@[::1]:5432/agency", false),
            ("postgresql://agency@db.example/agency?sslmode=verify-full", false),
            ("postgresql://agency@first,second/agency?sslmode=verify-full", false),
            ("postgresql://agency@db.example/agency?hostaddr=127.0.0.1", false),
            ("postgresql://agency@db.example/agency", true),
            ("postgresql://agency@db.example/agency?sslmode=disable", true),
            ("postgresql://agency@db.example/agency?sslmode=prefer", true),
            ("postgresql://agency@db.example/agency?sslmode=require", true),
            ("postgresql://agency@db.example/agency?sslmode=verify-ca", true),
            ("postgresql://agency@10.0.0.5/agency?sslmode=require", true),
            ("postgresql://agency@[2001:db8::5]/agency", true),
            ("postgresql://agency@localhost,db.example/agency", true),
            ("postgresql://agency@localhost/agency?hostaddr=10.0.0.5", true),
        ] {
            assert_eq!(Address::parse(address).unwrap().is_exposed(), expected, "{address}");
        }
    }
}
