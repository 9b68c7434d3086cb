//! Links to files of lists: signed and very short-lived, so that a browser can stream a file to the disk, which it does
//! without a token. A link is worth as much as the sign-in that asked for it, and ends with it.

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

/// How long a link can be followed.
const LIFETIME: Duration = Duration::from_mins(1);

/// What tells this use of the secret from every other.
const PURPOSE: &[u8] = b"agency: links to files of lists";

/// Makes and checks links.
pub(crate) struct ExportLinks {
    macs: Signing<Hmac<Sha256>>,
}

/// What a link says beside the filter.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinkQuery {
    /// With a link: the number of the account that asked for it.
    #[serde(default)]
    by: i64,
    /// With a link: the sign-in with which it ends.
    #[serde(default)]
    sign_in: String,
    /// With a link: the second since 1970 at and after which it has expired.
    #[serde(default)]
    expires: i64,
    /// With a link: what proves that the server made it.
    #[serde(default)]
    signature: String,
}

impl LinkQuery {
    /// Whether there is no link at all.
    pub(crate) const fn is_empty(&self) -> bool {
        self.signature.is_empty()
    }
}

impl ExportLinks {
    /// Links under keys that are derived from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self { macs: secrets.macs(PURPOSE) }
    }

    /// A link to the file of a table's records.
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

    /// Who asked for a link; none when it was not made here or has expired.
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

/// The filter without its page: a file has all of them.
fn whole(filter: &Filter) -> Filter {
    Filter { page: 1, ..filter.clone() }
}
