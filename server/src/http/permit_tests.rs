//! Tests concurrent requests of clients behind a proxy.

use std::time::Duration;

use reqwest::StatusCode;
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::testing::app::{TestApp, pause};

const LONG: Duration = Duration::from_mins(10);

/// Starts a server with a limit of two requests for each client.
async fn behind_proxy(trusted: &str) -> TestApp {
    let trusted = format!("{trusted}/32").parse().unwrap();
    TestApp::set_up(move |setup| {
        setup.config.max_connections = 8;
        setup.config.trusted_proxies = vec![trusted];
        setup.timeouts.body_pause = LONG;
    })
    .await
}

/// Begins a request for a client, and waits until it runs.
async fn begin(app: &TestApp, client: &str) -> TcpStream {
    let running = app.state.metrics.in_flight.get();
    let mut stream = app.connect().await;
    let head = format!(
        "POST /api/token/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {client}\r\n\
         Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    while app.state.metrics.in_flight.get() == running {
        pause().await;
    }
    stream
}

async fn visit(app: &TestApp, client: &str) -> StatusCode {
    let request = app.request("GET", "/healthz").header("x-forwarded-for", client);
    let answer = request.send().await.unwrap();
    let is_refused = answer.status() == StatusCode::SERVICE_UNAVAILABLE;
    assert_eq!(answer.headers().contains_key("retry-after"), is_refused);
    answer.status()
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_requests_of_each_client_behind_proxy() {
    let app = behind_proxy("127.0.0.1").await;
    let first = begin(&app, "2001:db8::1").await;
    let _second = begin(&app, "2001:db8::2").await;
    assert_eq!(visit(&app, "2001:db8::3").await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(app.state.metrics.connections_refused("share").get(), 1);
    // Forged addresses precede the address that the proxy appends.
    assert_eq!(visit(&app, "192.0.2.1, 2001:db8::3").await, StatusCode::SERVICE_UNAVAILABLE);
    for other in ["2001:db8:0:1::1", "192.0.2.1", "127.0.0.1", ""] {
        assert_eq!(visit(&app, other).await, StatusCode::OK, "{other}");
    }
    drop(first);
    while app.state.metrics.in_flight.get() > 1 {
        pause().await;
    }
    assert_eq!(visit(&app, "2001:db8::3").await, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn ignores_forwarded_client_from_untrusted_peer() {
    let app = behind_proxy("192.0.2.9").await;
    let _running = [begin(&app, "192.0.2.1").await, begin(&app, "192.0.2.1").await];
    assert_eq!(visit(&app, "192.0.2.1").await, StatusCode::OK);
}
