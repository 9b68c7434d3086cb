//! Signed links to exports. A browser can stream a link to disk, but sends no token with it. A link expires after a
//! minute, and when its session ends.

use std::time::Duration;

use agency_core::filter::Filter;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use serde::Deserialize;
use sha2::Sha256;
use utoipa::IntoParams;

use crate::{
    auth::signed_in::SignedIn,
    config::{Secrets, Signing},
};

/// Time for which a link is valid.
const LIFETIME: Duration = Duration::from_mins(1);

/// Separates this use of the secret from all others.
const PURPOSE: &[u8] = b"agency: links to files of lists";

/// Makes and checks links.
pub(crate) struct ExportLinks {
    macs: Signing<Hmac<Sha256>>,
}

/// Query parameters of a link, without the filter.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinkQuery {
    /// With a link: the id of the account that requested it.
    #[serde(default)]
    by: i64,
    /// With a link: its session.
    #[serde(default)]
    sign_in: String,
    /// With a link: the second since 1970 at and after which it has expired.
    #[serde(default)]
    expires: i64,
    /// With a link: its signature.
    #[serde(default)]
    signature: String,
}

impl LinkQuery {
    /// Returns whether the request has no link.
    pub(crate) const fn is_empty(&self) -> bool {
        self.signature.is_empty()
    }
}

impl ExportLinks {
    /// Creates the keys for links from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self { macs: secrets.macs(PURPOSE) }
    }

    /// Returns a link to an export of a list.
    pub(crate) fn link(
        &self,
        table: &str,
        filter: &Filter,
        signed_in: &SignedIn,
        now: DateTime<Utc>,
    ) -> String {
        let expires = (now + LIFETIME).timestamp();
        let signature = signed(&self.macs.current, table, filter, signed_in, expires).finalize().into_bytes();
        let [sign_in, signature] =
            [signed_in.family.as_slice(), &signature].map(Base64UrlUnpadded::encode_string);
        let filter = whole(filter).write();
        let and = if filter.is_empty() { "" } else { "&" };
        let by = signed_in.admin_id;
        format!(
            "/api/{table}/export.csv?{filter}{and}by={by}&sign_in={sign_in}&expires={expires}&signature={signature}"
        )
    }

    /// Returns the session that requested a link. Returns `None` for an invalid or expired link.
    pub(crate) fn open(
        &self,
        table: &str,
        filter: &Filter,
        query: &LinkQuery,
        now: DateTime<Utc>,
    ) -> Option<SignedIn> {
        let family = Base64UrlUnpadded::decode_vec(&query.sign_in).ok()?;
        let signed_in = SignedIn { admin_id: query.by, family };
        let signature = Base64UrlUnpadded::decode_vec(&query.signature).ok()?;
        let fits = self.macs.verifying().any(|mac| {
            signed(mac, table, filter, &signed_in, query.expires).verify_slice(&signature).is_ok()
        });
        (fits && now.timestamp() < query.expires).then_some(signed_in)
    }
}

fn signed(
    mac: &Hmac<Sha256>,
    table: &str,
    filter: &Filter,
    signed_in: &SignedIn,
    expires: i64,
) -> Hmac<Sha256> {
    let numbers = [expires, signed_in.admin_id].map(i64::to_le_bytes);
    let filter = whole(filter).write();
    [numbers[0].as_slice(), &numbers[1], table.as_bytes(), &signed_in.family, filter.as_bytes()]
        .iter()
        .fold(mac.clone(), |mac, part| mac.chain_update(part.len().to_le_bytes()).chain_update(part))
}

/// Returns the filter without its page, because an export has all pages.
fn whole(filter: &Filter) -> Filter {
    Filter { page: 1, ..filter.clone() }
}
