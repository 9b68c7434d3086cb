//! Tests that requests of disconnected clients run to their end and leave nothing behind.

use std::time::Duration;

use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::{
    config::RateLimits,
    storage::Connection,
    testing::app::{PATIENT, Setup, TestApp, parts},
};

const SOON: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_secs(20);

/// Starts a server with time limits longer than a test, so that statements keep waiting for locks.
async fn patient(adjust: impl FnOnce(&mut Setup)) -> TestApp {
    TestApp::set_up(|setup| {
        setup.config.database.timeouts = PATIENT;
        adjust(setup);
    })
    .await
}

/// Locks a table until the connection is used for something else.
async fn lock(app: &TestApp, table: &str) -> Connection {
    let mut blocker = crate::storage::get(app.pool()).await.unwrap();
    blocker.batch_execute(&format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")).await.unwrap();
    blocker
}

/// Sends a call, and waits until its work waits for a lock.
async fn begin(app: &TestApp, path: &str, body: &Value) -> TcpStream {
    let mut stream = app.connect().await;
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Idempotency-Key: 0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let waits = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let waiting = async { while app.rows(waits).await == 0 {} };
    timeout(LONG, waiting).await.expect("the call does not wait for the lock");
    stream
}

/// Disconnects, and waits until the server has noticed.
async fn leave(mut stream: TcpStream) {
    stream.shutdown().await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert_eq!(answer, "");
}

/// Releases the lock, and waits for the end of the work.
async fn release(app: &TestApp, mut blocker: Connection) {
    blocker.batch_execute("ROLLBACK").await.unwrap();
    app.state.requests.close();
    timeout(LONG, app.state.requests.wait()).await.expect("the work does not end");
    // The response may precede the end of the statement, and the database has background work.
    for left in [
        "pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' \
         AND pid <> pg_backend_pid() AND xact_start IS NOT NULL",
        "pg_locks JOIN pg_database ON pg_database.oid = database \
         WHERE datname = current_database() AND locktype = 'advisory'",
    ] {
        let ending = async { while app.rows(left).await > 0 {} };
        timeout(LONG, ending).await.expect(left);
    }
}

fn contact() -> Value {
    json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"})
}

#[tokio::test(flavor = "multi_thread")]
async fn finishes_request_of_disconnected_client() {
    let app = patient(|setup| setup.config.rate_limits = RateLimits::On).await;
    let (_, refresh) = app.sign_in("ada").await;
    let stranger = json!({"username": "nobody", "password": "wrong"});
    let token = json!({"refresh": refresh});
    for (path, body, table, done) in [
        ("/api/token/", &stranger, "attempt_windows", &["attempt_windows"][..]),
        ("/api/token/refresh/", &token, "refresh_tokens", &["refresh_tokens WHERE parent_hash IS NOT NULL"]),
        ("/api/consultations/create/", &contact(), "consultations", &["consultations", "idempotency_keys"]),
    ] {
        let blocker = lock(&app, table).await;
        leave(begin(&app, path, body).await).await;
        release(&app, blocker).await;
        for done in done {
            assert!(app.rows(done).await > 0, "{path}: {done}");
        }
    }
    let blocker = lock(&app, "refresh_tokens").await;
    leave(begin(&app, "/api/token/revoke/", &token).await).await;
    release(&app, blocker).await;
    assert_eq!(app.rows("refresh_tokens").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_slot_of_disconnected_client_until_work_is_done() {
    let app = patient(|setup| setup.config.max_connections = 1).await;
    let mut blocker = lock(&app, "consultations").await;
    leave(begin(&app, "/api/consultations/create/", &contact()).await).await;
    let mut visitor = app.connect().await;
    visitor.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    assert!(timeout(SOON, visitor.read_to_string(&mut answer)).await.is_err(), "{answer}");
    blocker.batch_execute("ROLLBACK").await.unwrap();
    visitor.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn continues_work_after_503_for_timeout() {
    let app = patient(|setup| {
        setup.timeouts.answer = SOON;
        setup.timeouts.body_pause = Duration::from_secs(1);
    })
    .await;
    let blocker = lock(&app, "consultations").await;
    let request = app.request("POST", "/api/consultations/create/").json(&contact());
    let answer = request.header("idempotency-key", "0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11").send().await;
    assert_eq!(parts(answer.unwrap()).await.0, StatusCode::SERVICE_UNAVAILABLE);
    release(&app, blocker).await;
    assert_eq!((app.rows("consultations").await, app.rows("idempotency_keys").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn waits_at_shutdown_for_work_of_disconnected_clients() {
    let mut app = patient(|_| ()).await;
    let mut blocker = lock(&app, "consultations").await;
    leave(begin(&app, "/api/consultations/create/", &contact()).await).await;
    assert!(!app.finish(SOON).await);
    blocker.batch_execute("ROLLBACK").await.unwrap();
    app.state.requests.close();
    timeout(LONG, app.state.requests.wait()).await.expect("the work does not end");
    assert_eq!(app.rows("consultations").await, 1);
}
