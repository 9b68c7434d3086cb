//! Signed links to exports, which expire. A browser can follow one without a token.

use axum::http::{Uri, uri::PathAndQuery};
use chrono::{TimeDelta, Utc};
use hmac::Hmac;
use sha2::Sha256;

use crate::config::{Secrets, Signing};

/// Separates this use of the secret from all others.
const PURPOSE: &[u8] = b"agency: links";

/// Makes and checks links.
pub(crate) struct SignedLinks(Signing<Hmac<Sha256>>);

impl SignedLinks {
    /// Creates the keys for links from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self(secrets.macs(PURPOSE))
    }

    /// Returns a link to a path with its query, valid for some time.
    pub(crate) fn sign(&self, target: &str, lifetime: TimeDelta) -> String {
        let and = if target.contains('?') { '&' } else { '?' };
        let link = format!("{target}{and}expires={}", (Utc::now() + lifetime).timestamp());
        format!("{link}&signature={}", self.0.sign(&link))
    }

    /// Returns whether a link was signed here, as a whole, and has not expired.
    pub(crate) fn is_valid(&self, link: &Uri) -> bool {
        let link =
            link.path_and_query().map(PathAndQuery::as_str).and_then(|link| link.rsplit_once("&signature="));
        link.is_some_and(|(link, signature)| {
            let expires = link.rsplit_once("expires=").and_then(|(_, seconds)| seconds.parse::<i64>().ok());
            self.0.verify(link, signature) && expires.is_some_and(|expires| Utc::now().timestamp() < expires)
        })
    }
}
