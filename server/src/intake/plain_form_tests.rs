//! Tests forms that a browser posts without a script.

use futures_util::future::join_all;
use reqwest::{Response, StatusCode};

use crate::{
    openapi::contract_tests::Site,
    testing::{
        app::{TestApp, parts},
        form::{TestForm, pdf},
    },
};

const CREATE: &str = "/api/consultations/create/";

/// `Accept` header of browsers.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const FIELDS: [(&str, &str); 4] = [
    ("message", "We need a shop."),
    ("full_name", "Ada Lovelace"),
    ("email", "ada@customer.example"),
    ("referral", ""),
];

async fn post(app: &TestApp, fields: &[(&str, &str)]) -> Response {
    app.request("POST", CREATE).header("accept", ACCEPT).form(fields).send().await.unwrap()
}

async fn apply(app: &TestApp, form: &TestForm) -> Response {
    form.request(app).header("accept", ACCEPT).send().await.unwrap()
}

/// Thanks page of a stored form.
fn place(answer: &Response) -> &str {
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    answer.headers()["location"].to_str().unwrap()
}

async fn page(answer: Response) -> (StatusCode, String) {
    assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8");
    (answer.status(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_with_page_to_rejected_plain_form() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let refused = post(&app, &[("message", "<b>"), FIELDS[1], ("email", ""), FIELDS[3]]).await;
    let sentences =
        "<ul><li>Message must be at least ten characters</li><li>Your Email is Required</li></ul>";
    assert_eq!(page(refused).await, (StatusCode::UNPROCESSABLE_ENTITY, sentences.to_owned()));
    let refused = apply(&app, &TestForm::named("Al").cv("", b"")).await;
    let sentences =
        "<ul><li>FullName must be at least three characters</li><li>Please upload your CV</li></ul>";
    assert_eq!(page(refused).await, (StatusCode::UNPROCESSABLE_ENTITY, sentences.to_owned()));
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_stored_plain_form_to_thanks_page() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(4_900_000));
    for (answer, path, thanks) in [
        (post(&app, &FIELDS).await, "/answers/consultations", "thanks for consultations"),
        (apply(&app, &form).await, "/answers/applications", "thanks for applications"),
    ] {
        assert_eq!(place(&answer), path);
        // Reloading it posts nothing.
        for _ in 0..2 {
            let answer = app.request("GET", path).send().await.unwrap();
            assert_eq!(page(answer).await, (StatusCode::OK, thanks.to_owned()));
        }
    }
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_identical_plain_form_once_within_hour() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let form = TestForm::valid();
    let post_both = async |expected: i64, what: &str| {
        // Double clicks, concurrent or in sequence.
        for answer in join_all((0..2).map(|_| post(&app, &FIELDS))).await {
            assert_eq!(place(&answer), "/answers/consultations", "{what}");
        }
        assert_eq!(place(&post(&app, &FIELDS).await), "/answers/consultations", "{what}");
        for answer in join_all((0..2).map(|_| apply(&app, &form))).await {
            assert_eq!(place(&answer), "/answers/applications", "{what}");
        }
        let rows = (app.rows("consultations").await, app.rows("applications").await);
        assert_eq!(rows, (expected, expected), "{what}");
    };
    let age = async |interval: &str| {
        app.execute(&format!("UPDATE idempotency_keys SET created_at = created_at - interval '{interval}'"))
            .await;
    };
    post_both(1, "at first").await;
    // Whatever the hour of the day is, and even when it has just changed.
    age("59 minutes").await;
    post_both(1, "within the hour").await;
    age("1 minute").await;
    post_both(2, "an hour later").await;
    post_both(2, "and then again").await;

    // Another word makes it another form, and what scripts send is not counted among these.
    post(&app, &[("message", "We need two shops."), FIELDS[1], FIELDS[2], FIELDS[3]]).await;
    assert_eq!(app.rows("consultations").await, 3);
    let json = serde_json::json!({"message": FIELDS[0].1, "full_name": FIELDS[1].1, "email": FIELDS[2].1});
    for _ in 0..2 {
        assert_eq!(app.post(CREATE, &json).await.status(), StatusCode::CREATED);
    }
    assert_eq!(app.rows("consultations").await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_tools_with_json_errors() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let message = serde_json::json!({"message": "This content type is not supported here"});
    for path in [CREATE, "/api/applications/create/"] {
        for accept in [None, Some("*/*"), Some("application/json"), Some("text/htm"), Some("*/*, text/plain")]
        {
            let request = app.request("POST", path).form(&[FIELDS[1]]);
            let request = accept.iter().fold(request, |request, accept| request.header("accept", *accept));
            let answer = parts(request.send().await.unwrap()).await;
            assert_eq!(answer, (StatusCode::UNSUPPORTED_MEDIA_TYPE, message.clone()), "{path} {accept:?}");
        }
    }
    // In every format of browsers.
    for (kind, accept) in [
        ("application/x-www-form-urlencoded", "application/xhtml+xml, Text/HTML;q=0.9"),
        ("application/x-www-form-urlencoded; charset=UTF-8", "text/html"),
    ] {
        let request = app.request("POST", CREATE).header("accept", accept).header("content-type", kind);
        let answer = request.body("full_name=Ada").send().await.unwrap();
        assert_eq!(page(answer).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{kind}");
    }
    assert_eq!(app.rows("consultations").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_stored_plain_form_without_build() {
    let app = TestApp::start().await;
    for answer in [apply(&app, &TestForm::valid()).await, post(&app, &FIELDS).await] {
        assert_eq!(parts(answer).await.0, StatusCode::CREATED);
    }
}
