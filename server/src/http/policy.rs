//! Content security policies, one for each kind of response.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// For the site's pages. The rules are WebAssembly; the built pages lay out their carousels by style attributes.
const PAGE: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     style-src-attr 'unsafe-inline'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// For data. A browser that renders it as a page can load nothing.
const DATA: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// For a file that a visitor sent.
const STRANGERS_FILE: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/// Returns the policy of the shell, which the dashboard runs in: it shows CVs in a frame, from memory.
pub(crate) fn shell() -> String {
    format!("{PAGE}; frame-src blob:")
}

/// Returns the headers of a private file with content from visitors.
pub(crate) fn private_file(content_type: &str, disposition: &str) -> [(HeaderName, String); 5] {
    [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "private, no-store"),
        (header::CONTENT_SECURITY_POLICY, STRANGERS_FILE),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_DISPOSITION, disposition),
    ]
    .map(|(name, value)| (name, value.to_owned()))
}

/// Returns the policy of a response without one. A response without a content type gets the policy of pages, because the
/// headers of a 304 replace those of the cached page.
pub(crate) fn content_security_policy(headers: &HeaderMap) -> HeaderValue {
    let is_data = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    HeaderValue::from_static(if is_data { DATA } else { PAGE })
}
