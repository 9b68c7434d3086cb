//! Who gets a place when there are too few.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::{
    monitoring::metrics::Refused,
    testing::app::{Setup, TestApp, pause},
};

const LONG: Duration = Duration::from_mins(10);
const UNFINISHED: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nSlow: ";
const WORKING: &str = "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
     Content-Length: 99\r\n\r\n{";
const VISIT: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

fn places(at_most: usize, per_address: usize) -> impl FnOnce(&mut Setup) {
    move |setup| {
        setup.connections.at_most = at_most;
        setup.connections.per_address = per_address;
        // Who is waited for is waited for as long as the test takes.
        setup.connections.head = LONG;
        setup.pace.gap = LONG;
        setup.pace.grace = LONG;
        setup.pace.answer = LONG;
    }
}

/// Connects from one of this machine's addresses and sends these bytes.
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
    // A connection that is cut off says nothing more.
    let _ = stream.read_to_string(&mut answer).await;
    answer
}

/// Waits until so many are connected.
async fn connected(app: &TestApp, count: i64) {
    while app.state.metrics.connections.get() != count {
        pause().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_that_are_not_finished_turn_no_visitor_away() {
    let app = TestApp::set_up(places(16, 4)).await;
    let mut slow = Vec::new();
    for number in 0..100 {
        slow.push(send(&app, [127, 0, 1, number % 10], UNFINISHED).await);
        let visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
        assert!(visit.starts_with("HTTP/1.1 200 "), "after {number}: {visit}");
    }
    assert!(app.state.metrics.connections_evicted("head").get() >= 84);
    // Who gave way is told so by the connection's end.
    assert_eq!(answer(slow.swap_remove(0)).await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_takes_its_share_and_no_more() {
    let app = TestApp::set_up(places(8, 2)).await;
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
    assert_eq!(app.state.metrics.connections_refused(Refused::Share).get(), 3);
    assert_eq!(app.state.metrics.connections_refused(Refused::Full).get(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_proxy_may_take_all_places() {
    let app = TestApp::set_up(|setup| {
        places(8, 2)(setup);
        setup.connections.trusted_proxies = vec!["127.0.0.1".parse().unwrap()].into();
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
    assert_eq!(app.state.metrics.connections_refused(Refused::Full).get(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_makes_room_and_a_request_does_not() {
    let app = TestApp::set_up(places(2, 2)).await;
    let working = send(&app, [127, 0, 0, 1], WORKING).await;
    let mut idle = send(&app, [127, 0, 0, 2], "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    let mut start = [0; 12];
    idle.read_exact(&mut start).await.unwrap();
    assert_eq!(&start, b"HTTP/1.1 200");
    while app.state.metrics.in_flight.get() != 1 {
        pause().await;
    }
    let visit = answer(send(&app, [127, 0, 0, 3], VISIT).await).await;
    assert!(visit.starts_with("HTTP/1.1 200 "), "{visit}");
    assert_eq!(app.state.metrics.connections_evicted("idle").get(), 1);
    answer(idle).await;
    assert_eq!(app.state.metrics.in_flight.get(), 1);
    drop(working);
}
