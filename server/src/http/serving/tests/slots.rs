//! Tests connection slots when all are taken.

use std::{net::IpAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::{
    http::permit::ClientLimit,
    testing::app::{Setup, TestApp, pause},
};

const LONG: Duration = Duration::from_mins(10);
const UNFINISHED: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nSlow: ";
const WORKING: &str = "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
     Content-Length: 99\r\n\r\n{";
const VISIT: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/// Limits connections, a quarter of them for each address. Time limits are longer than the test.
fn connections(max: usize) -> impl FnOnce(&mut Setup) {
    move |setup| {
        setup.config.max_connections = max;
        setup.connections.keep_alive = LONG;
        setup.timeouts.body_pause = LONG;
        setup.timeouts.body = LONG;
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

/// Waits until this many requests are in progress.
async fn working(app: &TestApp, count: i64) {
    while app.state.metrics.in_flight.get() != count {
        pause().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_others_while_one_address_finishes_no_head() {
    let app = TestApp::set_up(connections(16)).await;
    let mut slow = Vec::new();
    for number in 0..100 {
        slow.push(send(&app, [127, 0, 0, 1], UNFINISHED).await);
        let visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "after {number}: {visit}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lets_new_connections_wait_if_all_are_taken() {
    let app = TestApp::set_up(connections(4)).await;
    let mut guests = Vec::new();
    for number in 1..=4 {
        guests.push(send(&app, [127, 0, 0, number], WORKING).await);
    }
    working(&app, 4).await;
    let mut waiting = Vec::new();
    for _ in 0..3 {
        waiting.push(send(&app, [127, 0, 0, 5], VISIT).await);
    }
    assert_eq!((app.state.metrics.connections.get(), app.state.metrics.connections_full.get()), (4, 1));
    // They are served one after the other when a place is free.
    guests.pop();
    for waiting in waiting {
        let visit = answer(waiting).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "{visit}");
    }
    assert_eq!(app.state.metrics.connections_refused.get(), 0);
    assert_eq!(app.state.metrics.in_flight.get(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_connections_of_one_address() {
    let app = TestApp::set_up(connections(8)).await;
    let mut greedy = Vec::new();
    for _ in 0..2 {
        greedy.push(send(&app, [127, 0, 0, 1], WORKING).await);
    }
    working(&app, 2).await;
    for _ in 0..3 {
        assert_eq!(answer(send(&app, [127, 0, 0, 1], VISIT).await).await, "");
        let visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "{visit}");
    }
    assert_eq!(app.state.metrics.connections_refused.get(), 3);
    assert_eq!(app.state.metrics.connections_full.get(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn lets_trusted_proxy_take_all_connections() {
    let app = TestApp::set_up(|setup| {
        connections(8)(setup);
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(send(&app, [127, 0, 0, 1], WORKING).await);
    }
    working(&app, 8).await;
    assert_eq!((app.state.metrics.connections.get(), app.state.metrics.connections_full.get()), (8, 1));
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
