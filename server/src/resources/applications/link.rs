//! Signed, short-lived links to CVs, which a browser can open without a token.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use sha2::Sha256;
use utoipa::IntoParams;

use crate::config::{Secrets, Signing};

/// Time for which a link is valid.
const LIFETIME: Duration = Duration::from_mins(10);

/// Separates this use of the secret from all others.
const PURPOSE: &[u8] = b"agency: links to CVs";

/// All characters except the unreserved ones of RFC 3986. Valid in a path and, by RFC 8187, in a header.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Makes and checks links.
pub(crate) struct CvLinks {
    macs: Signing<Hmac<Sha256>>,
}

/// Query of a link as received.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinkQuery {
    /// The second since 1970 at and after which the link has expired.
    #[serde(default)]
    expires: i64,
    /// Signature of the link.
    #[serde(default)]
    signature: String,
}

impl CvLinks {
    /// Creates the keys for links from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self { macs: secrets.macs(PURPOSE) }
    }

    /// Returns a link to the CV of an application.
    pub(crate) fn link(&self, slug: &str, file_name: &str, now: DateTime<Utc>) -> String {
        let expires = (now + LIFETIME).timestamp();
        let signature = signed(&self.macs.current, slug, file_name, expires).finalize().into_bytes();
        let signature = Base64UrlUnpadded::encode_string(&signature);
        let file_name = escaped(file_name);
        format!("/api/applications/{slug}/cv/{file_name}?expires={expires}&signature={signature}")
    }

    /// Returns whether the signature is valid and the link has not expired.
    pub(crate) fn is_valid(
        &self,
        slug: &str,
        file_name: &str,
        query: &LinkQuery,
        now: DateTime<Utc>,
    ) -> bool {
        let fits = |tag: Vec<u8>| {
            let mut macs = self.macs.verifying();
            macs.any(|mac| signed(mac, slug, file_name, query.expires).verify_slice(&tag).is_ok())
        };
        Base64UrlUnpadded::decode_vec(&query.signature).is_ok_and(fits) && now.timestamp() < query.expires
    }
}

fn signed(mac: &Hmac<Sha256>, slug: &str, file_name: &str, expires: i64) -> Hmac<Sha256> {
    [slug, file_name].iter().fold(mac.clone().chain_update(expires.to_le_bytes()), |mac, text| {
        mac.chain_update(text.len().to_le_bytes()).chain_update(text)
    })
}

/// Percent-encodes a name for a path or a header.
pub(crate) fn escaped(name: &str) -> impl std::fmt::Display {
    utf8_percent_encode(name, ESCAPED)
}
