//! Tests concurrent requests of clients.

use std::time::Duration;

use prometheus_client::registry::Registry;
use reqwest::{RequestBuilder, Response, StatusCode};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::OwnedSemaphorePermit,
};

use crate::testing::{
    app::{TestApp, client, pause},
    form::TestForm,
};

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
    let is_refused = answer.status() == StatusCode::TOO_MANY_REQUESTS;
    assert_eq!(answer.headers().contains_key("retry-after"), is_refused);
    answer.status()
}

/// Returns the metrics as text.
pub(crate) fn metrics_of(app: &TestApp) -> String {
    app.state.metrics.encode_text(&Registry::default()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_requests_of_each_client_behind_proxy() {
    let app = behind_proxy("127.0.0.1").await;
    let first = begin(&app, "2001:db8::1").await;
    let _second = begin(&app, "2001:db8::2").await;
    assert_eq!(visit(&app, "2001:db8::3").await, StatusCode::TOO_MANY_REQUESTS);
    assert!(metrics_of(&app).contains("limits_hit_total{limit=\"share\"} 1\n"));
    // Forged addresses precede the address that the proxy appends.
    assert_eq!(visit(&app, "192.0.2.1, 2001:db8::3").await, StatusCode::TOO_MANY_REQUESTS);
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
    let _running = [begin(&app, "192.0.2.1").await, begin(&app, "192.0.2.2").await];
    // All requests are those of the peer.
    assert_eq!(visit(&app, "192.0.2.3").await, StatusCode::TOO_MANY_REQUESTS);
}

/// Takes all permits of a client's requests, when none of them is being handled.
async fn handle_many(app: &TestApp, client: &str) -> Vec<OwnedSemaphorePermit> {
    let client = client.parse().unwrap();
    loop {
        let taken = std::iter::from_fn(|| app.state.client_limits.handled.acquire(client));
        let taken = taken.flatten().collect::<Vec<_>>();
        if taken.len() == 64 {
            return taken;
        }
        drop(taken);
        pause().await;
    }
}

/// Asks from one of this machine's addresses.
async fn visit_from(app: &TestApp, address: &str, forwarded: &str) -> Response {
    let client = client().local_address(Some(address.parse().unwrap())).build().unwrap();
    let request = client.get(format!("{}/healthz", app.address())).header("x-forwarded-for", forwarded);
    request.send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_429_if_client_has_too_many_requests() {
    // With and without a proxy.
    for (trusted, client, other) in [
        ("192.0.2.9", ("127.0.0.1", ""), ("127.0.0.2", "")),
        ("127.0.0.1", ("127.0.0.1", "192.0.2.1"), ("127.0.0.1", "192.0.2.2")),
    ] {
        let app = TestApp::set_up(|setup| {
            setup.config.trusted_proxies = vec![format!("{trusted}/32").parse().unwrap()];
            setup.wait = Duration::from_millis(50);
        })
        .await;
        let forwarded = if client.1.is_empty() { client.0 } else { client.1 };
        let handled = handle_many(&app, forwarded).await;
        let refused = visit_from(&app, client.0, client.1).await;
        assert_eq!(
            (refused.status(), &refused.headers()["retry-after"]),
            (StatusCode::TOO_MANY_REQUESTS, &"1".parse().unwrap())
        );
        assert_eq!(visit_from(&app, other.0, other.1).await.status(), StatusCode::OK);
        drop(handled);
        assert_eq!(visit_from(&app, client.0, client.1).await.status(), StatusCode::OK);
        assert!(metrics_of(&app).contains("limits_hit_total{limit=\"requests\"} 1\n"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_large_bodies_of_one_client_from_taking_all_places() {
    let app = behind_proxy("127.0.0.1").await;
    let limit = &app.state.client_limits.large_bodies;
    let receiving = std::iter::from_fn(|| limit.acquire("192.0.2.1".parse().unwrap())).collect::<Vec<_>>();
    assert_eq!(receiving.len(), 128);
    let post = async |client: &str, request: RequestBuilder| {
        let answer = request.header("x-forwarded-for", client).send().await.unwrap();
        let is_refused = answer.status() == StatusCode::TOO_MANY_REQUESTS;
        assert_eq!(answer.headers().contains_key("retry-after"), is_refused);
        answer.status().as_u16()
    };
    let consultation = |length: usize| {
        let form = json!({"message": "ö".repeat(length), "full_name": "Ada", "email": "a@b.example"});
        app.request("POST", "/api/consultations/create/").json(&form)
    };
    for (client, large) in [("192.0.2.1", 429), ("192.0.2.2", 201)] {
        assert_eq!(post(client, TestForm::valid().request(&app)).await, large, "{client}");
        assert_eq!(post(client, consultation(10_000)).await, large, "{client}");
        assert_eq!(post(client, consultation(1_000)).await, 201, "{client}");
    }
    assert!(metrics_of(&app).contains("limits_hit_total{limit=\"bodies\"} 2\n"));
    drop(receiving);
    assert_eq!(post("192.0.2.1", consultation(10_000)).await, 201);
    // Two networks of a site take all that it may have.
    let receiving = ["2001:db8:1:1::1", "2001:db8:1:2::1"].map(|client| {
        let client = client.parse().unwrap();
        std::iter::from_fn(|| limit.acquire(client)).collect::<Vec<_>>()
    });
    assert_eq!(receiving.each_ref().map(Vec::len), [128, 128]);
    for (client, large) in [("2001:db8:1:1::2", 429), ("2001:db8:1:3::1", 429), ("2001:db8:2::1", 201)] {
        assert_eq!(post(client, consultation(10_000)).await, large, "{client}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_request_until_it_has_its_response() {
    // A body that is not awaited is not drained.
    for expected in [None, Some("100-continue")] {
        let app = TestApp::set_up(|setup| setup.config.database.pool_size = 1).await;
        let connection = app.pool().get().await.unwrap();
        let mut request = app.login_request("ada", "password");
        if let Some(expected) = expected {
            request = request.header("expect", expected);
        }
        let asking = async {
            while app.pool().status().waiting == 0 {
                pause().await;
            }
            let client = "127.0.0.1".parse().unwrap();
            let free = std::iter::from_fn(|| app.state.client_limits.handled.acquire(client));
            assert_eq!(free.collect::<Vec<_>>().len(), 63, "{expected:?}");
            drop(connection);
        };
        let (response, ()) = tokio::join!(request.send(), asking);
        assert_eq!(response.unwrap().status(), StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lets_request_wait_for_others_of_its_client() {
    let app = TestApp::set_up(|setup| setup.wait = LONG).await;
    let handled = handle_many(&app, "127.0.0.1").await;
    let visiting = visit(&app, "");
    let freeing = async {
        while app.state.metrics.in_flight.get() == 0 {
            pause().await;
        }
        drop(handled);
    };
    assert_eq!(tokio::join!(visiting, freeing).0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_no_request_whose_body_is_on_its_way() {
    let app = TestApp::set_up(|setup| {
        setup.timeouts.body_pause = LONG;
        setup.wait = LONG;
    })
    .await;
    let mut slow = Vec::new();
    for _ in 0..65 {
        slow.push(begin(&app, "").await);
    }
    assert_eq!(visit(&app, "").await, StatusCode::OK);
    // It counts once its body is complete.
    let handled = handle_many(&app, "127.0.0.1").await;
    let mut complete = slow.pop().unwrap();
    complete.write_all(b"        ").await.unwrap();
    let mut answer = [0; 12];
    let answering = complete.read_exact(&mut answer);
    let freeing = async {
        // All permits are taken, so the next free one is for the complete request.
        drop(handled);
    };
    let (read, ()) = tokio::join!(answering, freeing);
    read.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 400");
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_429_to_complete_body_of_client_with_too_many_requests() {
    let app = TestApp::set_up(|setup| {
        setup.timeouts.body_pause = LONG;
        setup.wait = Duration::from_millis(50);
    })
    .await;
    let mut late = begin(&app, "").await;
    let _handled = handle_many(&app, "127.0.0.1").await;
    late.write_all(b"        ").await.unwrap();
    let mut answer = [0; 12];
    late.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 429");
}
