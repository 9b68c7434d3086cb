//! Tests slow downloads of exports.

use std::time::Duration;

use reqwest::StatusCode;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::testing::{
    app::{TestApp, pause},
    rows::insert_numbered,
};

/// Number of concurrent downloads.
const CLIENTS: usize = 12;

/// Connects a client with a buffer of a few kilobytes, and requests a file.
async fn narrow(app: &TestApp, access: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream =
        socket.connect(app.address().trim_start_matches("http://").parse().unwrap()).await.unwrap();
    let request = format!(
        "GET /api/consultations/export.csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {access}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_no_database_connection_for_slow_download() {
    let app = TestApp::set_up(|setup| {
        setup.config.database.pool_size = 2;
        setup.connections.stall = Duration::from_mins(10);
    })
    .await;
    let (access, _) = app.sign_in("ada").await;
    let message = "'We need a shop. ' || repeat('x', 4000)";
    app.execute(&insert_numbered(1..=1_000, "'Name'", message, "now()")).await;
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        let mut client = narrow(&app, &access).await;
        // The download has begun, and the client pauses.
        client.read_exact(&mut [0; 1_024]).await.unwrap();
        clients.push(client);
    }
    // The server fills the buffers, then holds no connection.
    let open = "pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL \
                AND pid <> pg_backend_pid()";
    while app.pool().status().available < app.pool().status().size || app.rows(open).await > 0 {
        pause().await;
    }
    assert_eq!(app.rows("exports WHERE ended_at IS NULL").await, i64::try_from(CLIENTS).unwrap());
    assert_eq!(app.get("/api/consultations", &access).await.status(), StatusCode::OK);

    // A client that goes on gets the whole file.
    let mut rest = Vec::new();
    clients[0].read_to_end(&mut rest).await.unwrap();
    assert!(rest.len() > 4_000_000 && rest.ends_with(b"\r\n0\r\n\r\n"), "{} bytes", rest.len());
    // A client that disconnects leaves no connection behind.
    drop(clients);
    while app.rows("exports WHERE ended_at IS NULL").await > 0 {
        pause().await;
    }
    while app.state.metrics.connections.get() > 0 {
        pause().await;
    }
}
