use axum::http::{HeaderMap, HeaderValue};
use ipnet::IpNet;

use super::{FORWARDED_FOR, TrustedProxies};

fn client(peer: &str, lines: &[&[u8]], trusted: &[&str]) -> String {
    let network = |item: &&str| {
        item.parse().unwrap_or_else(|_| {
            IpNet::new_assert(item.parse().unwrap(), if item.contains(':') { 128 } else { 32 })
        })
    };
    let trusted = TrustedProxies::new(trusted.iter().map(network).collect());
    let mut headers = HeaderMap::new();
    for line in lines {
        headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line).unwrap());
    }
    trusted.client(peer.parse().unwrap(), &headers).to_string()
}

#[test]
fn trusts_only_trusted_proxies() {
    let client = |peer: &str, line: &str, trusted: &[&str]| client(peer, &[line.as_bytes()], trusted);
    assert_eq!(client("192.0.2.1", "198.51.100.7", &[]), "192.0.2.1");
    assert_eq!(client("10.0.0.1", "198.51.100.7", &["10.0.0.1"]), "198.51.100.7");
    assert_eq!(client("10.0.0.1", "203.0.113.9, 198.51.100.7", &["10.0.0.1"]), "198.51.100.7");
    assert_eq!(client("10.0.0.1", "198.51.100.7, 10.0.0.2", &["10.0.0.1", "10.0.0.2"]), "198.51.100.7");
    assert_eq!(client("10.0.0.1", "198.51.100.7,192.0.2.5,10.0.0.2", &["10.0.0.1"]), "10.0.0.2");
    assert_eq!(client("10.0.0.9", "198.51.100.7, 10.1.2.3", &["10.0.0.0/8"]), "198.51.100.7");
    assert_eq!(client("fd00::9", "198.51.100.7", &["10.0.0.0/8", "fd00::/8"]), "198.51.100.7");
    assert_eq!(client("11.0.0.9", "198.51.100.7", &["10.0.0.0/8"]), "11.0.0.9");
    // All addresses are trusted: the client is the first one.
    assert_eq!(client("10.0.0.1", "10.0.0.3, 10.0.0.2", &["10.0.0.1", "10.0.0.2", "10.0.0.3"]), "10.0.0.3");
}

#[test]
fn stops_at_malformed_addresses() {
    for (line, expected) in [
        ("nonsense", "10.0.0.1"),
        ("", "10.0.0.1"),
        (",", "10.0.0.1"),
        ("unknown", "10.0.0.1"),
        ("10.0.0.999", "10.0.0.1"),
        ("fe80::1%eth0", "10.0.0.1"),
        ("nonsense, 198.51.100.7", "198.51.100.7"),
        (", 198.51.100.7", "198.51.100.7"),
        ("10.0.0.2, nonsense, 198.51.100.7", "198.51.100.7"),
        ("<script>, 203.0.113.9, 198.51.100.7", "198.51.100.7"),
        // The second proxy forwarded a malformed address.
        ("203.0.113.9, nonsense, 10.0.0.2", "10.0.0.2"),
        ("203.0.113.9, , 10.0.0.2", "10.0.0.2"),
        ("203.0.113.9, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
    ] {
        assert_eq!(client("10.0.0.1", &[line.as_bytes()], &["10.0.0.1", "10.0.0.2"]), expected, "{line}");
    }
    assert_eq!(client("10.0.0.1", &[b"\xff\xfe, 198.51.100.7"], &["10.0.0.1"]), "198.51.100.7");
}

#[test]
fn parses_addresses_with_ports_and_brackets() {
    for (line, expected) in [
        ("198.51.100.7:4711", "198.51.100.7"),
        ("  198.51.100.7\t", "198.51.100.7"),
        ("2001:db8::7", "2001:db8::7"),
        ("2001:DB8:0:0::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("[::ffff:198.51.100.7]:4711", "198.51.100.7"),
        ("[198.51.100.7]", "10.0.0.1"),
        ("[2001:db8::7", "10.0.0.1"),
        ("198.51.100.7:99999", "10.0.0.1"),
    ] {
        assert_eq!(client("10.0.0.1", &[line.as_bytes()], &["10.0.0.1"]), expected, "{line}");
    }
    // The port of a proxy is no part of its address.
    let through = "2001:db8::7, [2001:db8:ffff::1]:443";
    assert_eq!(client("10.0.0.1", &[through.as_bytes()], &["10.0.0.1", "2001:db8:ffff::1"]), "2001:db8::7");
}

#[test]
fn joins_several_header_lines() {
    let trusted = ["10.0.0.1", "10.0.0.2"];
    for (lines, expected) in [
        (&[&b"203.0.113.9"[..], b"198.51.100.7"][..], "198.51.100.7"),
        (&[b"nonsense", b"198.51.100.7"], "198.51.100.7"),
        (&[b"203.0.113.9, 198.51.100.7", b"10.0.0.2"], "198.51.100.7"),
        (&[b"203.0.113.9", b"nonsense", b"10.0.0.2"], "10.0.0.2"),
        (&[b"203.0.113.9", b"nonsense"], "10.0.0.1"),
    ] {
        assert_eq!(client("10.0.0.1", lines, &trusted), expected, "{lines:?}");
    }
}
