//! What a browser may do with an answer: content security policies, each naming all that its kind needs.

use axum::http::{HeaderMap, HeaderValue, header};

/// For the site's pages. The rules are WebAssembly; the built pages lay out their carousels by style attributes.
const PAGE: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; \
     img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'",
);

/// For data, which is nothing to look at: were it taken for a page, it could do nothing.
const DATA: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// For a file that a stranger sent.
pub(crate) const STRANGERS_FILE: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/// The policy of an answer that has none yet. One without a type may tell a browser that its page is unchanged, and
/// would change that page's policy.
pub(crate) fn of(headers: &HeaderMap) -> HeaderValue {
    let is_data = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    if is_data { DATA } else { PAGE }
}
