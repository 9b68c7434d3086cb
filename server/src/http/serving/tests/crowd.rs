//! Tests a crowd of clients that connect, send a request and disconnect, while a visitor connects for each request.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::sleep,
};

use crate::testing::app::{Setup, TestApp, pause};

const LONG: Duration = Duration::from_mins(10);
const WORKING: &str = "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
     Content-Length: 99\r\n\r\n{";
const VISIT: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

fn limits(max: usize, per_address: usize) -> impl FnOnce(&mut Setup) {
    move |setup| {
        setup.connections.max = max;
        setup.connections.max_per_address = per_address;
        setup.connections.keep_alive = LONG;
        setup.timeouts.body_pause = LONG;
        setup.timeouts.answer = LONG;
    }
}

/// Connects from one of the loopback addresses.
async fn connect(app: &TestApp, from: [u8; 4]) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(app.address().trim_start_matches("http://").parse().unwrap()).await
}

/// Sends a request and reads the response to its end.
async fn exchange(mut stream: TcpStream, request: &str) -> io::Result<String> {
    stream.write_all(request.as_bytes()).await?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await?;
    Ok(response)
}

async fn until_connected(app: &TestApp, count: i64) {
    while app.state.metrics.connections.get() < count {
        pause().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_new_connection_that_has_not_sent_its_head_when_full() {
    let app = TestApp::set_up(limits(2, 2)).await;
    let mut working = connect(&app, [127, 0, 0, 1]).await.unwrap();
    working.write_all(WORKING.as_bytes()).await.unwrap();
    while app.state.metrics.in_flight.get() < 1 {
        pause().await;
    }
    let visitor = connect(&app, [127, 0, 0, 2]).await.unwrap();
    until_connected(&app, 2).await;
    for _ in 0..3 {
        let refused = exchange(connect(&app, [127, 0, 0, 3]).await.unwrap(), VISIT).await.unwrap();
        assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    }
    let served = exchange(visitor, VISIT).await.unwrap();
    assert!(served.starts_with("HTTP/1.1 200 "), "{served}");
}

#[tokio::test(flavor = "multi_thread")]
async fn resets_no_visitor_while_a_crowd_connects_asks_and_leaves() {
    let login = r#"{"username":"nobody","password":"wrong"}"#;
    let login = format!(
        "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{login}",
        login.len()
    );
    for from in [[127, 0, 0, 2], [127, 0, 0, 1]] {
        let app = Arc::new(TestApp::set_up(limits(32, 8)).await);
        let is_over = Arc::new(AtomicBool::new(false));
        let crowd = (0..16).map(|number| {
            let (app, is_over, login) = (Arc::clone(&app), Arc::clone(&is_over), login.clone());
            tokio::spawn(async move {
                while !is_over.load(Ordering::Relaxed) {
                    let mut stream = connect(&app, from).await.unwrap();
                    let _ = stream.write_all(login.as_bytes()).await;
                    sleep(Duration::from_millis(1 + number % 4)).await;
                }
            })
        });
        let crowd = crowd.collect::<Vec<_>>();
        for visit in 0..100 {
            let response = exchange(connect(&app, [127, 0, 0, 1]).await.unwrap(), VISIT).await;
            let response =
                response.unwrap_or_else(|error| panic!("visit {visit}, crowd at {from:?}: {error}"));
            // The requests of disconnected clients count for the limit of their address.
            let is_served = response.starts_with("HTTP/1.1 200 ");
            let is_refused = response.starts_with("HTTP/1.1 503 ") && response.ends_with("}\n");
            assert!(
                is_served || (is_refused && from[3] == 1),
                "visit {visit}, crowd at {from:?}: {response:?}"
            );
        }
        is_over.store(true, Ordering::Relaxed);
        for client in crowd {
            client.await.unwrap();
        }
    }
}
