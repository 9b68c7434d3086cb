//! The `Host` header of requests: RFC 9112, section 3.2.

use axum::{
    extract::Request,
    http::{HeaderMap, StatusCode, Version, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::http::error::ApiError;

/// Rejects requests with no valid host or several with 400, because a proxy and the server could read them differently.
pub(crate) async fn require_host(request: Request, next: Next) -> Response {
    if has_one_host(request.version(), request.headers()) {
        next.run(request).await
    } else {
        ApiError::of_status(StatusCode::BAD_REQUEST).into_response()
    }
}

fn has_one_host(version: Version, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => is_host(host.as_bytes()),
        // HTTP/1.0 is older than the header.
        (None, None) => version < Version::HTTP_11,
        (_, Some(_)) => false,
    }
}

/// Returns whether the value is a name or an address, with an optional port.
fn is_host(host: &[u8]) -> bool {
    let Ok(authority) = Authority::try_from(host) else { return false };
    let text = authority.as_str();
    let port = text.strip_prefix(authority.host()).unwrap_or(text);
    let is_port = port.is_empty() || port == ":" || authority.port_u16().is_some();
    !authority.host().is_empty() && !text.contains('@') && is_port
}

#[cfg(test)]
mod tests;
