use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
};

use crate::product::{Database, Server, get, post};

/// A request of which half is sent, and which the server has begun to read.
fn half_sent(server: &Server) -> (TcpStream, String) {
    let request = post("/api/token/", "{\"username\":\"ada\",\"password\":\"x\"}");
    let (first, second) = request.split_at(request.len() - 10);
    let mut stream = server.connect();
    stream.write_all(first.as_bytes()).unwrap();
    // The server has read it when another one is answered on a later connection.
    assert!(server.ask(&get("/healthz")).starts_with("HTTP/1.1 200 "));
    (stream, second.to_owned())
}

#[test]
fn what_is_in_flight_gets_its_answer_after_the_signal() {
    for signal in ["-TERM", "-INT"] {
        let database = Database::create();
        let server = Server::start(&database.url(), &[]);
        let (mut stream, rest) = half_sent(&server);
        server.signal(signal);
        // No new client is let in.
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
fn clients_are_served_until_a_balancer_has_learned_of_the_end() {
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
    // A connection that would be kept ends with its answer.
    kept.write_all(b"GET /api/userinfo HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut last = String::new();
    kept.read_to_string(&mut last).unwrap();
    assert!(last.starts_with("HTTP/1.1 401 ") && last.contains("connection: close"), "{last}");
    server.signal("-TERM");
    assert!(!server.end().0);
}

#[test]
fn who_stops_the_server_from_a_terminal_waits_for_nobody() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[("SHUTDOWN_DELAY", "300")]);
    server.signal("-INT");
    let (succeeded, logs) = server.end();
    assert!(succeeded && logs.contains("stopped"), "{logs}");
}

#[test]
fn a_second_signal_ends_at_once() {
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
