//! Tests connection slots when all are taken.

use std::{net::IpAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::{
    http::permit::{ClientLimit, tests::metrics_of},
    openapi::tests::contract::Site,
    testing::app::{Setup, TestApp, pause},
};

const LONG: Duration = Duration::from_mins(10);
const UNFINISHED: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nSlow: ";
const WORKING: &str = "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
     Content-Length: 99\r\n\r\n{";
const VISIT: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/// Limits connections, and requests of each address to a quarter of them. Time limits are longer than the test.
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
    while app.state.metrics.connections_full.get() == 0 {
        pause().await;
    }
    assert_eq!(app.state.metrics.connections.get(), 4);
    // They are served one after the other when a place is free.
    guests.pop();
    for waiting in waiting {
        let visit = answer(waiting).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "{visit}");
    }
    assert_eq!(app.state.metrics.in_flight.get(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn closes_longest_silent_connection_if_all_are_taken() {
    let app = TestApp::set_up(connections(4)).await;
    let mut working_one = send(&app, [127, 0, 0, 1], WORKING).await;
    working(&app, 1).await;
    let mut silent = Vec::new();
    for bytes in ["", UNFINISHED, ""] {
        silent.push(send(&app, [127, 0, 0, 1], bytes).await);
    }
    for count in 1..=2 {
        let visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "{count}: {visit}");
        // The visitor closes its connection, so one place is needed.
        while app.state.metrics.connections.get() > 3 {
            pause().await;
        }
    }
    assert_eq!(answer(silent.remove(0)).await, "");
    assert_eq!(app.state.metrics.connections_full.get(), 1);
    working_one.write_all(&[b' '; 98]).await.unwrap();
    let mut response = [0; 12];
    working_one.read_exact(&mut response).await.unwrap();
    assert_eq!(&response, b"HTTP/1.1 400");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_requests_of_one_address() {
    let app = TestApp::set_up(connections(8)).await;
    let mut greedy = Vec::new();
    for _ in 0..2 {
        greedy.push(send(&app, [127, 0, 0, 1], WORKING).await);
    }
    working(&app, 2).await;
    for _ in 0..3 {
        let refused = answer(send(&app, [127, 0, 0, 1], WORKING).await).await;
        assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("connection: close"), "{refused}");
        let visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "{visit}");
    }
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
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_visitors_while_one_address_attacks() {
    let root = Site::build();
    let large = std::fs::File::create(root.0.join("assets/large-1.avif")).unwrap();
    large.set_len(200_000_000).unwrap();
    let app = TestApp::set_up(|setup| {
        connections(64)(setup);
        setup.config.web_root.clone_from(&root.0);
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let forwarded = "Host: x\r\nX-Forwarded-For: 198.51.100.7\r\n";
    // Bodies that no handler reads, bodies that one reads, and responses that the client does not read. Directly and through
    // a proxy.
    for (address, request) in [
        ([127, 0, 0, 1], format!("POST /api/nope/ HTTP/1.1\r\n{forwarded}Content-Length: 30000000\r\n\r\n ")),
        ([127, 0, 0, 1], WORKING.replace("Host: x\r\n", forwarded)),
        ([127, 0, 0, 1], format!("GET /assets/large-1.avif HTTP/1.1\r\n{forwarded}\r\n")),
        ([127, 0, 0, 2], WORKING.to_owned()),
        ([127, 0, 0, 2], "GET /assets/large-1.avif HTTP/1.1\r\nHost: x\r\n\r\n".to_owned()),
    ] {
        let mut attackers = Vec::new();
        for _ in 0..100 {
            attackers.push(send(&app, address, &request).await);
        }
        for number in 0..8 {
            let other = format!("Host: x\r\nX-Forwarded-For: 192.0.2.{number}\r\n");
            let visit = answer(send(&app, [127, 0, 0, 1], &VISIT.replace("Host: x\r\n", &other)).await).await;
            assert!(visit.starts_with("HTTP/1.1 200 "), "{request}: {visit}");
        }
        let refused = metrics_of(&app);
        assert!(refused.contains("limits_hit_total{limit=\"share\"} "), "{request}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_within_seconds_to_body_that_nobody_reads() {
    let app = TestApp::set_up(connections(8)).await;
    let request = "POST /api/nope/ HTTP/1.1\r\nHost: x\r\nContent-Length: 30000000\r\n\r\n ";
    let mut stream = send(&app, [127, 0, 0, 1], request).await;
    let mut response = [0; 12];
    let reading = stream.read_exact(&mut response);
    tokio::time::timeout(Duration::from_secs(30), reading).await.expect("it waits for the body").unwrap();
    assert_eq!(&response, b"HTTP/1.1 404");
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
