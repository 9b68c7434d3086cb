//! Entity tags: RFC 9110, section 13.1.2.

use axum::http::{HeaderMap, header};

/// Returns whether a client has the response with this tag.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|tags| tags.split(',')).map(str::trim).any(|known| {
        // Proxies that compress a response make its tag weak.
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}
