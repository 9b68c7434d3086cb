//! Settings of the database: `DATABASE_URL` and `DATABASE_POOL_SIZE`.

use std::{error::Error as _, net::IpAddr, path::PathBuf, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail, ensure};
use percent_encoding::percent_decode_str;
use rustls::ClientConfig;
use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};

use crate::config::tls::{self, Verification};

const EXAMPLE: &str = "DATABASE_URL must be an address such as postgresql://user:password@host:5432/agency";

/// Time limit of a request that waits for a connection.
pub(crate) const CONNECTION_WAIT: Duration = Duration::from_secs(3);

/// Parameters that the URL may override. TCP keepalive probes follow 30 seconds without traffic. Data that is not
/// acknowledged for 15 seconds reveals a database that disappeared without closing its connections.
const DEFAULTS: &str =
    "application_name=agency-server&connect_timeout=3&keepalives_idle=30&tcp_user_timeout=15";

#[derive(Clone, Debug)]
pub(crate) struct DatabaseConfig {
    /// Hosts, database, account, TCP options.
    pub(crate) driver: Config,
    /// TLS with the certificate checks of `sslmode`.
    pub(crate) tls: Arc<ClientConfig>,
    verification: Verification,
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

impl DatabaseConfig {
    /// Parses a URL. `sslmode` and `sslrootcert` have the meaning that libpq gives them; tokio-postgres knows neither
    /// `verify-ca`, `verify-full` nor `sslrootcert`.
    pub(crate) fn parse(url: &str, pool_size: usize) -> Result<Self> {
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            bail!(EXAMPLE);
        }
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        // A password with a `?` that is not percent-encoded would be cut off. The driver's own message could contain it.
        ensure!(base.contains('@') || !query.contains('@'), EXAMPLE);
        base.parse::<Config>().ok().context(EXAMPLE)?;
        let (mut mode, mut root, mut cleaned) = (None, None, format!("{base}?{DEFAULTS}"));
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let decoded = || percent_decode_str(value).decode_utf8_lossy().into_owned();
            match name {
                "sslmode" => mode = Some(decoded()),
                "sslrootcert" => root = Some(PathBuf::from(decoded())),
                _ => {
                    accept_parameter(name, value)?;
                    // The driver takes one host from each `host`, libpq several.
                    let parts = if name == "host" { usize::MAX } else { 1 };
                    for value in value.splitn(parts, ',') {
                        cleaned.extend(["&", name, "=", value]);
                    }
                }
            }
        }
        let mut driver = cleaned.parse::<Config>().ok().context(EXAMPLE)?;
        let (hosts, addresses, ports) = (driver.get_hosts(), driver.get_hostaddrs(), driver.get_ports());
        let hosts = hosts.len().max(addresses.len());
        ensure!(
            addresses.is_empty() || addresses.len() == hosts,
            "DATABASE_URL must have as many values in hostaddr as in host."
        );
        ensure!(
            ports.len() <= 1 || ports.len() == hosts,
            "DATABASE_URL must have a port for each host, as in first:5432,second:5433."
        );
        let (ssl_mode, verification) = ssl_mode(mode.as_deref(), root.is_some())?;
        driver.ssl_mode(ssl_mode);
        let tls = tls::client("DATABASE_URL", verification, root.as_deref())?;
        let timeouts = Timeouts {
            connection: CONNECTION_WAIT,
            readiness: Duration::from_secs(2),
            statement: Duration::from_secs(10),
            lock: Duration::from_secs(5),
            idle_in_transaction: Duration::from_secs(30),
        };
        Ok(Self { driver, tls, verification, pool_size, timeouts })
    }

    /// Returns whether connections leave this machine without a verified server.
    pub(crate) fn is_exposed(&self) -> bool {
        let is_local = |name: &str| {
            let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
            name.eq_ignore_ascii_case("localhost")
                || address.is_ok_and(|address| address.to_canonical().is_loopback())
        };
        let addresses = self.driver.get_hostaddrs();
        let leaves = if addresses.is_empty() {
            self.driver.get_hosts().iter().any(|host| matches!(host, Host::Tcp(name) if !is_local(name)))
        } else {
            addresses.iter().any(|address| !address.to_canonical().is_loopback())
        };
        leaves && self.verification != Verification::Full
    }
}

/// Refuses a parameter that the driver does not accept. The error has its name, but never its value.
fn accept_parameter(name: &str, value: &str) -> Result<()> {
    let Err(error) = format!("postgresql://@/?{name}={value}").parse::<Config>() else { return Ok(()) };
    // Anything else may be the end of a password that contains a `?`.
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    ensure!(is_name && !value.contains('@'), EXAMPLE);
    let reason = error.source().map(ToString::to_string).unwrap_or_default();
    ensure!(!reason.starts_with("unknown option"), "DATABASE_URL has an unknown parameter: {name}.");
    bail!("DATABASE_URL has an invalid value of the parameter {name}")
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
mod tests;
