//! Tests slow and disconnected clients, an unusable upload folder, and a failing database.

use std::path::PathBuf;

use agency_core::messages::server as say;
use diesel_async::SimpleAsyncConnection as _;
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::testing::{
    app::{TestApp, parts},
    form::{TestForm, docx, pdf},
};

/// Sends a form up to its last bytes, once the server asks for it.
async fn begin(app: &TestApp, form: &TestForm, lines: &str) -> (TcpStream, Vec<u8>) {
    let mut stream = app.connect().await;
    let head = form.head(&format!("Expect: 100-continue\r\nConnection: close\r\n{lines}"));
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut go = [0; 25];
    stream.read_exact(&mut go).await.unwrap();
    assert_eq!(&go, b"HTTP/1.1 100 Continue\r\n\r\n");
    let mut body = form.body();
    let rest = body.split_off(body.len() - 10);
    stream.write_all(&body).await.unwrap();
    (stream, rest)
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_no_database_connection_for_slow_uploads() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(200_000));
    // More than there are connections.
    let count = app.pool().status().max_size + 4;
    let uploads = join_all((0..count).map(|_| begin(&app, &form, ""))).await;
    assert_eq!(app.get("/api/applications", &access).await.status(), StatusCode::OK);
    let status = app.pool().status();
    assert_eq!(status.available, status.size);

    let ends = uploads.into_iter().map(async |(mut stream, rest)| {
        stream.write_all(&rest).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    });
    for answer in join_all(ends).await {
        assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    }
    assert_eq!(app.rows("applications").await, i64::try_from(count).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn discards_interrupted_upload() {
    let app = TestApp::start().await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(2_000_000));
    let key = "Idempotency-Key: 0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11\r\n";
    let (mut stream, _) = begin(&app, &form, key).await;
    stream.shutdown().await.unwrap();
    // The server closes the connection when it has finished the request.
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(!answer.starts_with("HTTP/1.1 201 "), "{answer}");
    for table in ["applications", "cv_chunks", "idempotency_keys"] {
        assert_eq!(app.rows(table).await, 0, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_retry_after_disconnect_while_storing() {
    let app = TestApp::start().await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(400_000));
    let key = "0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11";
    let mut blocker = app.pool().get().await.unwrap();
    blocker.batch_execute("BEGIN; LOCK TABLE cv_chunks IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let (mut stream, rest) = begin(&app, &form, &format!("Idempotency-Key: {key}\r\n")).await;
    stream.write_all(&rest).await.unwrap();
    while app.rows("pg_locks WHERE relation = 'cv_chunks'::regclass AND NOT granted").await == 0 {
        crate::testing::app::pause().await;
    }
    stream.shutdown().await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert_eq!(answer, "", "the server has let go of the connection");
    blocker.batch_execute("ROLLBACK").await.unwrap();

    let again = form.request(&app).header("idempotency-key", key).send().await.unwrap();
    assert_eq!(parts(again).await.0, StatusCode::CREATED);
    assert_eq!((app.rows("applications").await, app.rows("cv_chunks").await), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_503_if_upload_folder_is_unusable() {
    let folder = PathBuf::from("/no/such/folder");
    let app = TestApp::set_up(|setup| setup.uploads = folder).await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(2_000_000));
    let answer = form.request(&app).send().await.unwrap();
    assert!(answer.headers().contains_key("retry-after"));
    let expected = (StatusCode::SERVICE_UNAVAILABLE, json!({"message": say::UNAVAILABLE}));
    assert_eq!(parts(answer).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn rolls_back_record_if_cv_cannot_be_stored() {
    let app = TestApp::start().await;
    // The second chunk fails.
    app.execute("ALTER TABLE cv_chunks ADD CONSTRAINT broken CHECK (position < 1)").await;
    let form = TestForm::named("Ada Lovelace").cv("cv.docx", &docx(400_000));
    let request = form.request(&app).header("idempotency-key", "0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11");
    let (status, body) = parts(request.send().await.unwrap()).await;
    assert_eq!((status, body), (StatusCode::INTERNAL_SERVER_ERROR, json!({"message": say::INTERNAL})));
    for table in ["applications", "cv_chunks", "idempotency_keys"] {
        assert_eq!(app.rows(table).await, 0, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_retry_after_database_outage() {
    let app = TestApp::start().await;
    app.lose_database().await;
    let answer = TestForm::valid().request(&app).send().await.unwrap();
    assert!(answer.headers().contains_key("retry-after"));
    assert_eq!(parts(answer).await.0, StatusCode::SERVICE_UNAVAILABLE);
}
