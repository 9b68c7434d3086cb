use agency_core::messages::server as say;
use reqwest::{Response, StatusCode};
use serde_json::json;

use super::tests::{change, code, switched_on};
use crate::{
    config::RateLimits,
    testing::app::{PASSWORD, TestApp, parts},
};

async fn begin(app: &TestApp, access: &str) -> Response {
    app.request("POST", "/api/account/second-factor/").bearer_auth(access).send().await.unwrap()
}

async fn is_on(app: &TestApp, access: &str) -> bool {
    parts(app.get("/api/account/", access).await).await.1["second_factor_at"].is_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_counts_once_a_code_of_it_was_confirmed() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (status, setup) = parts(begin(&app, &access).await).await;
    assert_eq!(status, StatusCode::OK);
    let secret = setup["secret"].as_str().unwrap();
    assert!(setup["uri"].as_str().unwrap().contains(&secret.replace(' ', "")));
    assert!(setup["qr"]["side"].as_u64().unwrap() > 20);
    assert!(!is_on(&app, &access).await);
    for (password, code, field, sentence) in [
        ("wrong", code(secret, 0), "current_password", say::PASSWORD_WRONG),
        (PASSWORD, code(secret, 5), "code", say::CODE_WRONG),
        (PASSWORD, "abcde-fgh23".to_owned(), "code", say::CODE_WRONG),
        (PASSWORD, "12".to_owned(), "code", "Enter the six digits of your app, or a recovery code"),
    ] {
        let (status, body) = parts(change(&app, &access, "confirm", password, &code).await).await;
        assert_eq!((status, &body["errors"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!({field: sentence})));
    }
    // Signing in asks for nothing yet.
    let login = json!({"username": "ada", "password": PASSWORD});
    assert!(parts(app.post("/api/token/", &login).await).await.1["access"].is_string());

    let (status, body) = parts(change(&app, &access, "confirm", PASSWORD, &code(secret, 0)).await).await;
    assert_eq!(status, StatusCode::OK);
    let codes = body["recovery_codes"].as_array().unwrap();
    assert_eq!(codes.len(), 10);
    assert!(is_on(&app, &access).await);
    let account = parts(app.get("/api/account/", &access).await).await.1;
    assert_eq!(account["recovery_codes_left"], 10);
    // They are nowhere as they are shown.
    let stored = app.rows("recovery_codes WHERE code_hash LIKE '$argon2id$v=19$%'").await;
    assert_eq!(stored, 10);
    for again in [begin(&app, &access).await, change(&app, &access, "confirm", PASSWORD, "123456").await] {
        let sentence = json!({"message": say::SECOND_FACTOR_ON});
        assert_eq!(parts(again).await, (StatusCode::CONFLICT, sentence));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_secret_that_counts_is_the_one_that_was_begun_last() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let former = parts(begin(&app, &access).await).await.1["secret"].as_str().unwrap().to_owned();
    let last = parts(begin(&app, &access).await).await.1["secret"].as_str().unwrap().to_owned();
    let refused = change(&app, &access, "confirm", PASSWORD, &code(&former, 0)).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let confirmed = change(&app, &access, "confirm", PASSWORD, &code(&last, 0)).await;
    assert_eq!(confirmed.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_that_confirm_at_once_get_codes_once() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let secret = parts(begin(&app, &access).await).await.1["secret"].as_str().unwrap().to_owned();
    let code = code(&secret, 0);
    let (first, second) = tokio::join!(
        change(&app, &access, "confirm", PASSWORD, &code),
        change(&app, &access, "confirm", PASSWORD, &code),
    );
    let mut statuses = [first.status(), second.status()];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
    assert_eq!(app.rows("recovery_codes").await, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_switched_off_by_password_and_code_together() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let sentence = json!({"message": say::SECOND_FACTOR_OFF});
    let off = change(&app, &access, "off", PASSWORD, "123456").await;
    assert_eq!(parts(off).await, (StatusCode::CONFLICT, sentence));
    let (secret, codes) = switched_on(&app, &access).await;
    for (password, code) in [("wrong", code(&secret, 0)), (PASSWORD, code(&secret, 5))] {
        let refused = change(&app, &access, "off", password, &code).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert!(is_on(&app, &access).await);
    // Who has lost the app has the recovery codes.
    let off = change(&app, &access, "off", PASSWORD, &codes[0]).await;
    assert_eq!(off.status(), StatusCode::NO_CONTENT);
    assert!(!is_on(&app, &access).await);
    assert_eq!(app.rows("second_factors").await + app.rows("recovery_codes").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn new_recovery_codes_replace_the_former_ones() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (secret, former) = switched_on(&app, &access).await;
    let (status, body) =
        parts(change(&app, &access, "recovery-codes", PASSWORD, &code(&secret, 0)).await).await;
    assert_eq!(status, StatusCode::OK);
    let new = body["recovery_codes"][0].as_str().unwrap();
    assert!(!former.iter().any(|code| code == new));
    let refused = change(&app, &access, "recovery-codes", PASSWORD, &former[0]).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    // One that was used is no more, and what stays is counted.
    let used = change(&app, &access, "recovery-codes", "wrong", new).await;
    assert_eq!(used.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let account = parts(app.get("/api/account/", &access).await).await.1;
    assert_eq!(account["recovery_codes_left"], 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_only_the_sign_in_cannot_guess_password_or_code() {
    let app = TestApp::limited(RateLimits::On).await;
    let (access, _) = app.sign_in("ada").await;
    let (secret, _) = switched_on(&app, &access).await;
    for n in 0..10 {
        let password = if n % 2 == 0 { "wrong" } else { PASSWORD };
        let refused = change(&app, &access, "off", password, &code(&secret, 5)).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    let shut = change(&app, &access, "off", PASSWORD, &code(&secret, 0)).await;
    assert_eq!(shut.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_to_it_is_kept() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (secret, codes) = switched_on(&app, &access).await;
    change(&app, &access, "recovery-codes", PASSWORD, &codes[0]).await;
    change(&app, &access, "off", PASSWORD, &code(&secret, 0)).await;
    let events = "created,second factor on,recovery code used,recovery codes made,second factor off";
    let told = format!(
        "(SELECT string_agg(event, ',' ORDER BY id) AS events FROM account_events) AS told \
         WHERE events = '{events}'"
    );
    assert_eq!(app.rows(&told).await, 1);
}
