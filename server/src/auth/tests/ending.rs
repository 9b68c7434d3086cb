//! Access tokens of an ended session stop working before they expire.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    auth::admins::{self, AdminChange},
    testing::app::{PASSWORD, TestApp, pair, parts},
};

async fn list(app: &TestApp, access: &str) -> StatusCode {
    let (status, body) = parts(app.get("/api/consultations", access).await).await;
    let refused = json!("Unauthorized: Invalid or expired token");
    assert_eq!(body["message"], if status == StatusCode::OK { Value::Null } else { refused });
    status
}

/// Ends the session of a refresh token, or all of its admin.
async fn end(app: &TestApp, way: &str, refresh: &str) {
    match way {
        "logout" => {
            let answer = app.post("/api/token/revoke/", &json!({"refresh": refresh})).await;
            assert_eq!(answer.status(), StatusCode::NO_CONTENT);
        }
        "new password" => admins::create_or_reset(app.pool(), "ada", false).await.unwrap(),
        "command" => admins::change(app.pool(), None, "ada", AdminChange::EndSessions).await.unwrap(),
        _ => app.execute("DELETE FROM admins WHERE username = 'ada'").await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_access_tokens_at_once_at_every_instance() {
    for (way, ends_all) in [("logout", false), ("new password", true), ("command", true), ("removal", true)] {
        let app = TestApp::start().await;
        let other = app.second_server().await;
        let (access, refresh) = app.sign_in("ada").await;
        let (elsewhere, _) = pair(app.login("ada", PASSWORD).await).await;
        let (grace, _) = app.sign_in("grace").await;
        let ended = if ends_all { StatusCode::UNAUTHORIZED } else { StatusCode::OK };
        for instance in [&app, &other] {
            assert_eq!(list(instance, &access).await, StatusCode::OK);
        }
        end(&app, way, &refresh).await;
        for instance in [&app, &other] {
            assert_eq!(list(instance, &access).await, StatusCode::UNAUTHORIZED, "{way}");
            assert_eq!(list(instance, &elsewhere).await, ended, "{way}");
            assert_eq!(list(instance, &grace).await, StatusCode::OK, "{way}");
        }
    }
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
    }
    assert_eq!(list(&app, &refresh).await, StatusCode::UNAUTHORIZED);
    app.return_database().await;
    assert_eq!(list(&app, &access).await, StatusCode::OK);
}
