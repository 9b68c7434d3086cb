//! Entity tags: RFC 9110, section 13.1.2.

use axum::{
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use axum_extra::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::http::error::ApiError;

/// Bytes of the hash in a tag.
const HASH_LENGTH: usize = 16;

/// What servers in front append to a tag when they compress a response: Apache, Caddy and lighttpd with one hyphen, Jetty
/// with two.
const CODINGS: [&str; 5] = ["-gzip", "--gzip", "-br", "-zstd", "-deflate"];

/// Returns a response in JSON with its tag, or 304 for a client that has it.
pub(crate) fn answer(headers: &HeaderMap, answer: &impl Serialize) -> Result<Response, ApiError> {
    Ok(Tagged::new(answer).map_err(ApiError::internal)?.answer(headers))
}

/// JSON with its tag.
#[derive(Clone)]
pub(crate) struct Tagged {
    json: Bytes,
    tag: String,
}

impl Tagged {
    pub(crate) fn new(value: &impl Serialize) -> serde_json::Result<Self> {
        let json = serde_json::to_vec(value)?;
        let hash = Sha256::digest(&json);
        let hash = Base64UrlUnpadded::encode_string(hash.get(..HASH_LENGTH).unwrap_or_default());
        Ok(Self { json: json.into(), tag: format!("\"{hash}\"") })
    }

    /// Returns the JSON, or 304 for a client that has it.
    pub(crate) fn answer(self, headers: &HeaderMap) -> Response {
        let Self { json, tag } = self;
        if is_known(headers, &tag) {
            return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
        }
        ([(header::ETAG, &*tag), (header::CONTENT_TYPE, "application/json")], json).into_response()
    }
}

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
