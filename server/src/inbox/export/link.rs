//! Signed links to exports. A browser can stream a link to disk, but sends no token with it. A link expires after a
//! minute, and when its session ends.

use std::time::Duration;

use agency_core::filter::Filter;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::Hmac;
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
pub(crate) struct ExportLinks(Signing<Hmac<Sha256>>);

/// Query parameters of a link, without the filter.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct LinkQuery {
    /// With a link: the id of the account that requested it.
    by: i64,
    /// With a link: its session.
    sign_in: String,
    /// With a link: the second since 1970 at and after which it has expired.
    expires: i64,
    /// With a link: its signature.
    signature: String,
}

impl LinkQuery {
    /// Returns whether the request has no link.
    pub(crate) const fn is_empty(&self) -> bool {
        self.signature.is_empty()
    }

    /// Returns the link without its signature.
    fn unsigned(&self, table: &str, filter: &Filter) -> String {
        let Self { by, sign_in, expires, .. } = self;
        // An export has all pages.
        let filter = Filter { page: 1, ..filter.clone() }.write();
        let and = if filter.is_empty() { "" } else { "&" };
        format!("/api/{table}/export.csv?{filter}{and}by={by}&sign_in={sign_in}&expires={expires}")
    }
}

impl ExportLinks {
    /// Creates the keys for links from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self(secrets.macs(PURPOSE))
    }

    /// Returns a link to an export of a list.
    pub(crate) fn link(
        &self,
        table: &str,
        filter: &Filter,
        signed_in: &SignedIn,
        now: DateTime<Utc>,
    ) -> String {
        let sign_in = Base64UrlUnpadded::encode_string(&signed_in.family);
        let expires = (now + LIFETIME).timestamp();
        let query = LinkQuery { by: signed_in.admin_id, sign_in, expires, signature: String::new() };
        let link = query.unsigned(table, filter);
        let signature = self.0.sign(&link);
        format!("{link}&signature={signature}")
    }

    /// Returns the session that requested a link. Returns `None` for an invalid or expired link.
    pub(crate) fn open(
        &self,
        table: &str,
        filter: &Filter,
        query: &LinkQuery,
        now: DateTime<Utc>,
    ) -> Option<SignedIn> {
        let fits = self.0.verify(&query.unsigned(table, filter), &query.signature);
        let family = Base64UrlUnpadded::decode_vec(&query.sign_in).ok()?;
        (fits && now.timestamp() < query.expires).then_some(SignedIn { admin_id: query.by, family })
    }
}
