//! Tests retries of applications.

use agency_core::messages::server as say;
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::testing::{
    app::{TestApp, parts},
    form::{TestForm, pdf},
};

const KEY: &str = "0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11";

async fn send(app: &TestApp, key: &str, form: &TestForm) -> (StatusCode, Value) {
    parts(form.request(app).header("idempotency-key", key).send().await.unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_fifty_retries_on_two_servers_once() {
    let app = TestApp::start().await;
    let other = app.second_server().await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(400_000));
    // A server without CPU time cannot reach its database in time. Clients retry after a 503.
    let send_until_taken = async |app: &TestApp| {
        loop {
            let answer = form.request(app).header("idempotency-key", KEY).send().await.unwrap();
            if answer.status() != StatusCode::SERVICE_UNAVAILABLE {
                return parts(answer).await;
            }
            assert!(answer.headers().contains_key("retry-after"));
        }
    };
    let repeats = (0..50).map(|n| send_until_taken(if n % 2 == 0 { &app } else { &other }));
    let answers = join_all(repeats).await;
    assert_eq!(answers[0].0, StatusCode::CREATED, "{}", answers[0].1);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!((app.rows("applications").await, app.rows("cv_chunks").await), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_key_with_other_content() {
    let app = TestApp::start().await;
    let first = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(1_000));
    let (status, answer) = send(&app, KEY, &first).await;
    assert_eq!(status, StatusCode::CREATED);
    // Equal for the rules: trimmed, in another order.
    let same = TestForm::default()
        .cv("C:\\cv.pdf", &pdf(1_000))
        .text_field("full_name", " Ada Lovelace ")
        .text_field("cover_letter", "I have built analytical engines for years.\n")
        .text_field("email", "ada@applicant.example")
        .text_field("job_title", "Software Engineer");
    assert_eq!(send(&app, KEY, &same).await, (StatusCode::CREATED, answer));

    let mut changed = pdf(1_000);
    changed[999] ^= 1;
    let others = [
        TestForm::named("Grace Hopper").cv("cv.pdf", &pdf(1_000)),
        TestForm::named("Ada Lovelace").cv("resume.pdf", &pdf(1_000)),
        TestForm::named("Ada Lovelace").cv("cv.pdf", &changed),
    ];
    for other in others {
        let conflict = (StatusCode::CONFLICT, json!({"message": say::IDEMPOTENCY_CONFLICT}));
        assert_eq!(send(&app, KEY, &other).await, conflict);
    }
    let malformed = (StatusCode::BAD_REQUEST, json!({"message": say::IDEMPOTENCY_KEY_INVALID}));
    assert_eq!(send(&app, "short", &first).await, malformed);
    assert_eq!(app.rows("applications").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaves_key_of_rejected_form_unused() {
    let app = TestApp::start().await;
    let refused = TestForm::named("Ada Lovelace").cv("cv.pdf", b"MZ");
    assert_eq!(send(&app, KEY, &refused).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(app.rows("idempotency_keys").await, 0);
    assert_eq!(send(&app, KEY, &TestForm::valid()).await.0, StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn claims_key_again_if_deleted_during_claim() {
    let app = TestApp::start().await;
    app.skip_first_insert("idempotency_keys").await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(1_000));
    let first = send(&app, KEY, &form).await;
    assert_eq!(first.0, StatusCode::CREATED, "{}", first.1);
    assert_eq!(send(&app, KEY, &form).await, first);
    assert_eq!((app.rows("applications").await, app.rows("cv_chunks").await), (1, 1));
}
