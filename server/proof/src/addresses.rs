//! Visitors' addresses: the proofs stand in for a proxy that the server trusts, so that limits by address count each
//! visitor apart, as they do in production.

use std::{
    net::Ipv4Addr,
    sync::atomic::{AtomicU32, Ordering},
};

/// The setting by which a server believes the proofs' visitors, who reach it from an address of this machine that nobody
/// else uses.
pub(crate) const VISITORS_TRUSTED: (&str, &str) = ("TRUSTED_PROXIES", "127.0.0.2");

/// The setting by which a server believes a proxy that runs on this machine besides.
pub(crate) const TRUSTED: (&str, &str) = ("TRUSTED_PROXIES", "127.0.0.1,127.0.0.2");

/// The header by which a proxy tells for whom it forwards.
pub(crate) const FORWARDED_FOR: &str = "x-forwarded-for";

/// The addresses that are nobody's outside of private networks, sixteen million of them.
const NETWORK: u32 = Ipv4Addr::new(10, 0, 0, 0).to_bits();
const HOSTS: u32 = 1 << 24;

/// The address of a visitor who was never there before.
pub(crate) fn next() -> Ipv4Addr {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    Ipv4Addr::from_bits(NETWORK | (NEXT.fetch_add(1, Ordering::Relaxed) % HOSTS))
}

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn no_two_visitors_share_an_address() {
        let (one, other) = (next(), next());
        assert!(one != other && one.is_private() && other.is_private(), "{one} {other}");
    }
}
