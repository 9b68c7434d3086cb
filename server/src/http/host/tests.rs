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
