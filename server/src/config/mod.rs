//! The settings, read once from the environment. `.env.example` lists them. Not by clap, which reads them for one command
//! line only and tells of a value that cannot be by its flag: here one sentence names the setting.

pub(crate) mod database;
pub(crate) mod mail;
mod public_url;
mod secrets;
mod tls;
mod values;

#[cfg(test)]
mod tests;

use std::{
    env,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use agency_core::retention::{MAX_DAYS, Policy};
use anyhow::{Context as _, Result};
use ipnet::IpNet;
use tracing_subscriber::EnvFilter;

pub(crate) use public_url::PublicUrl;
pub(crate) use secrets::{Secrets, Signing};

use crate::config::{
    database::{Address, DatabaseConfig, Timeouts},
    mail::MailConfig,
    values::Values,
};

/// All settings.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// Where the database is and how it is spoken to.
    pub(crate) database: DatabaseConfig,
    /// `LISTEN_ADDR`: the address and port to listen on; 127.0.0.1:8000 when unset.
    pub(crate) listen_addr: SocketAddr,
    /// `METRICS_ADDR`: where metrics and health are answered besides; nowhere when unset.
    pub(crate) metrics_addr: Option<SocketAddr>,
    /// `MAX_CONNECTIONS`: how many clients may be connected at once; 512 when unset.
    pub(crate) max_connections: usize,
    /// `SHUTDOWN_DELAY`: how many seconds clients may still come after SIGTERM; 3 when unset.
    pub(crate) shutdown_delay: Duration,
    /// `PUBLIC_URL`: the address that visitors use.
    pub(crate) public_url: Option<PublicUrl>,
    /// `TOKEN_SECRET` and `TOKEN_SECRET_FORMER`.
    pub(crate) secrets: Secrets,
    /// `RATE_LIMITS`: `on` (when unset), `login` or `off`.
    pub(crate) rate_limits: RateLimits,
    /// `TRUSTED_PROXIES`: addresses and networks of proxies, comma-separated, whose `X-Forwarded-For` and
    /// `X-Request-Id` count.
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// `KEEP_CONSULTATIONS`, `KEEP_APPLICATIONS` and so on, and `KEEP_SPAM`: how many days records are kept; for ever
    /// when unset.
    pub(crate) retention: Policy,
    /// `SMTP_URL`, `MAIL_FROM`, `NOTIFY` and `ACKNOWLEDGE`; none when no mail is sent.
    pub(crate) mail: Option<MailConfig>,
    /// `LOG_FORMAT` and `RUST_LOG`.
    pub(crate) logs: LogConfig,
    /// `WEB_ROOT`: the folder of the built pages; `web/dist` when unset.
    pub(crate) web_root: PathBuf,
}

/// How log lines are written, and which.
#[derive(Clone, Debug)]
pub(crate) struct LogConfig {
    /// `LOG_FORMAT`: `text` (when unset) or `json`.
    pub(crate) format: LogFormat,
    /// `RUST_LOG`: which events are logged; `info` when unset.
    pub(crate) filter: String,
}

/// Which attempts are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateLimits {
    /// Logins and forms.
    On,
    /// Logins only.
    Login,
    /// None, for load tests.
    Off,
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Config {
    /// Reads the settings; the error is one sentence that names the setting.
    pub(crate) fn from_env() -> Result<Self> {
        Self::read(|name| env::var_os(name))
    }

    fn read(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Result<Self> {
        let values = Values::new(variable);
        let secrets =
            Secrets::new(values.required("TOKEN_SECRET")?, values.credential("TOKEN_SECRET_FORMER")?)?;
        let filter = values.get("RUST_LOG")?.unwrap_or_else(|| "info".to_owned());
        EnvFilter::try_new(&filter)
            .ok()
            .with_context(|| format!("RUST_LOG must be a list of log levels, not {filter:?}"))?;
        Ok(Self {
            database: DatabaseConfig {
                address: Address::parse(&values.required("DATABASE_URL")?)?,
                pool_size: values.number("DATABASE_POOL_SIZE", 16, 1..=1_000)?,
                timeouts: Timeouts::default(),
            },
            listen_addr: values
                .address("LISTEN_ADDR")?
                .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8000))),
            metrics_addr: values.address("METRICS_ADDR")?,
            max_connections: values.number("MAX_CONNECTIONS", 512, 1..=100_000)?,
            shutdown_delay: Duration::from_secs(values.number("SHUTDOWN_DELAY", 3, 0..=300)?),
            public_url: values.get("PUBLIC_URL")?.map(|url| PublicUrl::parse(&url)).transpose()?,
            secrets,
            rate_limits: values.one_of(
                "RATE_LIMITS",
                &[("on", RateLimits::On), ("login", RateLimits::Login), ("off", RateLimits::Off)],
            )?,
            trusted_proxies: values.list("TRUSTED_PROXIES", "addresses and networks", |item| {
                let address = || item.parse::<IpAddr>().ok().map(|address| address.to_canonical().into());
                item.parse().ok().or_else(address)
            })?,
            retention: Policy::from_settings(|name| values.optional_number(name, &(1..=MAX_DAYS)))?,
            mail: mail::read(&values)?,
            logs: LogConfig {
                format: values
                    .one_of("LOG_FORMAT", &[("text", LogFormat::Text), ("json", LogFormat::Json)])?,
                filter,
            },
            web_root: values.get("WEB_ROOT")?.unwrap_or_else(|| "web/dist".to_owned()).into(),
        })
    }
}
