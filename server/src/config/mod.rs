//! Settings from environment variables, which `.env.example` describes. Errors name the variable, which those of clap do
//! not.

pub(crate) mod database;
pub(crate) mod mail;
mod public_url;
pub(crate) mod retention;
mod secrets;
mod tls;
mod values;
pub(crate) mod webhook;

#[cfg(test)]
mod tests;

use std::{
    env,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use anyhow::Result;
use ipnet::IpNet;
use tracing_subscriber::EnvFilter;

pub(crate) use public_url::PublicUrl;
pub(crate) use secrets::{Secrets, Signing};

use crate::config::{
    database::DatabaseConfig,
    mail::MailConfig,
    retention::{MAX_DAYS, Policy},
    values::Values,
    webhook::WebhookConfig,
};

#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) database: DatabaseConfig,
    pub(crate) listen_addr: SocketAddr,
    /// `METRICS_ADDR`: the address and port of a second listener, for metrics and health.
    pub(crate) metrics_addr: Option<SocketAddr>,
    pub(crate) max_connections: usize,
    /// `SHUTDOWN_DELAY`: how long connections are accepted after SIGTERM.
    pub(crate) shutdown_delay: Duration,
    pub(crate) public_url: Option<PublicUrl>,
    /// `TOKEN_SECRET` and `TOKEN_SECRET_FORMER`.
    pub(crate) secrets: Secrets,
    pub(crate) rate_limits: RateLimits,
    /// `TRUSTED_PROXIES`: networks of the proxies that may set `X-Forwarded-For` and `X-Request-Id`.
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// `KEEP_CONSULTATIONS`, `KEEP_APPLICATIONS` and so on, and `KEEP_SPAM`: retention periods in days.
    pub(crate) retention: Policy,
    /// `SMTP_URL`, `MAIL_FROM`, `NOTIFY` and `ACKNOWLEDGE`.
    pub(crate) mail: Option<MailConfig>,
    /// `WEBHOOK_URL`, `WEBHOOK_SECRET` and `WEBHOOK_FORMAT`.
    pub(crate) webhook: Option<WebhookConfig>,
    pub(crate) logs: LogConfig,
    /// `WEB_ROOT`: the folder of the built site.
    pub(crate) web_root: PathBuf,
}

#[derive(Clone, Debug)]
pub(crate) struct LogConfig {
    pub(crate) format: LogFormat,
    /// `RUST_LOG`.
    pub(crate) filter: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateLimits {
    On,
    Login,
    /// Nothing, for load tests.
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

impl Config {
    /// Reads the settings.
    ///
    /// # Errors
    ///
    /// One sentence that names the first setting that is missing or malformed.
    pub(crate) fn from_env() -> Result<Self> {
        Self::read(|name| env::var_os(name))
    }

    fn read(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Result<Self> {
        let values = Values(&variable);
        let secrets =
            Secrets::new(values.required("TOKEN_SECRET")?, values.credential("TOKEN_SECRET_FORMER")?)?;
        let filter = values.parse("RUST_LOG", "a list of log levels", |filter| {
            EnvFilter::try_new(filter).ok().map(|_| filter.to_owned())
        })?;
        Ok(Self {
            database: DatabaseConfig::parse(
                &values.required("DATABASE_URL")?,
                values.number("DATABASE_POOL_SIZE", &(1..=1_000))?.unwrap_or(16),
            )?,
            listen_addr: values
                .address("LISTEN_ADDR")?
                .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8000))),
            metrics_addr: values.address("METRICS_ADDR")?,
            max_connections: values.number("MAX_CONNECTIONS", &(1..=100_000))?.unwrap_or(4_096),
            shutdown_delay: Duration::from_secs(values.number("SHUTDOWN_DELAY", &(0..=300))?.unwrap_or(3)),
            public_url: values.parse(
                "PUBLIC_URL",
                "an address such as https://www.example.com",
                PublicUrl::parse,
            )?,
            secrets,
            rate_limits: values.one_of(
                "RATE_LIMITS",
                &[("on", RateLimits::On), ("login", RateLimits::Login), ("off", RateLimits::Off)],
            )?,
            trusted_proxies: values.list("TRUSTED_PROXIES", "addresses and networks", |item| {
                let address = || item.parse::<IpAddr>().ok().map(|address| address.to_canonical().into());
                item.parse().ok().or_else(address)
            })?,
            retention: Policy::from_settings(|name| values.number(name, &(1..=MAX_DAYS)))?,
            mail: mail::read_mail_config(&values)?,
            webhook: webhook::read_webhook_config(&values)?,
            logs: LogConfig {
                format: values
                    .one_of("LOG_FORMAT", &[("text", LogFormat::Text), ("json", LogFormat::Json)])?,
                filter: filter.unwrap_or_else(|| "info".to_owned()),
            },
            web_root: values.get("WEB_ROOT")?.unwrap_or_else(|| "web/dist".to_owned()).into(),
        })
    }
}
