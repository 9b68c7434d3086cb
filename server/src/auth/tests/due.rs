//! A printed password expires after 30 days; then it only works for the admin's own account.

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::private::{Call, calls};
use crate::{
    auth::admins,
    testing::app::{PASSWORD, TestApp, pair, parts},
};

const OWN: &str = "plenty of ink and paper";

async fn printed(app: &TestApp, ago: &str) {
    app.execute(&format!("UPDATE admins SET password_printed_at = now() - interval '{ago}'")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn printed_password_opens_only_account_after_30_days() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    printed(&app, "29 days 23 hours").await;
    let (access, _) = pair(app.login("ada", PASSWORD).await).await;
    assert_eq!(app.get("/api/consultations", &access).await.status(), StatusCode::OK);
    printed(&app, "30 days").await;
    let (access, _) = pair(app.login("ada", PASSWORD).await).await;
    let mut refused = BTreeSet::new();
    for Call { method, path, takes_body, .. } in calls(&app).await.into_iter().filter(|call| call.is_private)
    {
        let answer = app.request(&method, &path).bearer_auth(&access).send().await.unwrap();
        let (status, body) = parts(answer).await;
        if path.starts_with("/api/account") || path.starts_with("/api/userinfo") {
            // Calls with a body are refused for its type next.
            let expected = if takes_body { StatusCode::UNSUPPORTED_MEDIA_TYPE } else { StatusCode::OK };
            assert_eq!(status, expected, "{method} {path}");
        } else {
            let sentence = "Your temporary password has expired. Choose a new one.";
            let expected = (StatusCode::FORBIDDEN, json!({"message": sentence}));
            assert_eq!((status, body), expected, "{method} {path}");
            refused.insert(method);
        }
    }
    assert_eq!(refused, BTreeSet::from(["GET".to_owned(), "POST".to_owned()]));
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
