//! Usernames, passwords and codes as different keyboards type them.

use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    auth::second_factor::tests::{code, switched_on},
    config::RateLimits,
    testing::app::{PASSWORD, TestApp, pair, parts},
};

const COMPOSED: &str = "Crème 2026! abc";
const DECOMPOSED: &str = "Cre\u{300}me 2026! abc";

#[tokio::test(flavor = "multi_thread")]
async fn signs_in_with_any_case_and_composition_of_username() {
    let app = TestApp::start().await;
    app.sign_in("Zoé.Ada").await;
    for typed in ["Zoé.Ada", "zoé.ada", "ZOÉ.ADA", "zoe\u{301}.ada", " Zoe\u{301}.Ada "] {
        let (access, _) = pair(app.login(typed, PASSWORD).await).await;
        let user = parts(app.get("/api/userinfo/", &access).await).await.1;
        assert_eq!(user["username"], "Zoé.Ada", "{typed}");
    }
    for other in ["zoe.ada", "zоé.ada", "zoé ada"] {
        assert_eq!(app.login(other, PASSWORD).await.status(), StatusCode::UNAUTHORIZED, "{other}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_failures_of_all_spellings_of_username_together() {
    let app = TestApp::set_up(|setup| {
        setup.config.rate_limits = RateLimits::On;
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    app.sign_in("zoé").await;
    let guess = async |number: usize, username: &str, password: &str| {
        let address = format!("203.0.113.{number}");
        let request = app.login_request(username, password).header("x-forwarded-for", address);
        request.send().await.unwrap().status()
    };
    let spellings = ["zoé", "Zoé", "ZOÉ", "zoe\u{301}", "ZOE\u{301}"];
    for number in 0..10 {
        assert_eq!(guess(number, spellings[number % 5], "wrong").await, StatusCode::UNAUTHORIZED);
    }
    for spelling in spellings {
        assert_eq!(guess(20, spelling, PASSWORD).await, StatusCode::TOO_MANY_REQUESTS, "{spelling}");
    }
}

/// Sets the password on the account page.
async fn change(app: &TestApp, access: &str, current: &str, new: &str) -> Response {
    let form = json!({"username": "ADA", "current_password": current, "new_password": new});
    let request = app.request("POST", "/api/account/password/").bearer_auth(access).json(&form);
    request.send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn signs_in_with_any_composition_of_password() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let mut current = PASSWORD.to_owned();
    for (number, set) in [COMPOSED, DECOMPOSED].into_iter().enumerate() {
        let set = format!("{set}{number}");
        let changed = change(&app, &access, &current, &set).await;
        assert_eq!(changed.status(), StatusCode::OK, "{set:?}");
        (access, _) = pair(changed).await;
        for typed in [COMPOSED, DECOMPOSED] {
            let answer = app.login("ada", &format!("{typed}{number}")).await;
            assert_eq!(answer.status(), StatusCode::OK, "{set:?} typed as {typed:?}");
        }
        // The other way to write it confirms the next change.
        current = format!("{}{number}", if set.starts_with(COMPOSED) { DECOMPOSED } else { COMPOSED });
    }
    assert_eq!(app.login("ada", "Creme 2026! abc1").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_characters_of_password_as_it_is_hashed() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    // Twelve as typed, eight as hashed.
    let short = "e\u{301}e\u{300}o\u{301}u\u{308}Krxz";
    assert_eq!(short.chars().count(), 12);
    let (status, body) = parts(change(&app, &access, PASSWORD, short).await).await;
    let errors = json!({"new_password": "New password must have at least 12 characters"});
    assert_eq!((status, &body["errors"]), (StatusCode::UNPROCESSABLE_ENTITY, &errors));
}

#[tokio::test(flavor = "multi_thread")]
async fn signs_in_by_a_hash_of_the_password_as_typed() {
    use argon2::{Argon2, PasswordHasher as _, password_hash::phc::PasswordHash};
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, _) = switched_on(&app, &mut access).await;
    // As older releases stored it.
    let hash: PasswordHash = Argon2::default().hash_password(DECOMPOSED.as_bytes()).unwrap();
    app.execute(&format!("UPDATE admins SET password_hash = '{hash}'")).await;
    assert_eq!(app.login("ada", COMPOSED).await.status(), StatusCode::UNAUTHORIZED);
    let challenge = parts(app.login("ada", DECOMPOSED).await).await.1["challenge"].clone();
    let form = json!({"challenge": challenge, "code": code(&secret, 0)});
    assert_eq!(app.post("/api/token/second-factor/", &form).await.status(), StatusCode::OK);
    // Nothing replaces it.
    assert_eq!(app.rows(&format!("admins WHERE password_hash = '{hash}'")).await, 1);
}

/// Returns a text with other digits, and other letters where there are full-width ones.
fn with_digits(text: &str, zero: char) -> String {
    let shift =
        |c: char, from: char, to: char| char::from_u32(u32::from(c) - u32::from(from) + u32::from(to));
    let map = |c: char| match c {
        '0'..='9' => shift(c, '0', zero),
        'a'..='z' if zero == '０' => shift(c, 'a', 'ａ'),
        '-' if zero == '０' => Some('－'),
        _ => Some(c),
    };
    text.chars().filter_map(map).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_codes_in_digits_of_every_script() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, codes) = switched_on(&app, &mut access).await;
    let answer = async |code: String| {
        let challenge = parts(app.login("ada", PASSWORD).await).await.1["challenge"].clone();
        let answer =
            app.post("/api/token/second-factor/", &json!({"challenge": challenge, "code": code})).await;
        let status = answer.status();
        app.execute("UPDATE second_factors SET last_step = 0").await;
        (status, answer.json::<Value>().await.unwrap())
    };
    for zero in ['０', '٠', '۰', '०', '๐'] {
        let (status, body) = answer(with_digits(&code(&secret, 0), zero)).await;
        assert_eq!(status, StatusCode::OK, "{zero}: {body}");
    }
    let (status, body) = answer(with_digits(&codes[0], '０')).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    // It was used up as the one that it is.
    assert_eq!(answer(codes[0].clone()).await.0, StatusCode::UNAUTHORIZED);
}
