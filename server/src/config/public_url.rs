//! The public address of the site: `PUBLIC_URL`.

use url::{Position, Url};

/// The origin of the site.
#[derive(Clone, Debug)]
pub(crate) struct PublicUrl(Url);

impl PublicUrl {
    /// Parses an address without path, query or user.
    pub(crate) fn parse(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let has_user = !url[Position::BeforeUsername..Position::BeforeHost].is_empty();
        let is_origin = url[Position::BeforePath..] == *"/" && !has_user;
        (is_origin && matches!(url.scheme(), "http" | "https")).then_some(Self(url))
    }

    /// Returns the origin, without a trailing slash.
    pub(crate) fn origin(&self) -> &str {
        &self.0[..Position::BeforePath]
    }

    /// Returns the address of a record in the dashboard. `record` is the name of its kind, such as "Application".
    pub(crate) fn record(&self, record: &str, slug: &str) -> String {
        format!("{}/dashboard/{}/{slug}", self.origin(), record.to_lowercase())
    }

    /// Returns the host, without its port.
    pub(crate) fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Returns whether visitors use HTTPS.
    pub(crate) fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }
}
