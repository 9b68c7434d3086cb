//! What a client's connection may take.

use std::{net::IpAddr, sync::Arc, time::Duration};

use crate::config::Config;

/// How many clients there may be, and how slow each.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionSettings {
    /// How many may be connected.
    pub(crate) at_most: usize,
    /// How many of them from one address that is no trusted proxy's.
    pub(crate) per_address: usize,
    /// Addresses that connect for many clients.
    pub(crate) trusted_proxies: Arc<[IpAddr]>,
    /// How long the head of a request may take to come, and a connection may be idle between two.
    pub(crate) head: Duration,
    /// How many bytes the head may have.
    pub(crate) head_size: usize,
    /// How long the client may take nothing of an answer.
    pub(crate) stall: Duration,
    /// How many bytes of an answer the client must take for every further second of waiting.
    pub(crate) bytes_per_second: u64,
    /// How long a client for whom there is no place may take to send what is dropped and to read why.
    pub(crate) reject: Duration,
}

impl ConnectionSettings {
    /// What the settings allow.
    pub(crate) fn of(config: &Config) -> Self {
        let at_most = config.max_connections;
        let trusted_proxies = config.trusted_proxies.clone().into();
        Self { at_most, per_address: at_most.div_ceil(4), trusted_proxies, ..Self::default() }
    }
}

impl Default for ConnectionSettings {
    /// A telephone of 8 KB a second that opens six connections takes more than a kilobyte a second on each.
    fn default() -> Self {
        Self {
            at_most: 512,
            per_address: 128,
            trusted_proxies: Arc::default(),
            head: Duration::from_secs(20),
            head_size: 16 * 1_024,
            stall: Duration::from_secs(30),
            bytes_per_second: 1_024,
            reject: Duration::from_secs(1),
        }
    }
}
