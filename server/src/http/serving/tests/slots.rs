//! Tests connection slots when all are taken.

use std::{net::IpAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::{
    http::{client::TrustedProxies, permit::ClientLimit},
    testing::app::{Setup, TestApp, pause},
};

const LONG: Duration = Duration::from_mins(10);
const UNFINISHED: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nSlow: ";
const WORKING: &str = "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
     Content-Length: 99\r\n\r\n{";
const VISIT: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

fn slots(max: usize, max_per_address: usize) -> impl FnOnce(&mut Setup) {
    move |setup| {
        setup.connections.max = max;
        setup.connections.max_per_address = max_per_address;
        // Time limits are longer than the test.
        setup.connections.keep_alive = LONG;
        setup.timeouts.body_pause = LONG;
        setup.timeouts.answer = LONG;
    }
}

/// Connects from a loopback address and sends these bytes.
async fn send(app: &TestApp, from: [u8; 4], bytes: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let address = app.address().trim_start_matches("http://").parse().unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    stream
}

async fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    // An aborted connection sends nothing more.
    let _ = stream.read_to_string(&mut answer).await;
    answer
}

/// Waits until this many clients are connected.
async fn connected(app: &TestApp, count: i64) {
    while app.state.metrics.connections.get() != count {
        pause().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_others_while_one_address_finishes_no_head() {
    let app = TestApp::set_up(slots(16, 4)).await;
    let mut slow = Vec::new();
    for number in 0..100 {
        slow.push(send(&app, [127, 0, 0, 1], UNFINISHED).await);
        let visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "after {number}: {visit}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn gives_new_connection_less_time_for_its_head_when_crowded() {
    let app = TestApp::set_up(|setup| {
        slots(4, 4)(setup);
        setup.connections.crowded_head = Duration::from_millis(500);
    })
    .await;
    let mut working = Vec::new();
    for _ in 0..3 {
        working.push(send(&app, [127, 0, 0, 1], WORKING).await);
    }
    while app.state.metrics.in_flight.get() < 3 {
        pause().await;
    }
    let slow = send(&app, [127, 0, 0, 1], UNFINISHED).await;
    assert_eq!(answer(slow).await, "");
    connected(&app, 3).await;
    let visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
    assert!(visit.starts_with("HTTP/1.1 200 "), "{visit}");
    assert_eq!(app.state.metrics.in_flight.get(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_no_idle_connection_when_crowded() {
    let request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    // Few slots are free in total, or for the address.
    for (max, per_address, from) in [(2, 2, 2), (8, 2, 1)] {
        let app = TestApp::set_up(slots(max, per_address)).await;
        let _working = send(&app, [127, 0, 0, 1], WORKING).await;
        while app.state.metrics.in_flight.get() < 1 {
            pause().await;
        }
        for _ in 0..3 {
            let response = answer(send(&app, [127, 0, 0, from], request).await).await;
            assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
            assert!(response.contains("connection: close\r\n"), "{response}");
            connected(&app, 1).await;
        }
        assert_eq!(app.state.metrics.in_flight.get(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_connections_of_one_address() {
    let app = TestApp::set_up(slots(8, 2)).await;
    let mut greedy = Vec::new();
    for _ in 0..2 {
        greedy.push(send(&app, [127, 0, 0, 1], WORKING).await);
    }
    while app.state.metrics.in_flight.get() < 2 {
        pause().await;
    }
    for _ in 0..3 {
        let refused = answer(send(&app, [127, 0, 0, 1], VISIT).await).await;
        assert!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("retry-after"), "{refused}");
        let visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "{visit}");
    }
    assert_eq!(app.state.metrics.connections_refused("share").get(), 3);
    assert_eq!(app.state.metrics.connections_refused("full").get(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn lets_trusted_proxy_take_all_slots() {
    let app = TestApp::set_up(|setup| {
        slots(8, 2)(setup);
        setup.connections.trusted_proxies = TrustedProxies::new(vec!["127.0.0.1/32".parse().unwrap()]);
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(send(&app, [127, 0, 0, 1], WORKING).await);
    }
    connected(&app, 8).await;
    while app.state.metrics.in_flight.get() < 8 {
        pause().await;
    }
    let refused = answer(send(&app, [127, 0, 0, 1], VISIT).await).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert_eq!(app.state.metrics.connections_refused("full").get(), 1);
}

#[test]
fn counts_clients_by_network() {
    for (clients, is_one) in [
        (["192.0.2.1", "192.0.2.1", "192.0.2.1"], true),
        (["2001:db8::1", "2001:db8::2:0:0:2", "2001:db8::3"], true),
        (["2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:2::1"], false),
        (["192.0.2.1", "192.0.2.2", "192.0.2.3"], false),
    ] {
        let limit = ClientLimit::new(2);
        let acquire = |client: &str| limit.acquire(client.parse::<IpAddr>().unwrap());
        let _other = acquire("198.51.100.1").unwrap();
        let [first, second] = [clients[0], clients[1]].map(|client| acquire(client).unwrap());
        assert_eq!(acquire(clients[2]).is_none(), is_one, "{clients:?}");
        drop((first, second));
        assert!(acquire(clients[2]).is_some(), "{clients:?}");
    }
}

#[test]
fn gives_ipv6_site_twice_the_share_of_client() {
    let limit = ClientLimit::new(2);
    let acquire = |client: &str| limit.acquire(client.parse::<IpAddr>().unwrap());
    let mut taken = ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:ff00::1", "2001:db8:0:2::1"]
        .map(|client| acquire(client).unwrap());
    assert!(acquire("2001:db8:0:3::1").is_none());
    assert!(acquire("2001:db8:1::1").is_some());
    taken[0] = acquire("2001:db8:2::1").unwrap();
    assert!(acquire("2001:db8:0:3::1").is_some());
}
