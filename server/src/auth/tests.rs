mod due;
mod ending;
mod flood;
mod issuing;
mod longest;
mod private;
mod refreshing;
mod secret;
mod spelling;

use chrono::{Duration, Utc};
use reqwest::StatusCode;
use serde_json::json;

use crate::{
    auth::{
        admins::{self, AdminChange},
        token::TokenType,
    },
    testing::app::{PASSWORD, TestApp, parts},
};

#[tokio::test(flavor = "multi_thread")]
async fn accepts_only_right_password() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (status, user) = parts(app.get("/api/userinfo/", &access).await).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(user, json!({"first_name": "Ada", "last_name": "", "username": "ada", "email": ""}));

    for (username, password) in
        [("ada", "wrong"), ("nobody", PASSWORD), ("ada", "Correct horse battery staple")]
    {
        let answer = app.login(username, password).await;
        let (status, body) = parts(answer).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert_eq!(body, json!({"message": "Invalid Credentials"}));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_name_takes_as_long_as_wrong_password() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    // A password that keyboards write in two ways takes twice as long.
    for (username, password, hashes) in
        [("ada", "wrong", 1), ("nobody", "wrong", 1), ("ada", "e\u{301}", 2), ("nobody", "e\u{301}", 2)]
    {
        let before = app.state.auth.passwords.checks.get();
        let answer = app.login(username, password).await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(app.state.auth.passwords.checks.get() - before, hashes, "{username}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_empty_login_with_sentences_of_the_form() {
    let app = TestApp::start().await;
    let (status, body) = parts(app.login(" ", "").await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let expected = json!({"username": "Username is required", "password": "Password is required"});
    assert_eq!(body["errors"], expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_token_of_another_type() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    for token in [access.as_str(), "", "x.y.z"] {
        let answer = app.post("/api/token/refresh/", &json!({"refresh": token})).await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    }
    assert_eq!(app.get("/api/userinfo", &refresh).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_expired_token() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let session = app.session_of(&access);
    let sign = |age| app.state.auth.keys.sign(TokenType::Access, &session, Utc::now() - age, None).unwrap();
    assert_eq!(app.get("/api/userinfo", &sign(Duration::minutes(14))).await.status(), StatusCode::OK);
    assert_eq!(
        app.get("/api/userinfo", &sign(Duration::minutes(15))).await.status(),
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn revokes_session_at_logout() {
    let app = TestApp::start().await;
    let (_, refresh) = app.sign_in("ada").await;
    for token in [refresh.as_str(), &refresh, "never issued"] {
        let answer = app.post("/api/token/revoke/", &json!({"refresh": token})).await;
        assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    }
    let answer = app.post("/api/token/refresh/", &json!({"refresh": refresh})).await;
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_sessions_when_password_is_reset() {
    let app = TestApp::start().await;
    let (_, refresh) = app.sign_in("ada").await;
    admins::create_or_reset(app.pool(), "ada", true).await.unwrap();
    assert_eq!(app.rows("refresh_tokens").await, 1);
    admins::create_or_reset(app.pool(), "ada", false).await.unwrap();
    let answer = app.post("/api/token/refresh/", &json!({"refresh": refresh})).await;
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    let old = app.login("ada", PASSWORD).await;
    assert_eq!(old.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_only_sessions_of_removed_admin() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    let (_, others) = app.sign_in("grace").await;
    admins::change(app.pool(), None, " ada ", AdminChange::Remove).await.unwrap();
    assert_eq!(app.rows("admins WHERE username = 'ada'").await, 0);
    let change =
        async |token: &str| app.post("/api/token/refresh/", &json!({"refresh": token})).await.status();
    assert_eq!(change(&refresh).await, StatusCode::UNAUTHORIZED);
    assert_eq!(change(&others).await, StatusCode::OK);
    assert_eq!(app.get("/api/userinfo", &access).await.status(), StatusCode::UNAUTHORIZED);
    let again = app.login("ada", PASSWORD).await;
    assert_eq!(again.status(), StatusCode::UNAUTHORIZED);
    let refusal = admins::change(app.pool(), None, "ada", AdminChange::Remove).await.unwrap_err();
    assert_eq!(refusal.to_string(), "there is no admin \"ada\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_passwords_and_refresh_tokens_hashed() {
    let app = TestApp::start().await;
    let (_, refresh) = app.sign_in("ada").await;
    let stored = format!("refresh_tokens WHERE position('{refresh}'::bytea IN token_hash) > 0");
    assert_eq!(app.rows(&stored).await, 0);
    assert_eq!(app.rows("admins WHERE password_hash LIKE '$argon2id$v=19$%'").await, 1);
}
