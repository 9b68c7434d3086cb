//! Entity tags: RFC 9110, section 13.1.2.

/// What servers in front append to a tag when they compress a response: Apache and Caddy with one hyphen, Jetty with two.
const CODINGS: [&str; 8] = ["-gzip", "--gzip", "-br", "-zstd", "-deflate", ";gzip", ";br", "+gzip"];

use axum::http::{HeaderMap, header};

/// Returns whether a client has the response with this tag.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|tags| tags.split(',')).map(str::trim).any(|known| {
        // Proxies that compress a response make its tag weak, or append the name of the coding.
        let known = known.strip_prefix("W/").unwrap_or(known);
        let is_with = |coding: &str| {
            let original = known.strip_suffix('"').and_then(|known| known.strip_suffix(coding));
            original.is_some_and(|original| tag.strip_suffix('"') == Some(original))
        };
        known == "*" || known == tag || CODINGS.into_iter().any(is_with)
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

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
            ("\"abc;gzip\"", true),
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
            let headers = HeaderMap::from_iter([(super::header::IF_NONE_MATCH, known.parse().unwrap())]);
            assert_eq!(is_known(&headers, "\"abc\""), expected, "{known}");
        }
    }
}
