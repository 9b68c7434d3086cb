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

use crate::testing::app::TestApp;

const VISIT: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

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

#[tokio::test(flavor = "multi_thread")]
async fn resets_no_visitor_while_a_crowd_connects_asks_and_leaves() {
    let login = r#"{"username":"nobody","password":"wrong"}"#;
    let login = format!(
        "POST /api/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{login}",
        login.len()
    );
    // More than the connections of one address.
    let app = Arc::new(TestApp::set_up(|setup| setup.config.max_connections = 32).await);
    let is_over = Arc::new(AtomicBool::new(false));
    let crowd = (0..16).map(|number| {
        let (app, is_over, login) = (Arc::clone(&app), Arc::clone(&is_over), login.clone());
        tokio::spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let mut stream = connect(&app, [127, 0, 0, 2]).await.unwrap();
                let _ = stream.write_all(login.as_bytes()).await;
                sleep(Duration::from_millis(1 + number % 4)).await;
            }
        })
    });
    let crowd = crowd.collect::<Vec<_>>();
    for visit in 0..20 {
        let response = exchange(connect(&app, [127, 0, 0, 1]).await.unwrap(), VISIT).await;
        let response = response.unwrap_or_else(|error| panic!("visit {visit}: {error}"));
        assert!(response.starts_with("HTTP/1.1 200 "), "visit {visit}: {response:?}");
    }
    is_over.store(true, Ordering::Relaxed);
    for client in crowd {
        client.await.unwrap();
    }
}
