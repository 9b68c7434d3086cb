//! Limits of connections.

use std::time::Duration;

use crate::{config::Config, http::client::TrustedProxies};

/// Limits of connections.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionSettings {
    /// Maximum connections.
    pub(crate) max: usize,
    /// Maximum connections from one address that is not a trusted proxy.
    pub(crate) max_per_address: usize,
    /// Proxies that connect for many clients.
    pub(crate) trusted_proxies: TrustedProxies,
    /// Time for the head of the next request.
    pub(crate) head: Duration,
    /// Time after which a client with an unfinished first head may be evicted for another client. Much longer than a slow
    /// connection needs.
    pub(crate) head_grace: Duration,
    /// Time for which a client may read nothing of a response, or send nothing of an unused body.
    pub(crate) stall: Duration,
    /// Time for a client without a slot to read the 503.
    pub(crate) reject: Duration,
}

impl ConnectionSettings {
    /// Returns the limits from `MAX_CONNECTIONS` and `TRUSTED_PROXIES`.
    pub(crate) fn new(config: &Config) -> Self {
        let max = config.max_connections;
        let trusted_proxies = TrustedProxies::new(config.trusted_proxies.clone());
        Self { max, max_per_address: max.div_ceil(4), trusted_proxies, ..Self::default() }
    }
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self {
            max: 512,
            max_per_address: 128,
            trusted_proxies: TrustedProxies::default(),
            // Longer than proxies keep idle connections (Caddy: 2 minutes), so that the proxy is the one to close: a
            // request must not meet a closing connection.
            head: Duration::from_secs(150),
            head_grace: Duration::from_secs(5),
            stall: Duration::from_secs(30),
            reject: Duration::from_secs(1),
        }
    }
}
