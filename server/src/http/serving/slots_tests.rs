//! Tests connection slots when all are taken.

use std::{net::IpAddr, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::advance,
};
use tokio_util::sync::CancellationToken;

use crate::{
    http::{
        client::TrustedProxies,
        serving::{
            settings::ConnectionSettings,
            slots::{Slot, Slots},
        },
    },
    monitoring::metrics::Refused,
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
        setup.connections.head = LONG;
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
async fn evicts_head_that_is_late() {
    let app = TestApp::set_up(|setup| {
        slots(4, 4)(setup);
        setup.connections.head_grace = Duration::from_millis(20);
        setup.connections.reject = Duration::from_secs(1);
    })
    .await;
    let mut slow = Vec::new();
    for _ in 0..4 {
        slow.push(send(&app, [127, 0, 0, 1], UNFINISHED).await);
    }
    connected(&app, 4).await;
    let mut visit = String::new();
    while !visit.starts_with("HTTP/1.1 200 ") {
        visit = answer(send(&app, [127, 0, 0, 2], VISIT).await).await;
    }
    assert_eq!(app.state.metrics.connections_evicted("head").get(), 1);
    assert_eq!(answer(slow.swap_remove(0)).await, "");
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
    assert_eq!(app.state.metrics.connections_refused(Refused::Share).get(), 3);
    assert_eq!(app.state.metrics.connections_refused(Refused::Full).get(), 0);
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
    assert_eq!(app.state.metrics.connections_refused(Refused::Full).get(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn evicts_idle_connection_but_no_request() {
    let app = TestApp::set_up(slots(2, 2)).await;
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

fn table(max: usize, max_per_address: usize, trusted: &[&str]) -> Arc<Slots> {
    let trusted = trusted.iter().map(|network| network.parse().unwrap()).collect();
    let trusted_proxies = TrustedProxies::new(trusted);
    let settings =
        ConnectionSettings { max, max_per_address, trusted_proxies, ..ConnectionSettings::default() };
    Slots::new(settings, CancellationToken::new(), Arc::default())
}

fn acquire(slots: &Arc<Slots>, address: &str) -> Result<Arc<Slot>, Refused> {
    slots.acquire(address.parse::<IpAddr>().unwrap())
}

fn is_evicted(slot: &Arc<Slot>) -> bool {
    slot.closing().is_cancelled()
}

#[tokio::test(start_paused = true)]
async fn evicts_late_heads_then_longest_idle_connections() {
    let slots = table(6, 6, &[]);
    let mut taken = Vec::new();
    for _ in 0..5 {
        taken.push(acquire(&slots, "192.0.2.1").unwrap());
        advance(Duration::from_secs(1)).await;
    }
    let [idle, later_idle, head, later_head, request] = taken.try_into().ok().unwrap();
    drop(idle.begin_request());
    advance(Duration::from_secs(4)).await;
    drop(later_idle.begin_request());
    let fresh = acquire(&slots, "192.0.2.1").unwrap();
    let _in_progress = request.begin_request();
    let mut newcomers = Vec::new();
    for expected in [&head, &later_head, &idle, &later_idle] {
        let newcomer = acquire(&slots, "192.0.2.2").unwrap();
        assert!(is_evicted(expected));
        newcomers.push(newcomer);
    }
    assert_eq!(acquire(&slots, "192.0.2.2").err(), Some(Refused::Full));
    assert!(!is_evicted(&request) && !is_evicted(&fresh) && !newcomers.iter().any(is_evicted));
}

#[tokio::test(start_paused = true)]
async fn holds_slot_until_last_clone_is_dropped() {
    let slots = table(1, 1, &[]);
    let connection = acquire(&slots, "192.0.2.1").unwrap();
    let request = connection.begin_request();
    drop(connection);
    assert_eq!(acquire(&slots, "192.0.2.2").err(), Some(Refused::Full));
    drop(request);
    let first = acquire(&slots, "192.0.2.2").unwrap();
    drop(first.begin_request());
    let second = acquire(&slots, "192.0.2.2").unwrap();
    assert!(is_evicted(&first));
    // The second connection has the slot now.
    drop(first);
    assert_eq!(acquire(&slots, "192.0.2.2").err(), Some(Refused::Share));
    drop(second);
}

#[tokio::test(start_paused = true)]
async fn evicts_only_same_address_when_address_is_full() {
    for (clients, is_one) in [
        (["192.0.2.1", "192.0.2.1", "192.0.2.1"], true),
        (["2001:db8::1", "2001:db8::2:0:0:2", "2001:db8::3"], true),
        (["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"], true),
        (["2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:2::1"], false),
        (["192.0.2.1", "192.0.2.2", "192.0.2.3"], false),
        // A trusted proxy connects for many clients.
        (["10.0.0.1", "10.0.0.1", "10.0.0.1"], false),
    ] {
        let slots = table(10, 2, &["10.0.0.0/8"]);
        let other = acquire(&slots, "198.51.100.1").unwrap();
        drop(other.begin_request());
        let first = acquire(&slots, clients[0]).unwrap();
        drop(first.begin_request());
        let [second, third] = [clients[1], clients[2]].map(|client| acquire(&slots, client).unwrap());
        assert_eq!(is_evicted(&first), is_one, "{clients:?}");
        assert_eq!(acquire(&slots, clients[0]).err(), is_one.then_some(Refused::Share), "{clients:?}");
        assert!(!is_evicted(&second) && !is_evicted(&third) && !is_evicted(&other), "{clients:?}");
    }
}
