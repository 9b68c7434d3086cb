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
mod tests {
    use axum::http::{HeaderMap, HeaderValue, Version, header};

    use super::has_one_host;

    fn headers(hosts: &[&str]) -> HeaderMap {
        hosts.iter().map(|host| (header::HOST, HeaderValue::from_str(host).unwrap())).collect()
    }

    #[test]
    fn accepts_names_and_addresses_with_optional_port() {
        for (host, expected) in [
            ("www.example.com", true),
            ("www.example.com:8000", true),
            ("www.example.com:", true),
            ("WWW.Example.COM.", true),
            ("my_host-1", true),
            ("127.0.0.1:8000", true),
            ("[2001:db8::7]", true),
            ("[2001:db8::7]:443", true),
            ("", false),
            (":8000", false),
            ("www.example.com:port", false),
            ("www.example.com:99999", false),
            ("www.example.com:8000:1", false),
            ("www.example.com, other.example", false),
            ("www.example.com other.example", false),
            ("user@www.example.com", false),
            ("@www.example.com", false),
            ("www.example.com/path", false),
            ("http://www.example.com", false),
            ("www.example.com?", false),
            ("[2001:db8::7", false),
            ("2001:db8::7", false),
            ("<script>", false),
        ] {
            for version in [Version::HTTP_10, Version::HTTP_11] {
                assert_eq!(has_one_host(version, &headers(&[host])), expected, "{host:?}");
            }
        }
    }

    #[test]
    fn requires_one_host_except_for_http_1_0() {
        assert!(!has_one_host(Version::HTTP_11, &headers(&[])));
        assert!(has_one_host(Version::HTTP_10, &headers(&[])));
        for version in [Version::HTTP_10, Version::HTTP_11] {
            assert!(!has_one_host(version, &headers(&["a.example", "a.example"])));
            assert!(!has_one_host(version, &headers(&["a.example", "b.example"])));
        }
    }
}
