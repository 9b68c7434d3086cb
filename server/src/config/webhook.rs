//! Settings of webhooks: `WEBHOOK_URL`, `WEBHOOK_SECRET` and `WEBHOOK_FORMAT`.

use std::{fmt, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, ensure};
use base64ct::{Base64, Encoding as _};
use reqwest::{Client, ClientBuilder, redirect};
use rustls::ClientConfig;
use standardwebhooks::Webhook;
use url::{Host, Position, Url};

use crate::config::{
    tls::{self, Verification},
    values::Values,
};

/// The time limit to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

const URL_EXAMPLE: &str = "WEBHOOK_URL must be an address such as https://hooks.example/agency";

const SECRET_EXAMPLE: &str = "WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64, as \
     `echo whsec_$(openssl rand -base64 32)` prints";

/// The receiver of webhooks.
#[derive(Clone)]
pub(crate) struct WebhookConfig {
    /// May contain a secret, as Slack's does.
    pub(crate) url: Url,
    pub(crate) format: WebhookFormat,
    pub(crate) client: Client,
}

/// The format of webhooks.
#[derive(Clone)]
pub(crate) enum WebhookFormat {
    /// Standard Webhooks, signed with a secret.
    Standard(Arc<Webhook>),
    /// Messages for Slack and Mattermost.
    Slack,
}

/// Reads the settings; none without a URL.
pub(super) fn read_webhook_config(values: &Values<'_>) -> Result<Option<WebhookConfig>> {
    let is_slack = values.one_of("WEBHOOK_FORMAT", &[("standard", false), ("slack", true)])?;
    let secret = values.credential("WEBHOOK_SECRET")?.map(|secret| parse_secret(&secret)).transpose()?;
    let Some(url) = values.credential("WEBHOOK_URL")? else {
        ensure!(secret.is_none(), "WEBHOOK_SECRET is set, but WEBHOOK_URL is not");
        ensure!(!is_slack, "WEBHOOK_FORMAT is slack, but WEBHOOK_URL is not set");
        return Ok(None);
    };
    let url = parse_url(&url)?;
    let format = if is_slack {
        WebhookFormat::Slack
    } else {
        let secret = secret.context("WEBHOOK_URL is set, but WEBHOOK_SECRET is not")?;
        WebhookFormat::Standard(Arc::new(secret))
    };
    WebhookConfig::new(url, format).map(Some)
}

/// Sets up a client that connects to the URL alone: without redirects, and without the proxies of the environment.
fn client(tls: &ClientConfig) -> ClientBuilder {
    Client::builder()
        .tls_backend_preconfigured(tls.clone())
        .redirect(redirect::Policy::none())
        .no_proxy()
        // Shared by the host's addresses, so that a good one behind silent ones is reached within the limit of an attempt.
        .connect_timeout(CONNECT_TIMEOUT)
        // A receiver may close a connection that is kept at any time.
        .pool_max_idle_per_host(0)
        .user_agent(concat!("agency-server/", env!("CARGO_PKG_VERSION")))
}

/// Parses `WEBHOOK_URL`. Errors do not contain it, because it may contain a secret.
fn parse_url(text: &str) -> Result<Url> {
    let url = Url::parse(text).ok().context(URL_EXAMPLE)?;
    ensure!(matches!(url.scheme(), "http" | "https"), URL_EXAMPLE);
    let has_user = !url[Position::BeforeUsername..Position::BeforeHost].is_empty();
    ensure!(!has_user, "WEBHOOK_URL must not have a user or a password");
    let is_this_machine = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    ensure!(
        url.scheme() == "https" || is_this_machine,
        "WEBHOOK_URL must begin with https, unless the receiver is on this machine"
    );
    Ok(url)
}

/// Parses `WEBHOOK_SECRET`.
fn parse_secret(text: &str) -> Result<Webhook> {
    let bytes = text.strip_prefix("whsec_").and_then(|text| Base64::decode_vec(text).ok());
    let bytes = bytes.filter(|bytes| (24..=64).contains(&bytes.len())).context(SECRET_EXAMPLE)?;
    Webhook::from_bytes(bytes).context(SECRET_EXAMPLE)
}

impl WebhookConfig {
    /// Combines a checked URL with a format.
    pub(crate) fn new(url: Url, format: WebhookFormat) -> Result<Self> {
        let tls = tls::client("WEBHOOK_URL", Verification::Full, None)?;
        Ok(Self { url, format, client: client(&tls).build().context("webhooks cannot be set up")? })
    }

    /// Summarizes the settings, without secrets.
    pub(crate) fn summary(&self) -> String {
        let format = match self.format {
            WebhookFormat::Standard(_) => "standard",
            WebhookFormat::Slack => "slack",
        };
        format!("{format} to {}", &self.url[..Position::BeforePath])
    }
}

/// Shows the settings without secrets.
impl fmt::Debug for WebhookConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("WebhookConfig").field(&self.summary()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::client;
    use crate::{
        config::tls::{self, Verification},
        testing::{delivery::SilentListener, receiver::Receiver},
    };

    #[tokio::test(flavor = "multi_thread")]
    async fn reaches_good_address_behind_silent_ones() {
        let receiver = Receiver::start().await;
        let tls = tls::client("WEBHOOK_URL", Verification::Full, None).unwrap();
        let mut silent = Vec::new();
        for last in 2..6 {
            silent.push(SilentListener::start(SocketAddr::from(([127, 0, 0, last], receiver.port))).await);
        }
        let good = SocketAddr::from(([127, 0, 0, 1], receiver.port));
        let addresses = silent.iter().map(|silent| silent.address).chain([good]).collect::<Vec<_>>();
        let client = client(&tls).resolve_to_addrs("hooks.example", &addresses).build().unwrap();
        let url = format!("http://hooks.example:{}/", receiver.port);
        assert!(client.post(url).send().await.unwrap().status().is_success());
    }
}
