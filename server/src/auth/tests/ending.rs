//! Access tokens of an ended session stop working before they expire.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    auth::{admins, session_cache::REMEMBERED},
    testing::app::{PASSWORD, TestApp, pair, parts},
};

async fn list(app: &TestApp, access: &str) -> StatusCode {
    let (status, body) = parts(app.get("/api/consultations", access).await).await;
    let refused = json!("Unauthorized: Invalid or expired token");
    assert_eq!(body["message"], if status == StatusCode::OK { Value::Null } else { refused });
    status
}

async fn sign_out(app: &TestApp, refresh: &str) {
    let answer = app.post("/api/token/revoke/", &json!({"refresh": refresh})).await;
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_access_token_at_logout() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    let (elsewhere, _) = pair(app.login("ada", PASSWORD).await).await;
    for token in [&access, &elsewhere] {
        assert_eq!(list(&app, token).await, StatusCode::OK);
    }
    sign_out(&app, &refresh).await;
    assert_eq!(list(&app, &access).await, StatusCode::UNAUTHORIZED);
    // The same admin's other sign-in goes on.
    assert_eq!(list(&app, &elsewhere).await, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_access_tokens_soon_after_password_reset() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    assert_eq!(list(&app, &access).await, StatusCode::OK);
    admins::create_or_reset(app.pool(), "ada", false).await.unwrap();
    app.state.auth.sessions.age(REMEMBERED);
    assert_eq!(list(&app, &access).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_access_tokens_soon_after_removal() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    assert_eq!(list(&app, &access).await, StatusCode::OK);
    app.execute("DELETE FROM admins").await;
    app.state.auth.sessions.age(REMEMBERED);
    assert_eq!(list(&app, &access).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_access_token_at_other_instances_soon_after_logout() {
    let app = TestApp::start().await;
    let other = app.second_server().await;
    let (access, refresh) = app.sign_in("ada").await;
    for instance in [&app, &other] {
        assert_eq!(list(instance, &access).await, StatusCode::OK);
    }
    sign_out(&app, &refresh).await;
    assert_eq!(list(&app, &access).await, StatusCode::UNAUTHORIZED);
    other.state.auth.sessions.age(REMEMBERED);
    assert_eq!(list(&other, &access).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_503_while_database_is_unreachable() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    assert_eq!(list(&app, &access).await, StatusCode::OK);
    app.lose_database().await;
    for _ in 0..2 {
        let answer = app.get("/api/consultations", &access).await;
        assert!(answer.headers().contains_key("retry-after"));
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        app.state.auth.sessions.age(REMEMBERED);
    }
    assert_eq!(list(&app, &refresh).await, StatusCode::UNAUTHORIZED);
    app.return_database().await;
    assert_eq!(list(&app, &access).await, StatusCode::OK);
}
