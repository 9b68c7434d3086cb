//! The public address of the site: `PUBLIC_URL`.

use anyhow::{Context as _, Result};
use axum::http::Uri;

/// An origin: scheme, host, and port where it is not the scheme's own.
#[derive(Clone, Debug)]
pub(crate) struct PublicUrl {
    origin: String,
    host: String,
    https: bool,
}

impl PublicUrl {
    /// Parses an address without path, query or user.
    pub(crate) fn parse(url: &str) -> Result<Self> {
        let read = || {
            let uri = url.parse::<Uri>().ok()?;
            let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
            let authority = uri.authority()?;
            let bare = uri.path_and_query().is_none_or(|path| path.as_str() == "/");
            let plain = !authority.as_str().contains('@') && !authority.host().is_empty();
            (bare && plain).then(|| Self {
                origin: format!("{scheme}://{authority}"),
                host: authority.host().to_owned(),
                https: scheme == "https",
            })
        };
        read().with_context(|| {
            format!("PUBLIC_URL must be an address such as https://www.example.com, not {url:?}")
        })
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
    pub(crate) const fn is_https(&self) -> bool {
        self.https
    }
}
