use axum::http::{HeaderMap, HeaderValue, header};

use super::name_browser;

#[test]
fn names_browser_and_system() {
    for (agent, words) in [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 \
             Safari/537.36 Edg/142.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile \
             Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
             Version/26.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("curl/8.17.0", "curl"),
        ("<script>", ""),
        ("", ""),
    ] {
        let headers = HeaderMap::from_iter([(header::USER_AGENT, HeaderValue::from_static(agent))]);
        assert_eq!(name_browser(&headers), words, "{agent}");
    }
}
