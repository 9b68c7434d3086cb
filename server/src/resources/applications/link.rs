//! Signed, short-lived links to CVs, which a browser can open without a token.

use std::time::Duration;

use chrono::{DateTime, Utc};
use hmac::Hmac;
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
pub(crate) struct CvLinks(Signing<Hmac<Sha256>>);

/// Query of a link as received.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct LinkQuery {
    /// The second since 1970 at and after which the link has expired.
    expires: i64,
    /// Signature of the link.
    signature: String,
}

impl CvLinks {
    /// Creates the keys for links from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self(secrets.macs(PURPOSE))
    }

    /// Returns a link to the CV of an application.
    pub(crate) fn link(&self, slug: &str, file_name: &str, now: DateTime<Utc>) -> String {
        let link = unsigned(slug, file_name, (now + LIFETIME).timestamp());
        let signature = self.0.sign(&link);
        format!("{link}&signature={signature}")
    }

    /// Returns whether the signature is valid and the link has not expired.
    pub(crate) fn is_valid(
        &self,
        slug: &str,
        file_name: &str,
        query: &LinkQuery,
        now: DateTime<Utc>,
    ) -> bool {
        let LinkQuery { expires, signature } = query;
        self.0.verify(&unsigned(slug, file_name, *expires), signature) && now.timestamp() < *expires
    }
}

/// Returns a link without its signature.
fn unsigned(slug: &str, file_name: &str, expires: i64) -> String {
    format!("/api/applications/{slug}/cv/{}?expires={expires}", escaped(file_name))
}

/// Percent-encodes a name for a path or a header.
pub(crate) fn escaped(name: &str) -> impl std::fmt::Display {
    utf8_percent_encode(name, ESCAPED)
}
