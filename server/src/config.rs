//! The settings, read once from the environment. `.env.example` lists them.

use std::{
    env,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use anyhow::{Context as _, Result, bail};
use secrecy::SecretString;

/// The fewest bytes of a token secret: as many as HMAC-SHA-256 has.
const SECRET_LENGTH: usize = 32;

/// All settings.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// `DATABASE_URL`: where Postgres is.
    pub(crate) database_url: SecretString,
    /// `LISTEN_ADDR`: the address and port to listen on; 127.0.0.1:8000 when unset.
    pub(crate) listen_addr: SocketAddr,
    /// `TOKEN_SECRET`: signs access and refresh tokens; at least 32 bytes.
    pub(crate) token_secret: SecretString,
    /// `RATE_LIMITS`: `on` (when unset), `login` or `off`.
    pub(crate) rate_limits: RateLimits,
    /// `TRUSTED_PROXIES`: the addresses of proxies, by commas, whose `X-Forwarded-For` counts.
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// `LOG_FORMAT`: `text` (when unset) or `json`.
    pub(crate) log_format: LogFormat,
    /// `WEB_ROOT`: the folder of the built pages; `web/dist` when unset.
    pub(crate) web_root: PathBuf,
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
        Self::read(|name| env::var(name).ok())
    }

    fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let setting = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let required = |name: &str| setting(name).with_context(|| format!("{name} is not set"));

        let database_url = required("DATABASE_URL")?;
        let listen_addr = setting("LISTEN_ADDR").unwrap_or_else(|| "127.0.0.1:8000".to_owned());
        let listen_addr = listen_addr
            .parse()
            .ok()
            .with_context(|| format!("LISTEN_ADDR must be an address and a port, not {listen_addr:?}"))?;
        let token_secret = required("TOKEN_SECRET")?;
        if token_secret.len() < SECRET_LENGTH {
            bail!("TOKEN_SECRET must have at least {SECRET_LENGTH} bytes");
        }
        let log_format = match setting("LOG_FORMAT").as_deref() {
            None | Some("text") => LogFormat::Text,
            Some("json") => LogFormat::Json,
            Some(other) => bail!("LOG_FORMAT must be text or json, not {other:?}"),
        };
        let rate_limits = match setting("RATE_LIMITS").as_deref() {
            None | Some("on") => RateLimits::On,
            Some("login") => RateLimits::Login,
            Some("off") => RateLimits::Off,
            Some(other) => bail!("RATE_LIMITS must be on, login or off, not {other:?}"),
        };
        let trusted_proxies = setting("TRUSTED_PROXIES")
            .iter()
            .flat_map(|list| list.split(','))
            .map(|address| {
                let address = address.trim();
                let parsed = address.parse::<IpAddr>().ok();
                parsed
                    .with_context(|| format!("TRUSTED_PROXIES must be addresses by commas, not {address:?}"))
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            rate_limits,
            trusted_proxies,
            database_url: database_url.into(),
            listen_addr,
            token_secret: token_secret.into(),
            log_format,
            web_root: setting("WEB_ROOT").unwrap_or_else(|| "web/dist".to_owned()).into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Config;

    fn sentence(settings: &[(&str, &str)]) -> String {
        let complete =
            [("DATABASE_URL", "postgresql:///x"), ("TOKEN_SECRET", "0123456789abcdef0123456789abcdef")];
        let variable = |name: &str| {
            let found = settings.iter().chain(&complete).find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Config::read(variable).map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn a_bad_setting_is_named_in_one_sentence() {
        assert_eq!(sentence(&[]), "");
        assert_eq!(sentence(&[("DATABASE_URL", "")]), "DATABASE_URL is not set");
        assert_eq!(sentence(&[("TOKEN_SECRET", "short")]), "TOKEN_SECRET must have at least 32 bytes");
        assert_eq!(
            sentence(&[("LISTEN_ADDR", "8000")]),
            "LISTEN_ADDR must be an address and a port, not \"8000\""
        );
        assert_eq!(sentence(&[("RATE_LIMITS", "no")]), "RATE_LIMITS must be on, login or off, not \"no\"");
        assert_eq!(
            sentence(&[("TRUSTED_PROXIES", "10.0.0.1, proxy")]),
            "TRUSTED_PROXIES must be addresses by commas, not \"proxy\""
        );
        assert_eq!(sentence(&[("LOG_FORMAT", "xml")]), "LOG_FORMAT must be text or json, not \"xml\"");
    }
}
