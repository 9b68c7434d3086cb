mod changes;

use agency_core::messages::server as say;
use chrono::{Duration, Utc};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::{
    auth::{
        admins::{self, AdminChange},
        token::{Credentials, CredentialsId, TokenType, hash_refresh_token},
    },
    config::RateLimits,
    testing::{
        app::{PASSWORD, TestApp, pair, parts},
        paths::described_paths,
    },
};

const CODE: &str = "/api/token/second-factor/";

/// Returns the code of a secret, a number of steps from now.
pub(crate) fn code(secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret.replace(' ', "")).unwrap();
    let at = Utc::now().timestamp() + 30 * steps;
    Builder::new().with_secret(secret).build().unwrap().generate(at.unsigned_abs()).to_string()
}

/// Turns on an admin's second factor, and returns its secret and recovery codes. The access token becomes that of the new
/// session.
pub(crate) async fn switched_on(app: &TestApp, access: &mut String) -> (String, Vec<String>) {
    let begun =
        app.request("POST", "/api/account/second-factor/").bearer_auth(&*access).send().await.unwrap();
    let (status, setup) = parts(begun).await;
    assert_eq!(status, StatusCode::OK);
    let secret = setup["secret"].as_str().unwrap().to_owned();
    let (status, body) = parts(confirm(app, access, &setup, PASSWORD, &code(&secret, 0)).await).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["access"].as_str().unwrap().clone_into(access);
    let codes = body["recovery_codes"].as_array().unwrap().iter();
    // As if the code had been used long ago.
    app.execute("UPDATE second_factors SET last_step = 0").await;
    (secret, codes.map(|code| code.as_str().unwrap().to_owned()).collect())
}

pub(crate) async fn change(app: &TestApp, access: &str, call: &str, password: &str, code: &str) -> Response {
    let form = json!({"current_password": password, "code": code});
    let path = format!("/api/account/second-factor/{call}/");
    app.request("POST", &path).bearer_auth(access).json(&form).send().await.unwrap()
}

/// Confirms a new secret with its first code.
pub(crate) async fn confirm(
    app: &TestApp,
    access: &str,
    setup: &Value,
    password: &str,
    code: &str,
) -> Response {
    let form = json!({"setup": setup["setup"], "current_password": password, "code": code});
    let path = "/api/account/second-factor/confirm/";
    app.request("POST", path).bearer_auth(access).json(&form).send().await.unwrap()
}

/// Logs in with the right password, and returns the challenge.
async fn challenge(app: &TestApp) -> String {
    let (status, body) = parts(app.login("ada", PASSWORD).await).await;
    assert_eq!(status, StatusCode::OK);
    let challenge = body["challenge"].as_str().unwrap().to_owned();
    assert_eq!(body, json!({"challenge": challenge}));
    challenge
}

async fn answer(app: &TestApp, challenge: &str, code: &str) -> Response {
    app.post(CODE, &json!({"challenge": challenge, "code": code})).await
}

async fn refused(app: &TestApp, challenge: &str, code: &str, sentence: &str) {
    let (status, body) = parts(answer(app, challenge, code).await).await;
    assert_eq!((status, body), (StatusCode::UNAUTHORIZED, json!({"message": sentence})), "{code}");
}

