//! A printed password expires after 30 days; then it only works for the admin's own account.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    auth::{admins, session_cache::REMEMBERED},
    testing::app::{PASSWORD, TestApp, pair, parts},
};

const OWN: &str = "plenty of ink and paper";

async fn printed(app: &TestApp, ago: &str) {
    app.execute(&format!("UPDATE admins SET password_printed_at = now() - interval '{ago}'")).await;
    app.state.auth.sessions.age(REMEMBERED);
}

async fn sign_in(app: &TestApp, password: &str) -> (String, String) {
    let answer = app.post("/api/token/", &json!({"username": "ada", "password": password})).await;
    assert_eq!(answer.status(), StatusCode::OK);
    pair(answer).await
}

/// Returns every private GET call, with values for its parameters.
async fn reads(app: &TestApp) -> Vec<String> {
    let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
    let paths = api["paths"].as_object().unwrap().iter();
    let private = paths.filter(|(_, methods)| methods["get"]["security"].is_array());
    private.map(|(path, _)| path.replace("{slug}", "1").replace("{key}", "1").replace("{id}", "1")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn printed_password_opens_only_account_after_30_days() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    printed(&app, "29 days 23 hours").await;
    let (access, _) = sign_in(&app, PASSWORD).await;
    assert_eq!(app.get("/api/consultations", &access).await.status(), StatusCode::OK);
    printed(&app, "30 days").await;
    let (access, _) = sign_in(&app, PASSWORD).await;
    let mut refused = 0;
    for path in reads(&app).await {
        let (status, body) = parts(app.get(&path, &access).await).await;
        if path.starts_with("/api/account") || path == "/api/userinfo" {
            assert_eq!(status, StatusCode::OK, "{path}");
        } else {
            let sentence = "Your temporary password has expired. Choose a new one.";
            assert_eq!((status, body), (StatusCode::FORBIDDEN, json!({"message": sentence})), "{path}");
            refused += 1;
        }
    }
    assert!(refused >= 4);
    let (_, account) = parts(app.get("/api/account/", &access).await).await;
    assert_eq!(account["password_due"], true);

    // One's own password opens everything, at every instance at once, and stays good.
    let other = app.second_server().await;
    assert_eq!(other.get("/api/consultations", &access).await.status(), StatusCode::FORBIDDEN);
    let form = json!({"username": "ada", "current_password": PASSWORD, "new_password": OWN});
    let changed = app.request("POST", "/api/account/password/").bearer_auth(&access).json(&form);
    let (access, refresh) = pair(changed.send().await.unwrap()).await;
    for instance in [&app, &other] {
        assert_eq!(instance.get("/api/consultations", &access).await.status(), StatusCode::OK);
    }
    let answer = app.post("/api/token/refresh/", &json!({"refresh": refresh})).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let (_, account) = parts(app.get("/api/account/", &access).await).await;
    assert_eq!(account["password_due_at"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn renews_printed_password_for_30_days() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    printed(&app, "31 days").await;
    admins::create_or_reset(app.pool(), "ada", false).await.unwrap();
    assert_eq!(app.rows("admins WHERE password_printed_at > now() - interval '1 minute'").await, 1);
}
