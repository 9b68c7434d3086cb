//! Tests the end of connections to clients that do not read.

use std::{
    fs::{self, File},
    io::ErrorKind,
    sync::Arc,
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::{Instant, sleep},
};

use crate::{
    http::{serving::ConnectionSettings, static_files::StaticFiles},
    openapi::tests::contract::Site,
    testing::app::{Setup, TestApp, pause},
};

const SOON: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_mins(10);

fn impatient(stall: Duration) -> ConnectionSettings {
    ConnectionSettings { keep_alive: SOON, stall, ..ConnectionSettings::default() }
}

/// Creates a site with a file of this many bytes.
fn file_of(size: u64, adjust: impl FnOnce(&mut Setup)) -> (Site, impl Future<Output = TestApp>) {
    let root = Site::build();
    File::create(root.0.join("assets/large-1.avif")).unwrap().set_len(size).unwrap();
    let folder = root.0.clone();
    let app = TestApp::set_up(move |setup| {
        setup.config.web_root = folder;
        adjust(setup);
    });
    (root, app)
}

/// Connects a client with small socket buffers, and sends a request.
async fn narrow(app: &TestApp, request: &str) -> TcpStream {
    let address = app.address().trim_start_matches("http://").parse().unwrap();
    let mut stream = narrow_socket().connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

fn narrow_socket() -> TcpSocket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.set_send_buffer_size(4_096).unwrap();
    socket
}

/// Waits until the server has no connections.
async fn left_alone(app: &TestApp) {
    while app.state.metrics.connections.get() > 0 {
        pause().await;
    }
}

/// Waits until the kernel has closed the server's end of a connection and discarded what was not read.
async fn given_up(stream: &TcpStream) {
    let [server, client] = [stream.peer_addr(), stream.local_addr()].map(|end| end.unwrap().port());
    let sockets = format!("0100007F:{server:04X} 0100007F:{client:04X}");
    while fs::read_to_string("/proc/net/tcp").unwrap().contains(&sockets) {
        pause().await;
    }
}

/// Reads to the end. Returns the bytes, and whether the connection was reset.
async fn rest(stream: &mut TcpStream) -> (usize, bool) {
    let (mut buffer, mut sum) = (vec![0; 65_536], 0);
    loop {
        match stream.read(&mut buffer).await {
            Ok(0) => return (sum, false),
            Ok(read) => sum += read,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::ConnectionReset);
                return (sum, true);
            }
        }
    }
}

fn large(more: &str) -> String {
    format!("GET /assets/large-1.avif HTTP/1.1\r\nHost: x\r\n{more}\r\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn discards_unread_response_of_stalled_client() {
    let (_root, app) = file_of(50_000_000, |setup| setup.connections.stall = SOON);
    let app = app.await;
    let mut stream = narrow(&app, &large("").repeat(16)).await;
    while app.state.metrics.connections_stalled.get() == 0 {
        pause().await;
    }
    left_alone(&app).await;
    let (taken, is_reset) = rest(&mut stream).await;
    assert!(is_reset, "{taken} bytes were still held and sent");
    assert_eq!(app.state.metrics.connections_stalled.get(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn closes_connection_if_end_of_response_is_not_read() {
    let app = TestApp::start().await;
    // The kernel has buffered the whole response, so the server has nothing left to send.
    for (more, says_goodbye) in [("Connection: close\r\n", false), ("", true), ("", false)] {
        let request = format!("GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n{more}\r\n");
        let (_server, mut stream) =
            app.connect_after_request(narrow_socket(), &request, impatient(SOON)).await;
        stream.read_u8().await.unwrap();
        if says_goodbye {
            stream.shutdown().await.unwrap();
        }
        left_alone(&app).await;
        given_up(&stream).await;
        assert!(rest(&mut stream).await.1, "{request}, the client says goodbye: {says_goodbye}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_whole_response_to_client_that_reads_in_time() {
    let (_root, app) = file_of(20_000, |setup| setup.connections.stall = LONG);
    let app = app.await;
    let mut stream = narrow(&app, &large("Connection: close\r\n")).await;
    // The server has closed the connection, and the rest is still in transit.
    stream.readable().await.unwrap();
    left_alone(&app).await;
    let (taken, is_reset) = rest(&mut stream).await;
    assert!(taken > 20_000 && !is_reset, "{taken} bytes, reset: {is_reset}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_whole_response_to_client_that_reads_slowly() {
    let (_root, app) = file_of(600_000, |setup| setup.connections.stall = Duration::from_secs(1));
    let app = app.await;
    let mut stream = narrow(&app, &large("Connection: close\r\n")).await;
    // A few kilobytes at a time, for longer than a client may read nothing.
    let (mut piece, mut taken, since) = ([0; 4_096], 0, Instant::now());
    loop {
        match stream.read(&mut piece).await.unwrap() {
            0 => break,
            read => taken += read,
        }
        sleep(Duration::from_millis(15)).await;
    }
    assert!(taken > 600_000 && since.elapsed() > Duration::from_secs(1), "{taken} bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn closes_connection_after_thousand_requests() {
    let app = TestApp::set_up(|setup| setup.connections.stall = LONG).await;
    let request = "HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    let mut stream = narrow(&app, &request.repeat(1_100)).await;
    // A client that reads nothing makes the server buffer at most as many responses.
    let mut responses = String::new();
    stream.read_to_string(&mut responses).await.unwrap();
    assert_eq!(responses.matches("HTTP/1.1 200 OK").count(), 1_000);
    assert_eq!(responses.matches("connection: close").count(), 1);
    let last = responses.rfind("HTTP/1.1 200 OK").unwrap();
    assert!(responses[last..].contains("connection: close"), "{}", &responses[last..]);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_buffers_of_connections_made_before_start() {
    let mut app = TestApp::start().await;
    let root = Site::build();
    // Less than the default buffers of the system.
    File::create(root.0.join("assets/large-1.avif")).unwrap().set_len(1_000_000).unwrap();
    app.state.pages = Arc::new(StaticFiles::open(&root.0).unwrap());
    let settings = impatient(SOON);
    let (_server, mut early) =
        app.connect_after_request(TcpSocket::new_v4().unwrap(), &large(""), settings).await;
    early.read_u8().await.unwrap();
    left_alone(&app).await;
    assert_eq!(app.state.metrics.connections_stalled.get(), 1);
}