#[tokio::test(flavor = "multi_thread")]
async fn requires_code_after_password() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, _) = switched_on(&app, &mut access).await;
    let sessions = app.rows("refresh_tokens").await;
    let challenge = challenge(&app).await;
    assert_eq!(app.rows("refresh_tokens").await, sessions);
    for steps in [-5, 5] {
        refused(&app, &challenge, &code(&secret, steps), say::CODE_WRONG).await;
    }
    // After a slip the same challenge takes another code, and as people type it.
    let shown = code(&secret, 0);
    let (first, second) = shown.split_at(3);
    let opened = answer(&app, &challenge, &format!(" {first} {second} ")).await;
    assert_eq!(opened.status(), StatusCode::OK);
    let (access, refresh) = pair(opened).await;
    assert_eq!(app.get("/api/consultations", &access).await.status(), StatusCode::OK);
    let refreshed = app.post("/api/token/refresh/", &json!({"refresh": refresh})).await;
    assert_eq!(refreshed.status(), StatusCode::OK);
    // What has opened once opens no more.
    refused(&app, &challenge, &shown, say::CODE_WRONG).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_wrong_password_as_without_second_factor() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    switched_on(&app, &mut access).await;
    for username in ["ada", "nobody"] {
        let (status, body) = parts(app.login(username, "wrong").await).await;
        let expected = json!({"message": "Invalid Credentials"});
        assert_eq!((status, body), (StatusCode::UNAUTHORIZED, expected));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_code_once_at_two_instances() {
    let app = TestApp::start().await;
    let other = app.second_server().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, codes) = switched_on(&app, &mut access).await;
    let challenge = challenge(&app).await;
    for code in [code(&secret, 0), codes[3].to_uppercase().replace('-', " ")] {
        let (here, there) = tokio::join!(answer(&app, &challenge, &code), answer(&other, &challenge, &code));
        let mut statuses = [here.status(), there.status()];
        statuses.sort();
        assert_eq!(statuses, [StatusCode::OK, StatusCode::UNAUTHORIZED], "{code}");
        for instance in [&app, &other] {
            refused(instance, &challenge, &code, say::CODE_WRONG).await;
        }
    }
    // The code of the step before is no way around it either.
    refused(&app, &challenge, &code(&secret, -1), say::CODE_WRONG).await;
    assert_eq!(app.rows("recovery_codes WHERE used_at IS NULL").await, 9);
}

