//! The browser of a request in words, such as `Firefox on Linux`.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};

/// Parts of `User-Agent`, and the browsers they stand for. Most browsers also name older ones: the first match counts.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];

/// Parts of `User-Agent`, and the systems they stand for.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The browser and its system; empty if both are unknown. The header itself is never stored.
#[derive(Clone, Debug)]
pub(crate) struct Browser(pub(crate) String);

impl Browser {
    fn read(agent: &str) -> Self {
        let known = |names: &[(&str, &'static str)]| {
            names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
        };
        Self(match (known(&BROWSERS), known(&SYSTEMS)) {
            (Some(browser), Some(system)) => format!("{browser} on {system}"),
            (browser, system) => browser.or(system).unwrap_or_default().to_owned(),
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Self::read(agent.unwrap_or_default()))
    }
}

#[cfg(test)]
#[path = "browser_tests.rs"]
mod tests;
