//! Entity tags: RFC 9110, section 13.1.2.

use axum::http::HeaderMap;
use axum_extra::headers::{ETag, HeaderMapExt as _, IfNoneMatch};

/// What servers in front append to a tag when they compress a response: Apache, Caddy and lighttpd with one hyphen, Jetty
/// with two.
const CODINGS: [&str; 5] = ["-gzip", "--gzip", "-br", "-zstd", "-deflate"];

/// Returns whether a client has the response with this tag.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let Some(known) = headers.typed_get::<IfNoneMatch>() else { return false };
    let has = |tag: &str| tag.parse().is_ok_and(|tag: ETag| !known.precondition_passes(&tag));
    let text = tag.trim_end_matches('"');
    has(tag) || CODINGS.iter().any(|coding| has(&format!("{text}{coding}\"")))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, header};

    use super::is_known;

    #[test]
    fn recognizes_tags_that_proxies_rewrote() {
        for (known, expected) in [
            ("\"abc\"", true),
            ("W/\"abc\"", true),
            ("\"abc-gzip\"", true),
            ("W/\"abc-gzip\"", true),
            ("\"abc--gzip\"", true),
            ("\"abc-br\"", true),
            ("\"abc-deflate\"", true),
            ("*", true),
            ("\"other\", W/\"abc-zstd\"", true),
            ("\"other-gzip\"", false),
            ("\"abcd\"", false),
            ("\"ab\"", false),
            ("\"abc-other\"", false),
            ("abc", false),
            ("\"-gzip\"", false),
            ("\"", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, known.parse().unwrap())]);
            assert_eq!(is_known(&headers, "\"abc\""), expected, "{known}");
        }
    }
}