/// Returns a body with a token in every field that takes one.
fn everywhere(token: &str) -> Value {
    json!({"challenge": token, "refresh": token, "access": token, "id": token, "username": "ada",
        "password": token, "current_password": token, "code": token})
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_challenge_only_with_code() {
    let app = TestApp::start().await;
    let (mut access, refresh) = app.sign_in("ada").await;
    switched_on(&app, &mut access).await;
    let challenge = challenge(&app).await;
    let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
    let (mut private, mut public) = (0, 0);
    for (path, methods) in described_paths(&api) {
        for (method, described) in methods {
            let place = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
            let place = place.collect::<Vec<_>>().join("/");
            let bare = app.request(&method.to_uppercase(), &place).json(&everywhere("x"));
            let sent = app.request(&method.to_uppercase(), &place).json(&everywhere(&challenge));
            let (bare, sent) =
                (bare.send().await.unwrap(), sent.bearer_auth(&challenge).send().await.unwrap());
            if described["security"].is_array() {
                assert_eq!(sent.status(), StatusCode::UNAUTHORIZED, "{method} {path}");
                private += 1;
                continue;
            }
            // A public call responds as to an anonymous client, except that its own check sees a text that is no code.
            assert!(!sent.status().is_success() || path.ends_with("/revoke"), "{method} {path}");
            assert_eq!(sent.status(), bare.status(), "{method} {path}");
            public += 1;
        }
    }
    assert!(private >= 10 && public >= 5, "{private} {public}");
    // Nothing has ended by it, and nothing has begun.
    assert_eq!(app.get("/api/consultations", &access).await.status(), StatusCode::OK);
    assert_eq!(app.rows("refresh_tokens WHERE spent_at IS NULL").await, 1);
    // No other token is accepted as a challenge.
    for token in [access.as_str(), refresh.as_str(), "x", "x.y.z"] {
        refused(&app, token, "123456", say::CHALLENGE_ENDED).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_challenge_with_time_password_and_account() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, _) = switched_on(&app, &mut access).await;
    let given = challenge(&app).await;
    let claims = app.state.auth.keys.verify(&given, TokenType::Challenge).unwrap().credentials().unwrap();
    let sign = |id: &CredentialsId, age| {
        let given = Credentials { id: id.clone(), ..claims.clone() };
        app.state.auth.keys.sign(TokenType::Challenge, &given, Utc::now() - age, None).unwrap()
    };
    let late = sign(&claims.id, Duration::minutes(5));
    let of_another = sign(&CredentialsId(hash_refresh_token("another hash")), Duration::zero());
    for challenge in [late.as_str(), of_another.as_str(), &format!("{given}x")] {
        refused(&app, challenge, &code(&secret, 0), say::CHALLENGE_ENDED).await;
    }
    let in_time = sign(&claims.id, Duration::minutes(4));
    assert_eq!(answer(&app, &in_time, &code(&secret, 0)).await.status(), StatusCode::OK);
    admins::create_or_reset(app.pool(), "ada", false).await.unwrap();
    refused(&app, &given, &code(&secret, 1), say::CHALLENGE_ENDED).await;
    admins::change(app.pool(), None, "ada", AdminChange::Remove).await.unwrap();
    refused(&app, &given, &code(&secret, 1), say::CHALLENGE_ENDED).await;
    assert_eq!(app.rows("second_factors").await + app.rows("recovery_codes").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn forgives_attempt_only_after_code() {
    let app = TestApp::limited(RateLimits::On).await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, _) = switched_on(&app, &mut access).await;
    let counted = "(SELECT unnest(made_at) FROM attempt_windows) AS counted";
    assert_eq!(app.rows(counted).await, 0);
    let given = challenge(&app).await;
    refused(&app, &given, &code(&secret, 5), say::CODE_WRONG).await;
    // The password and the code, each for the address and for the account.
    assert_eq!(app.rows(counted).await, 4);
    assert_eq!(answer(&app, &given, &code(&secret, 0)).await.status(), StatusCode::OK);
    // The slip stays.
    assert_eq!(app.rows(counted).await, 2);
    for _ in 0..9 {
        challenge(&app).await;
    }
    assert_eq!(app.login("ada", PASSWORD).await.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer(&app, &given, &code(&secret, 1)).await.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn forgives_only_attempt_of_challenge_once() {
    let app = TestApp::limited(RateLimits::On).await;
    let (mut access, _) = app.sign_in("ada").await;
    let (_, codes) = switched_on(&app, &mut access).await;
    for n in 0..5 {
        app.login(&format!("nobody {n}"), "wrong").await;
    }
    // Each for the address and for its account.
    let counted = "(SELECT unnest(made_at) FROM attempt_windows) AS counted";
    assert_eq!(app.rows(counted).await, 10);
    let given = challenge(&app).await;
    for code in &codes[..3] {
        assert_eq!(answer(&app, &given, code).await.status(), StatusCode::OK);
        assert_eq!(app.rows(counted).await, 10);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_refused_code_to_owner() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, codes) = switched_on(&app, &mut access).await;
    let given = challenge(&app).await;
    for wrong in [code(&secret, 5), "abcde-fgh23".to_owned()] {
        let request = app.request("POST", CODE).header("user-agent", "curl/8.0");
        let form = json!({"challenge": given, "code": wrong});
        assert_eq!(request.json(&form).send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    }
    assert_eq!(answer(&app, &given, &codes[0]).await.status(), StatusCode::OK);
    refused(&app, &given, &codes[0], say::CODE_WRONG).await;
    let events = parts(app.get("/api/account/events/", &access).await).await.1;
    let shown = events["results"].as_array().unwrap().iter().map(|event| {
        (event["event"].as_str().unwrap(), event["by"].as_str(), event["browser"].as_str().unwrap())
    });
    let expected = [
        ("second factor refused", None, ""),
        ("recovery code used", Some("owner"), ""),
        ("second factor refused", None, "curl"),
        ("second factor refused", None, "curl"),
    ];
    assert_eq!(shown.take(4).collect::<Vec<_>>(), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_off_second_factor_by_command() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    switched_on(&app, &mut access).await;
    admins::change(app.pool(), None, " ada ", AdminChange::EndSecondFactor).await.unwrap();
    let (status, body) = parts(app.login("ada", PASSWORD).await).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["access", "refresh"]);
    assert_eq!(app.rows("second_factors").await + app.rows("recovery_codes").await, 0);
    for (name, refusal) in
        [("ada", "the admin \"ada\" has no second factor"), ("eve", "there is no admin \"eve\"")]
    {
        let error = admins::change(app.pool(), None, name, AdminChange::EndSecondFactor).await.unwrap_err();
        assert_eq!(error.to_string(), refusal);
    }
}
