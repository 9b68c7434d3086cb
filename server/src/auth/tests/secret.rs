//! Rotation of the token secret: tokens of the former one are valid while it is set.

use reqwest::StatusCode;
use serde_json::json;

use crate::{
    config::Secrets,
    testing::app::{SECRET, TestApp, pair, parts},
};

const ANOTHER: &str = "another secret that only the tests have, as long";

fn secrets(current: &str, former: Option<&str>) -> Secrets {
    Secrets { current: current.into(), former: former.map(Into::into) }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_tokens_of_former_secret_while_it_is_set() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    let export = app.request("POST", "/api/consultations/export/").bearer_auth(&access);
    let export = parts(export.send().await.unwrap()).await.1;
    let link = export["url"].as_str().unwrap();

    let changed = app.second_server_with(|setup| setup.config.secrets = secrets(ANOTHER, Some(SECRET))).await;
    assert_eq!(changed.get("/api/userinfo", &access).await.status(), StatusCode::OK);
    assert_eq!(changed.request("GET", link).send().await.unwrap().status(), StatusCode::OK);
    let answer = changed.post("/api/token/refresh/", &json!({"refresh": refresh})).await;
    let (access_by_another, refresh_by_another) = pair(answer).await;

    // The next pair is the new secret's own, and is good without the former one.
    let bare = app.second_server_with(|setup| setup.config.secrets = secrets(ANOTHER, None)).await;
    assert_eq!(bare.get("/api/userinfo", &access_by_another).await.status(), StatusCode::OK);
    assert_eq!(bare.get("/api/userinfo", &access).await.status(), StatusCode::UNAUTHORIZED);
    assert_ne!(bare.request("GET", link).send().await.unwrap().status(), StatusCode::OK);
    let late = bare.post("/api/token/refresh/", &json!({"refresh": refresh})).await;
    assert_eq!(late.status(), StatusCode::UNAUTHORIZED);
    let kept = bare.post("/api/token/refresh/", &json!({"refresh": refresh_by_another})).await;
    assert_eq!(kept.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_tokens_of_coming_secret_during_rotation() {
    let app = TestApp::set_up(|setup| setup.config.secrets = secrets(SECRET, Some(ANOTHER))).await;
    let (access, _) = app.sign_in("ada").await;
    let next = app.second_server_with(|setup| setup.config.secrets = secrets(ANOTHER, Some(SECRET))).await;
    let (access_there, _) = next.sign_in("grace").await;
    assert_eq!(app.get("/api/userinfo", &access_there).await.status(), StatusCode::OK);
    assert_eq!(next.get("/api/userinfo", &access).await.status(), StatusCode::OK);
}
