//! Limits of connections.

use std::time::Duration;

use crate::{config::Config, http::client::TrustedProxies};

/// How long a peer may keep a transfer waiting: `max` at most, which is refilled by what it transfers at
/// `bytes_per_second`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TransferLimit {
    /// The longest pause.
    pub(crate) max: Duration,
    /// The slowest rate that can be kept up for ever.
    pub(crate) bytes_per_second: u64,
}

/// How many clients may be connected, and how slow each.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionSettings {
    /// The most connections.
    pub(crate) max: usize,
    /// The most connections from one address that is not a trusted proxy's.
    pub(crate) max_per_address: usize,
    /// Proxies that connect for many clients.
    pub(crate) trusted_proxies: TrustedProxies,
    /// Time for the head of a connection's first request.
    pub(crate) head: Duration,
    /// Time after which an unfinished head may give way to another client. Much longer than a slow line takes.
    pub(crate) head_grace: Duration,
    /// Time for which a connection may be idle before the head of the next request is complete.
    pub(crate) idle: Duration,
    /// How fast responses must be read.
    pub(crate) response: TransferLimit,
    /// Time for a client without a slot to read why.
    pub(crate) reject: Duration,
}

impl ConnectionSettings {
    /// The limits that `MAX_CONNECTIONS` and `TRUSTED_PROXIES` set.
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
            head: Duration::from_secs(20),
            head_grace: Duration::from_secs(5),
            // Longer than proxies keep idle connections (Caddy: 2 minutes), so that the proxy is the one to close: a
            // request must not meet a closing connection.
            idle: Duration::from_secs(150),
            // A phone on 8 KB/s that opens six connections reads more than 1 KB/s on each.
            response: TransferLimit { max: Duration::from_secs(30), bytes_per_second: 1_024 },
            reject: Duration::from_secs(1),
        }
    }
}
