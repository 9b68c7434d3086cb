//! Tests of connections: limits, timeouts, and the end of the server.

mod crowd;
mod requests;
mod slots;
mod taking;

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::{
    auth::token::{Session, TokenType},
    http::serving::ConnectionSettings,
    openapi::tests::contract::Site,
    testing::app::{TestApp, pause},
};

const SOON: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_mins(10);

async fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    // An aborted connection sends nothing more.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

/// Reads until these words are received.
async fn until(stream: &mut TcpStream, words: &str) -> String {
    let mut answer = String::new();
    let mut buffer = [0; 1_024];
    while !answer.contains(words) {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "it ended with {answer}");
        answer.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
    }
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn closes_connection_with_unfinished_head() {
    let app = TestApp::set_up(|setup| setup.connections.keep_alive = SOON).await;
    for part in ["", "GET /healthz", "GET /healthz HTTP/1.1\r\nHost: x\r\nSlow: "] {
        let mut stream = app.connect().await;
        stream.write_all(part.as_bytes()).await.unwrap();
        // Waits for the end of the connection.
        let answer = rest(&mut stream).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{part}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn closes_idle_connection() {
    let app = TestApp::start().await;
    let settings = ConnectionSettings { keep_alive: SOON, ..ConnectionSettings::default() };
    let request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    let (_server, mut stream) =
        app.connect_after_request(TcpSocket::new_v4().unwrap(), request, settings).await;
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("{\"status\":\"alive\"}"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_408_to_trickling_body() {
    let app = TestApp::set_up(|setup| setup.timeouts.body_pause = SOON).await;
    let head = "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    for body in
        ["Content-Length: 100\r\n\r\n{\"username\":", "Transfer-Encoding: chunked\r\n\r\n3\r\n{\"u\r\n"]
    {
        let answer = app.raw(&format!("{head}{body}")).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.ends_with("{\"message\":\"The request took too long\"}"), "{answer}");
        assert!(
            answer.contains("connection: close") && answer.contains("x-content-type-options"),
            "{answer}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_408_to_body_that_takes_too_long() {
    let body = format!("{{\"username\":\"ada\",\"password\":\"x\"{}}}", " ".repeat(4_096));
    let request = format!(
        "POST /api/token/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    // The first piece is sent with the head, so that it is never too late.
    let (first, later) = body.split_at(512);
    let send = async |max, sent: &str| {
        let app = TestApp::set_up(|setup| setup.timeouts.body = max).await;
        let mut stream = app.connect().await;
        stream.write_all(format!("{request}{first}").as_bytes()).await.unwrap();
        let (mut reader, mut writer) = stream.split();
        let sending = async {
            for piece in sent.as_bytes().chunks(512) {
                // The server closes the connection after its response.
                if writer.write_all(piece).await.is_err() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let mut answer = [0; 12];
        let ((), read) = tokio::join!(sending, reader.read_exact(&mut answer));
        read.unwrap();
        String::from_utf8(answer.to_vec()).unwrap()
    };
    assert_eq!(send(LONG, later).await, "HTTP/1.1 401");
    // Without the last byte, so that a slow server never gets the whole body.
    let most = &later[..later.len() - 1];
    assert_eq!(send(Duration::from_millis(60), most).await, "HTTP/1.1 408");
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_503_if_work_takes_too_long() {
    let app = TestApp::set_up(|setup| setup.timeouts.answer = SOON).await;
    app.execute(
        "INSERT INTO admins (username, password_hash) VALUES ('ada', '');
         INSERT INTO refresh_tokens (token_hash, family, admin_id, expires_at)
         SELECT '', 'family', id, now() + interval '1 day' FROM admins",
    )
    .await;
    let now = chrono::Utc::now();
    let session = Session { admin_id: 1, id: b"family".to_vec(), since: now };
    let access = app.state.auth.keys.sign(TokenType::Access, &session, now, None).unwrap();
    let mut lock = app.pool().get().await.unwrap();
    diesel_async::SimpleAsyncConnection::batch_execute(&mut *lock, "BEGIN; LOCK TABLE consultations")
        .await
        .unwrap();
    let answer = app.get("/api/consultations", &access).await;
    assert_eq!(answer.status(), 503);
    assert!(answer.headers().contains_key("retry-after"));
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_large_head() {
    let app = TestApp::start().await;
    let answer =
        app.raw(&format!("GET / HTTP/1.1\r\nHost: x\r\nCookie: {}\r\n\r\n", "x".repeat(20_000))).await;
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn finishes_requests_in_progress_at_shutdown() {
    let mut app = TestApp::start().await;
    let mut stream = app.connect().await;
    let body = "{\"username\":\"ada\",\"password\":\"x\"}";
    let (first, second) = body.split_at(10);
    let head = format!(
        "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{first}").as_bytes()).await.unwrap();
    while app.state.metrics.in_flight.get() == 0 {
        pause().await;
    }
    let mut idle = app.connect().await;
    idle.write_all(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    until(&mut idle, "ready").await;

    let address = app.address().trim_start_matches("http://").to_owned();
    let finishing = app.finish(LONG);
    let asking = async {
        // Idle connections are closed at once, and no new one is accepted.
        assert_eq!(rest(&mut idle).await, "");
        while TcpStream::connect(&address).await.is_ok() {
            pause().await;
        }
        stream.write_all(second.as_bytes()).await.unwrap();
        rest(&mut stream).await
    };
    let (finished, answer) = tokio::join!(finishing, asking);
    assert!(finished);
    assert!(answer.starts_with("HTTP/1.1 401 ") && answer.contains("Invalid Credentials"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn aborts_requests_after_shutdown_timeout() {
    let mut app = TestApp::start().await;
    let mut stream = app.connect().await;
    stream.write_all(b"POST /api/token/ HTTP/1.1\r\nContent-Length: 9\r\n").await.unwrap();
    stream.write_all(b"Host: x\r\nContent-Type: application/json\r\n\r\n{").await.unwrap();
    while app.state.metrics.in_flight.get() == 0 {
        pause().await;
    }
    assert!(!app.finish(SOON).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn lets_sending_client_read_early_response() {
    let app = TestApp::start().await;
    for (media, expected) in [("text/plain", 415), ("application/json", 413)] {
        let request = app.request("POST", "/api/token/").header("content-type", media);
        assert_eq!(request.body(vec![b' '; 900_000]).send().await.unwrap().status(), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_rest_of_body_before_early_response() {
    let app = TestApp::start().await;
    let mut stream = app.connect().await;
    let head = "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
    stream.write_all(format!("{head}Content-Length: 900000\r\n\r\n").as_bytes()).await.unwrap();
    stream.write_all(&vec![b'x'; 900_000]).await.unwrap();
    let answer = until(&mut stream, "}").await;
    assert!(answer.starts_with("HTTP/1.1 415 "), "{answer}");
    // A proxy keeps the connection for other clients.
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    assert!(until(&mut stream, "alive").await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test(flavor = "multi_thread")]
async fn waits_for_no_body_that_is_not_sent_or_too_large() {
    let app = TestApp::set_up(|setup| setup.timeouts.body_pause = LONG).await;
    let head = "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
    for rest in ["Content-Length: 50\r\nExpect: 100-continue\r\n", "Content-Length: 9000000000\r\n"] {
        let answer = app.raw(&format!("{head}{rest}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 415 ") && answer.contains("connection: close"), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_malformed_request_without_page() {
    let app = TestApp::start().await;
    let long = format!("GET / HTTP/1.1\r\nHost: x\r\nCookie: {}\r\n\r\n", "x".repeat(200_000));
    let many = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "A: b\r\n".repeat(1_000));
    let uri = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(70_000));
    for (junk, status) in [
        ("nonsense\r\n\r\n", "400"),
        ("GET / HTTP/9.9\r\nHost: x\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n", "400"),
        (&long, "431"),
        (&many, "431"),
        (&uri, "4"),
    ] {
        let mut stream = app.connect().await;
        // The server may close the connection before everything is sent.
        let _ = stream.write_all(junk.as_bytes()).await;
        let answer = rest(&mut stream).await;
        let start = junk.get(..30).unwrap_or(junk);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{start}: {answer}");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(body.is_empty() && head.contains("connection: close"), "{start}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn disconnects_client_that_reads_nothing() {
    let root = Site::build();
    // More than the socket buffers hold.
    let large = std::fs::File::create(root.0.join("assets/large-1.avif")).unwrap();
    large.set_len(200_000_000).unwrap();
    let app = TestApp::set_up(|setup| {
        setup.config.web_root.clone_from(&root.0);
        setup.connections.stall = SOON;
    })
    .await;
    let mut stream = app.connect().await;
    stream.write_all(b"GET /assets/large-1.avif HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    until(&mut stream, "200 OK").await;
    // Waits for the end of the connection.
    while app.state.metrics.connections.get() > 0 {
        pause().await;
    }
}
