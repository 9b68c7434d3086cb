use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
};

use crate::product::{Database, Server, get, post};

/// Sends half of a request, which the server starts to read. Returns the connection and the other half.
fn half_sent(server: &Server) -> (TcpStream, String) {
    let request = post("/api/token/", "{\"username\":\"ada\",\"password\":\"x\"}");
    let (first, second) = request.split_at(request.len() - 10);
    let mut stream = server.connect();
    stream.write_all(first.as_bytes()).unwrap();
    // Once a later connection gets a response, the server has read the first half.
    assert!(server.ask(&get("/healthz")).starts_with("HTTP/1.1 200 "));
    (stream, second.to_owned())
}

#[test]
fn completes_request_in_flight_after_signal() {
    for signal in ["-TERM", "-INT"] {
        let database = Database::create();
        let server = Server::start(&database.url(), &[]);
        let (mut stream, rest) = half_sent(&server);
        server.signal(signal);
        // New connections are refused.
        while TcpStream::connect(&server.address).is_ok() {}
        stream.write_all(rest.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 401 ") && answer.contains("Invalid Credentials"), "{answer}");
        let (succeeded, logs) = server.end();
        assert!(succeeded && logs.contains("stopped"), "{logs}");
    }
}

#[test]
fn serves_clients_during_shutdown_delay() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[("SHUTDOWN_DELAY", "300")]);
    let mut kept = server.connect();
    server.signal("-TERM");
    while !server.ask(&get("/readyz")).starts_with("HTTP/1.1 503 ") {}
    for path in ["/readyz", "/healthz"] {
        let answer = server.ask(&get(path));
        assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("The server is stopping"), "{answer}");
    }
    let login = server.ask(&post("/api/token/", "{\"username\":\"ada\",\"password\":\"x\"}"));
    assert!(login.starts_with("HTTP/1.1 401 "), "{login}");
    // A keep-alive connection closes after its response.
    kept.write_all(b"GET /api/userinfo HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut last = String::new();
    kept.read_to_string(&mut last).unwrap();
    assert!(last.starts_with("HTTP/1.1 401 ") && last.contains("connection: close"), "{last}");
    server.signal("-TERM");
    assert!(!server.end().0);
}

#[test]
fn interrupt_skips_shutdown_delay() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[("SHUTDOWN_DELAY", "300")]);
    server.signal("-INT");
    let (succeeded, logs) = server.end();
    assert!(succeeded && logs.contains("stopped"), "{logs}");
}

#[test]
fn second_signal_stops_at_once() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[]);
    let (mut stream, _) = half_sent(&server);
    server.signal("-TERM");
    while TcpStream::connect(&server.address).is_ok() {}
    server.signal("-TERM");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert_eq!(answer, "");
    let (succeeded, logs) = server.end();
    assert!(!succeeded && logs.contains("agency-server: stopped at once by a second signal"), "{logs}");
}
