//! Whose request it is, as far as the network tells.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::{ConnectInfo, FromRef, FromRequestParts},
    http::{HeaderMap, request::Parts},
};

use crate::http::error::ApiError;

/// Proxies whose word about the client's address and the request's id counts.
#[derive(Clone, Debug)]
pub(crate) struct TrustedProxies(pub(crate) Arc<[IpAddr]>);

impl TrustedProxies {
    /// The client that a peer forwards for; none when it is no trusted proxy, or names only such.
    pub(crate) fn forwarded_for(&self, peer: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
        if !self.0.contains(&peer) {
            return None;
        }
        Some(behind_proxies(peer, headers, &self.0)).filter(|client| !self.0.contains(client))
    }
}

/// The client's address: the peer's, or the one that trusted proxies name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let TrustedProxies(trusted) = TrustedProxies::from_ref(state);
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer =
            peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip().to_canonical());
        Ok(Self(behind_proxies(peer, &parts.headers, &trusted)))
    }
}

/// What an address is counted under. An IPv6 client owns the whole /64 that its address is from, and could come from
/// another one of it every time.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}

/// Walks back from the peer: what a trusted proxy says it forwarded for counts, until one is not trusted.
///
/// Every proxy appends, so what a client made up stands in front and is never reached. A piece that is no address ends
/// the walk: nothing in front of it can be vouched for.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    let mut hops = lines.flat_map(|line| line.as_bytes().rsplit(|&byte| byte == b','));
    let mut client = peer;
    while trusted.contains(&client)
        && let Some(address) = hops.next().and_then(address)
    {
        client = address;
    }
    client
}

/// An address as proxies write it: some add the port, and brackets around IPv6.
fn address(hop: &[u8]) -> Option<IpAddr> {
    let hop = str::from_utf8(hop).ok()?.trim();
    let bare = || hop.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let address =
        hop.parse().ok().or_else(bare).or_else(|| hop.parse().ok().map(|hop: SocketAddr| hop.ip()))?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::behind_proxies;

    const HEADER: HeaderName = HeaderName::from_static("x-forwarded-for");

    fn client(peer: &str, lines: &[&[u8]], trusted: &[&str]) -> String {
        let trusted = trusted.iter().map(|address| address.parse().unwrap()).collect::<Vec<_>>();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(HEADER, HeaderValue::from_bytes(line).unwrap());
        }
        behind_proxies(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let client = |peer: &str, line: &str, trusted: &[&str]| client(peer, &[line.as_bytes()], trusted);
        assert_eq!(client("192.0.2.1", "198.51.100.7", &[]), "192.0.2.1");
        assert_eq!(client("10.0.0.1", "198.51.100.7", &["10.0.0.1"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", "203.0.113.9, 198.51.100.7", &["10.0.0.1"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", "198.51.100.7, 10.0.0.2", &["10.0.0.1", "10.0.0.2"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", "198.51.100.7,192.0.2.5,10.0.0.2", &["10.0.0.1"]), "10.0.0.2");
        // All of them are ours: the call comes from the farthest.
        assert_eq!(
            client("10.0.0.1", "10.0.0.3, 10.0.0.2", &["10.0.0.1", "10.0.0.2", "10.0.0.3"]),
            "10.0.0.3"
        );
    }

    #[test]
    fn junk_that_a_client_sends_hides_nobody() {
        for (line, expected) in [
            ("nonsense", "10.0.0.1"),
            ("", "10.0.0.1"),
            (",", "10.0.0.1"),
            ("unknown", "10.0.0.1"),
            ("10.0.0.999", "10.0.0.1"),
            ("fe80::1%eth0", "10.0.0.1"),
            ("nonsense, 198.51.100.7", "198.51.100.7"),
            (", 198.51.100.7", "198.51.100.7"),
            ("10.0.0.2, nonsense, 198.51.100.7", "198.51.100.7"),
            ("<script>, 203.0.113.9, 198.51.100.7", "198.51.100.7"),
            // The second proxy forwarded for somebody of whom it said nothing that can be read.
            ("203.0.113.9, nonsense, 10.0.0.2", "10.0.0.2"),
            ("203.0.113.9, , 10.0.0.2", "10.0.0.2"),
            ("203.0.113.9, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ] {
            assert_eq!(client("10.0.0.1", &[line.as_bytes()], &["10.0.0.1", "10.0.0.2"]), expected, "{line}");
        }
        assert_eq!(client("10.0.0.1", &[b"\xff\xfe, 198.51.100.7"], &["10.0.0.1"]), "198.51.100.7");
    }

    #[test]
    fn addresses_come_with_ports_and_brackets_too() {
        for (line, expected) in [
            ("198.51.100.7:4711", "198.51.100.7"),
            ("  198.51.100.7\t", "198.51.100.7"),
            ("2001:db8::7", "2001:db8::7"),
            ("2001:DB8:0:0::7", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("::ffff:198.51.100.7", "198.51.100.7"),
            ("[::ffff:198.51.100.7]:4711", "198.51.100.7"),
            ("[198.51.100.7]", "10.0.0.1"),
            ("[2001:db8::7", "10.0.0.1"),
            ("198.51.100.7:99999", "10.0.0.1"),
        ] {
            assert_eq!(client("10.0.0.1", &[line.as_bytes()], &["10.0.0.1"]), expected, "{line}");
        }
        // The port of a proxy on the way is none of its address.
        let through = "2001:db8::7, [2001:db8:ffff::1]:443";
        assert_eq!(
            client("10.0.0.1", &[through.as_bytes()], &["10.0.0.1", "2001:db8:ffff::1"]),
            "2001:db8::7"
        );
    }

    #[test]
    fn several_lines_are_one_list() {
        let trusted = ["10.0.0.1", "10.0.0.2"];
        for (lines, expected) in [
            (&[&b"203.0.113.9"[..], b"198.51.100.7"][..], "198.51.100.7"),
            (&[b"nonsense", b"198.51.100.7"], "198.51.100.7"),
            (&[b"203.0.113.9, 198.51.100.7", b"10.0.0.2"], "198.51.100.7"),
            (&[b"203.0.113.9", b"nonsense", b"10.0.0.2"], "10.0.0.2"),
            (&[b"203.0.113.9", b"nonsense"], "10.0.0.1"),
        ] {
            assert_eq!(client("10.0.0.1", lines, &trusted), expected, "{lines:?}");
        }
    }
}
