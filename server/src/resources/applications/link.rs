//! Links to CVs: signed and short-lived, so that a browser can follow them without a token.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use sha2::Sha256;
use utoipa::IntoParams;

use crate::config::{Secrets, Signing};

/// How long a link works.
const LIFETIME: Duration = Duration::from_mins(10);

/// What tells this use of the secret from every other.
const PURPOSE: &[u8] = b"agency: links to CVs";

/// All but what RFC 3986 calls unreserved. Fits a path and, by RFC 8187, a header.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Makes and checks links.
pub(crate) struct CvLinks {
    macs: Signing<Hmac<Sha256>>,
}

/// A link's query as it comes.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinkQuery {
    /// The second since 1970 at and after which the link has expired.
    #[serde(default)]
    expires: i64,
    /// What proves that the server made the link.
    #[serde(default)]
    signature: String,
}

impl CvLinks {
    /// Links under keys that are derived from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self { macs: secrets.macs(PURPOSE) }
    }

    /// A link to an application's CV.
    pub(crate) fn link(&self, slug: &str, file_name: &str, now: DateTime<Utc>) -> String {
        let expires = (now + LIFETIME).timestamp();
        let signature = signed(&self.macs.current, slug, file_name, expires).finalize().into_bytes();
        let signature = Base64UrlUnpadded::encode_string(&signature);
        let file_name = escaped(file_name);
        format!("/api/applications/{slug}/cv/{file_name}?expires={expires}&signature={signature}")
    }

    /// Whether a link was made here and has not expired.
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

/// A name as it stands in a path or a header.
pub(crate) fn escaped(name: &str) -> impl std::fmt::Display {
    utf8_percent_encode(name, ESCAPED)
}
