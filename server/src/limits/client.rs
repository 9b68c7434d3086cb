//! Whose request it is, as far as the network tells.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, request::Parts},
};

use crate::{error::ApiError, state::AppState};

/// The client's address: the peer's, or the one that trusted proxies name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer =
            peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip().to_canonical());
        Ok(Self(behind_proxies(peer, &parts.headers, &state.trusted_proxies)))
    }
}

/// Walks back from the peer: an address that a trusted proxy forwarded for counts, until one is not trusted.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let forwarded = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map_while(|address| address.trim().parse::<IpAddr>().ok())
        .collect::<Vec<_>>();
    forwarded.iter().rev().fold(
        peer,
        |client, address| {
            if trusted.contains(&client) { address.to_canonical() } else { client }
        },
    )
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::behind_proxies;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let client = |peer: &str, forwarded: &'static str, trusted: &[&str]| {
            let headers = HeaderMap::from_iter([(
                "x-forwarded-for".parse().unwrap(),
                HeaderValue::from_static(forwarded),
            )]);
            let trusted = trusted.iter().map(|address| address.parse().unwrap()).collect::<Vec<_>>();
            behind_proxies(peer.parse().unwrap(), &headers, &trusted).to_string()
        };
        assert_eq!(client("192.0.2.1", "198.51.100.7", &[]), "192.0.2.1");
        assert_eq!(client("10.0.0.1", "198.51.100.7", &["10.0.0.1"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", "203.0.113.9, 198.51.100.7", &["10.0.0.1"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", "198.51.100.7, 10.0.0.2", &["10.0.0.1", "10.0.0.2"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", "nonsense", &["10.0.0.1"]), "10.0.0.1");
    }
}
