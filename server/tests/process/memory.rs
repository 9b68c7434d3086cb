use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    thread::sleep,
    time::{Duration, Instant},
};

use crate::product::{Database, Server, post};

/// Memory of one password's hash, in KiB.
const HASH: u64 = 19 * 1024;

#[test]
fn keeps_memory_of_one_hash_after_many_passwords() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[("RATE_LIMITS", "off")]);
    let guess = |number: u32| {
        let login = format!(r#"{{"username":"nobody {number}","password":"wrong"}}"#);
        let answer = server.ask(&post("/api/token/", &login));
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    };
    let before = server.resident_memory();
    (0..30).for_each(guess);
    let kept = server.resident_memory() - before;
    // One is kept, and another one is returned to the system after some seconds.
    assert!(kept < 3 * HASH, "{kept} KiB");
}

/// Bytes of an unfinished form, just below the limit.
const UNFINISHED: usize = 127 * 1024;

#[test]
fn bounds_and_returns_memory_of_unfinished_forms() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[("RATE_LIMITS", "off"), ("TRUSTED_PROXIES", "127.0.0.1")]);
    let form = r#"{"message":"We need a shop.","full_name":"Ada Lovelace","email":"ada@mail.example"}"#;
    let sent = server.ask(&post("/api/consultations/create/", form));
    assert!(sent.starts_with("HTTP/1.1 201 "), "{sent}");
    let idle = server.resident_memory();
    let mut streams = Vec::new();
    for number in 0..1_000 {
        // So many clients that none has all of its own.
        let head = format!(
            "POST /api/consultations/create/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
             X-Forwarded-For: 192.0.2.{}\r\nContent-Length: {}\r\n\r\n{{",
            number % 10,
            UNFINISHED + 100
        );
        let unfinished = [head.as_bytes(), &vec![b' '; UNFINISHED]].concat();
        let mut stream = TcpStream::connect(&server.address).unwrap();
        // The server may refuse it before its end.
        let _ = stream.write_all(&unfinished);
        streams.push(stream);
    }
    let mut refused = 0;
    for mut stream in streams.iter().rev() {
        // Those that have not answered by then wait for the end of their forms.
        let time_limit = if refused < 200 { Duration::from_secs(20) } else { Duration::from_millis(1) };
        stream.set_read_timeout(Some(time_limit)).unwrap();
        let mut status = [0; 12];
        refused += usize::from(stream.read_exact(&mut status).is_ok() && &status == b"HTTP/1.1 503");
    }
    assert!(refused >= 200, "{refused}");
    let sent = server.ask(&post("/api/consultations/create/", form));
    assert!(sent.starts_with("HTTP/1.1 201 "), "{sent}");
    drop(streams);
    let since = Instant::now();
    while server.resident_memory() > idle + 60 * 1024 {
        assert!(since.elapsed() < Duration::from_mins(1), "{} KiB of {idle}", server.resident_memory());
        sleep(Duration::from_millis(200));
    }
}
