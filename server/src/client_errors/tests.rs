use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    config::RateLimits,
    openapi::contract_tests::Site,
    testing::app::{TestApp, parts},
};

async fn report(app: &TestApp, body: &Value) -> Response {
    app.post("/api/client-errors/", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_report_without_token() {
    let app = TestApp::start().await;
    let whole = json!({"message": "x is undefined", "stack": "at x", "path": "/about", "version": "start-1"});
    for body in [whole, json!({"message": ""})] {
        let answer = report(&app, &body).await;
        assert_eq!(answer.status(), StatusCode::NO_CONTENT);
        assert_eq!(answer.text().await.unwrap(), "");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_malformed_report() {
    let app = TestApp::start().await;
    for (body, status) in [
        (json!({}), StatusCode::BAD_REQUEST),
        (json!({"message": 1}), StatusCode::BAD_REQUEST),
        (json!(["message"]), StatusCode::BAD_REQUEST),
        (json!({"message": "x".repeat(4_096)}), StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        assert_eq!(report(&app, &body).await.status(), status, "{body}");
    }
    let plain = app.request("POST", "/api/client-errors/").body("x is undefined");
    assert_eq!(plain.send().await.unwrap().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_reports_to_twenty_a_minute_apart_from_forms() {
    let app = TestApp::limited(RateLimits::On).await;
    let body = json!({"message": "x is undefined"});
    for _ in 0..20 {
        assert_eq!(report(&app, &body).await.status(), StatusCode::NO_CONTENT);
    }
    let refused = report(&app, &body).await;
    assert!(refused.headers().contains_key("retry-after"));
    let words = json!({"message": "Too many attempts. Please try again later."});
    assert_eq!(parts(refused).await, (StatusCode::TOO_MANY_REQUESTS, words));
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_report_while_database_is_unreachable() {
    let app = TestApp::limited(RateLimits::On).await;
    app.lose_database().await;
    assert_eq!(report(&app, &json!({"message": "x"})).await.status(), StatusCode::NO_CONTENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_page_by_its_own_path() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    for (path, page) in [
        ("/", Some("/")),
        ("/contact", Some("/contact")),
        ("/dashboard/consultation/4f8Zl3Tb9QkU7sXwYv1NaA", Some("/dashboard/consultation/*")),
        ("/dashboard/consultation/x/y", None),
        ("/ada@lovelace.example", None),
        ("", None),
    ] {
        assert_eq!(app.state.pages.page_of(path), page, "{path}");
    }
}
