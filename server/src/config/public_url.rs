//! The public address of the site: `PUBLIC_URL`.

use axum::http::Uri;

/// The origin of the site.
#[derive(Clone, Debug)]
pub(crate) struct PublicUrl {
    origin: String,
    host: String,
}

impl PublicUrl {
    /// Parses an address without path, query or user.
    pub(crate) fn parse(url: &str) -> Option<Self> {
        let uri = url.parse::<Uri>().ok()?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
        let authority = uri.authority()?;
        let bare = uri.path_and_query().is_none_or(|path| path.as_str() == "/");
        let plain = !authority.as_str().contains('@') && !authority.host().is_empty();
        let host = authority.host().to_owned();
        (bare && plain).then(|| Self { origin: format!("{scheme}://{authority}"), host })
    }

    /// Returns the origin, without a trailing slash.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the host, without its port.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// Returns whether visitors use HTTPS.
    pub(crate) fn is_https(&self) -> bool {
        self.origin.starts_with("https:")
    }
}
