use reqwest::StatusCode;
use serde_json::json;

use super::{limited, lock_account, login, new_cookie, new_cookie_by_code, status};
use crate::{
    auth::second_factor::tests::{change, code, switched_on},
    testing::app::{PASSWORD, TestApp, pair, parts},
};

const NEW: &str = "plenty of ink and paper";

async fn change_password(app: &TestApp, access: &str) {
    let form = json!({"username": "ada", "current_password": PASSWORD, "new_password": NEW});
    let change = app.request("POST", "/api/account/password/").bearer_auth(access).json(&form);
    assert_eq!(change.send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_device_cookie_with_password() {
    let app = TestApp::set_up(limited).await;
    let (access, _) = app.sign_in("ada").await;
    let device = new_cookie(&app, "ada").await;
    change_password(&app, &access).await;
    lock_account(&app, "ada").await;
    let stranger = login(&app, "192.0.2.2", &device, "ada", NEW).await;
    assert_eq!(stranger.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_device_cookie_with_second_factor() {
    let app = TestApp::set_up(limited).await;
    let (mut access, _) = app.sign_in("ada").await;
    let without = new_cookie(&app, "ada").await;
    let (secret, codes) = switched_on(&app, &mut access).await;
    let with = new_cookie_by_code(&app, &codes[0]).await;
    lock_account(&app, "ada").await;
    assert_eq!(status(&app, &without, "ada").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(status(&app, &with, "ada").await, StatusCode::OK);
    let off = change(&app, &access, "off", PASSWORD, &code(&secret, 0)).await;
    assert_eq!(off.status(), StatusCode::NO_CONTENT);
    assert_eq!(status(&app, &with, "ada").await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn device_cookies_of_account_share_fifty_failures() {
    let app = TestApp::set_up(limited).await;
    let other = app.second_server_with(limited).await;
    app.sign_in("ada").await;
    let mut cookies = Vec::new();
    for _ in 0..6 {
        cookies.push(new_cookie(&app, "ada").await);
    }
    let mut compared = 0;
    for device in &cookies {
        for n in 0..10 {
            let instance = if n % 2 == 0 { &app } else { &other };
            let guess = login(instance, "192.0.2.2", device, "ada", "wrong").await;
            compared += usize::from(guess.status() == StatusCode::UNAUTHORIZED);
        }
    }
    assert_eq!(compared, 50);
    assert_eq!(status(&app, &cookies[5], "ada").await, StatusCode::TOO_MANY_REQUESTS);
    // Strangers count apart, and so do the cookies of the next password.
    let stranger = login(&app, "192.0.2.3", "", "ada", PASSWORD).await;
    assert_eq!(stranger.status(), StatusCode::OK);
    change_password(&app, &pair(stranger).await.0).await;
    let answer = login(&app, "192.0.2.3", "", "ada", NEW).await;
    let next = super::cookie(&answer);
    lock_account(&app, "ada").await;
    assert_eq!(login(&app, "192.0.2.3", &next, "ada", NEW).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_wrong_codes_of_all_device_cookies_together() {
    let app = TestApp::set_up(limited).await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, codes) = switched_on(&app, &mut access).await;
    let mut cookies = Vec::new();
    for code in &codes[..6] {
        cookies.push(new_cookie_by_code(&app, code).await);
    }
    let mut compared = 0;
    for device in &cookies {
        let asked = login(&app, "192.0.2.2", device, "ada", PASSWORD).await;
        let Some(challenge) = parts(asked).await.1.get("challenge").cloned() else {
            continue;
        };
        for _ in 0..10 {
            let request = app.request("POST", "/api/token/second-factor/").header("cookie", device);
            let guess = json!({"challenge": challenge, "code": code(&secret, 5)});
            let answer = request.json(&guess).send().await.unwrap();
            compared += usize::from(answer.status() == StatusCode::UNAUTHORIZED);
        }
    }
    // Each challenge counted its password as well.
    assert_eq!(compared, 45);
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_device_cookie_among_invalid_ones() {
    let app = TestApp::set_up(limited).await;
    app.sign_in("ada").await;
    let device = new_cookie(&app, "ada").await;
    lock_account(&app, "ada").await;
    let value = device.strip_prefix("device=").unwrap();
    let (signed, _) = value.rsplit_once('.').unwrap();
    let forged = format!("{signed}.{}", "A".repeat(43));
    for junk in [
        "x~".repeat(5),
        "x~".repeat(20),
        "x~".repeat(5_000),
        "a.b.c~".repeat(2_000),
        format!("{forged}~").repeat(30),
    ] {
        for cookie in [format!("device={junk}x; {device}"), format!("device={junk}{value}")] {
            let shown = cookie.chars().take(60).collect::<String>();
            assert_eq!(status(&app, &cookie, "ada").await, StatusCode::OK, "{shown}");
        }
    }
    for cookie in [format!("theme=é; {device}"), format!("device=é; {device}; theme=é")] {
        assert_eq!(status(&app, &cookie, "ada").await, StatusCode::OK, "{cookie}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_device_cookie_among_valid_ones_of_another_account() {
    let app = TestApp::set_up(limited).await;
    app.sign_in("ada").await;
    app.sign_in("eve").await;
    let device = new_cookie(&app, "ada").await;
    let mut others = String::new();
    for _ in 0..10 {
        others = format!("{others}{}; ", new_cookie(&app, "eve").await);
    }
    lock_account(&app, "ada").await;
    assert_eq!(status(&app, &format!("{others}{device}"), "ada").await, StatusCode::OK);
}
