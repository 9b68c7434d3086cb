//! Settings of the database: `DATABASE_URL` and `DATABASE_POOL_SIZE`.

use std::{net::IpAddr, path::PathBuf, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail};
use percent_encoding::percent_decode_str;
use rustls::ClientConfig;
use tokio_postgres::config::{Host, SslMode};

use crate::config::tls::{self, Verification};

const EXAMPLE: &str = "DATABASE_URL must be an address such as postgresql://user:password@host:5432/agency";

/// Time limit of a request that waits for a connection, and of a connection attempt to each host.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(3);

/// Idle time before TCP keepalive probes.
const KEEPALIVE: Duration = Duration::from_secs(30);

/// Time limit of unacknowledged data, which finds a database that disappeared without closing its connections.
const UNACKNOWLEDGED: Duration = Duration::from_secs(15);

#[derive(Clone, Debug)]
pub(crate) struct DatabaseConfig {
    pub(crate) address: Address,
    /// `DATABASE_POOL_SIZE`: the maximum of connections in the pool.
    pub(crate) pool_size: usize,
    pub(crate) timeouts: Timeouts,
}

/// Time limits, so that no request holds up others for long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    /// To get a connection from the pool.
    pub(crate) connection: Duration,
    pub(crate) readiness: Duration,
    pub(crate) statement: Duration,
    pub(crate) lock: Duration,
    /// Between two statements of a transaction.
    pub(crate) idle_in_transaction: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connection: TIMEOUT,
            readiness: Duration::from_secs(2),
            statement: Duration::from_secs(10),
            lock: Duration::from_secs(5),
            idle_in_transaction: Duration::from_secs(30),
        }
    }
}

/// The address of the database: `DATABASE_URL`.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    /// Hosts, database, account, TCP options.
    pub(crate) config: tokio_postgres::Config,
    /// TLS with the certificate checks of `sslmode`.
    pub(crate) tls: Arc<ClientConfig>,
    verification: Verification,
}

impl Address {
    /// Parses a URL. `sslmode` and `sslrootcert` have the meaning that libpq gives them; tokio-postgres knows neither
    /// `verify-ca`, `verify-full` nor `sslrootcert`.
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
        // The parser's own message could contain the password.
        let cleaned = format!("{base}?{}", others.join("&"));
        let mut config = cleaned.parse::<tokio_postgres::Config>().ok().context(EXAMPLE)?;
        let (ssl_mode, verification) = ssl_mode(mode.as_deref(), root.is_some())?;
        config.ssl_mode(ssl_mode);
        // A certificate is checked for a name, which may be an IP address.
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

    /// Returns whether connections leave this machine without a verified server.
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

/// Returns whether a host is neither a socket nor a loopback address.
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
        // As in libpq: with a root certificate, `require` verifies the signer.
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
#[path = "database_tests.rs"]
mod tests;
