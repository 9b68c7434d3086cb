//! Client IP address, from `X-Forwarded-For` when the peer is a trusted proxy.

use std::{
    iter,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Arc, OnceLock},
};

use axum::{
    extract::{ConnectInfo, FromRef, FromRequestParts, Request},
    http::{Extensions, HeaderMap, HeaderName, request::Parts},
};
use ipnet::IpNet;

use crate::http::error::ApiError;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Proxies of `TRUSTED_PROXIES`, which may set `X-Forwarded-For` and `X-Request-Id`.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrustedProxies {
    networks: Arc<[IpNet]>,
    /// Logs the warning about an untrusted proxy only once.
    warning: Arc<OnceLock<()>>,
}

impl TrustedProxies {
    /// Trusts all addresses of these networks.
    pub(crate) fn new(networks: Vec<IpNet>) -> Self {
        Self { networks: networks.into(), warning: Arc::default() }
    }

    /// Returns whether an address belongs to a trusted proxy.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&address))
    }

    /// Returns the client of a request that a trusted proxy forwards. Returns `None` if the peer is no trusted proxy, or
    /// the header has only trusted proxies.
    pub(crate) fn forwarded_client(&self, request: &Request) -> Option<IpAddr> {
        let peer = peer(request.extensions())?;
        if self.contains(peer) {
            let client = self.client(peer, request.headers());
            return Some(client).filter(|&client| !self.contains(client));
        }
        if is_private(peer) && request.headers().contains_key(FORWARDED_FOR) {
            self.warning.get_or_init(|| {
                tracing::warn!(
                    "{peer} sends X-Forwarded-For, but TRUSTED_PROXIES does not name it: \
                     all clients behind it share the limits of one address"
                );
            });
        }
        None
    }

    /// Reads `X-Forwarded-For` from its end, as long as the address is trusted.
    ///
    /// Every proxy appends an address, so forged addresses are at the start and are never reached. An item that is not an
    /// address ends the search, because no trusted proxy has written the items before it.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all(FORWARDED_FOR).iter().rev();
        let mut hops = lines.flat_map(|line| line.as_bytes().rsplit(|&byte| byte == b','));
        let mut client = peer;
        while self.contains(client)
            && let Some(address) = hops.next().and_then(parse_address)
        {
            client = address;
        }
        client
    }
}

/// IP address of the client: the peer, or the address that trusted proxies forward.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let peer = peer(&parts.extensions).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Ok(Self(TrustedProxies::from_ref(state).client(peer, &parts.headers)))
    }
}

/// Returns the address at the other end of the connection.
pub(crate) fn peer(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get().map(|ConnectInfo(peer): &ConnectInfo<SocketAddr>| peer.ip().to_canonical())
}

fn is_private(address: IpAddr) -> bool {
    let is_local = match address {
        IpAddr::V4(address) => address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_unique_local() || address.is_unicast_link_local(),
    };
    is_local || address.is_loopback()
}

/// Returns the networks that limits by address count: an IPv4 address, or of an IPv6 address its /64 and then those with
/// these wider prefixes. A site has a /56 or a /48.
pub(crate) fn counted_networks<const N: usize>(
    address: IpAddr,
    wider: [u8; N],
) -> impl Iterator<Item = IpNet> {
    let (narrow, wider) = if address.is_ipv4() { (32, None) } else { (64, Some(wider)) };
    let prefixes = iter::once(narrow).chain(wider.into_iter().flatten());
    prefixes.map(move |prefix| IpNet::new_assert(address, prefix).trunc())
}

/// Parses an address as proxies write it: some add the port, and brackets around IPv6.
fn parse_address(hop: &[u8]) -> Option<IpAddr> {
    let hop = str::from_utf8(hop).ok()?.trim();
    let bare = || hop.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let address =
        hop.parse().ok().or_else(bare).or_else(|| hop.parse().ok().map(|hop: SocketAddr| hop.ip()))?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests;
