use agency_core::messages::server as say;
use chrono::{Duration, Utc};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use super::{change, code, confirm, switched_on};
use crate::{
    auth::{
        admins::{self, AdminChange},
        token::TokenType,
    },
    config::{RateLimits, Secrets},
    testing::app::{PASSWORD, SECRET, TestApp, pair, parts},
};

async fn begin(app: &TestApp, access: &str) -> Response {
    app.request("POST", "/api/account/second-factor/").bearer_auth(access).send().await.unwrap()
}

async fn is_on(app: &TestApp, access: &str) -> bool {
    parts(app.get("/api/account/", access).await).await.1["second_factor_at"].is_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_on_second_factor_after_first_code() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
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
        let (status, body) = parts(confirm(&app, &access, &setup, password, &code).await).await;
        assert_eq!((status, &body["errors"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!({field: sentence})));
    }
    // Signing in asks for nothing yet.
    assert!(parts(app.login("ada", PASSWORD).await).await.1["access"].is_string());

    let (status, body) = parts(confirm(&app, &access, &setup, PASSWORD, &code(secret, 0)).await).await;
    assert_eq!(status, StatusCode::OK);
    let codes = body["recovery_codes"].as_array().unwrap();
    assert_eq!(codes.len(), 10);
    body["access"].as_str().unwrap().clone_into(&mut access);
    assert!(is_on(&app, &access).await);
    let account = parts(app.get("/api/account/", &access).await).await.1;
    assert_eq!(account["recovery_codes_left"], 10);
    // They are nowhere as they are shown.
    let shown = codes[0].as_str().unwrap().replace('-', "");
    assert_eq!(app.rows(&format!("recovery_codes WHERE strpos(code_hash, '{shown}') > 0")).await, 0);
    assert_eq!(app.rows("recovery_codes WHERE length(code_hash) = 43").await, 10);
    let again = begin(&app, &access).await;
    assert_eq!(parts(again).await, (StatusCode::CONFLICT, json!({"message": say::SECOND_FACTOR_ON})));
    // The setup ended with its session.
    let again = confirm(&app, &access, &setup, PASSWORD, "123456").await;
    assert_eq!(parts(again).await, (StatusCode::CONFLICT, json!({"message": say::SETUP_ENDED})));
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_secret_of_another_session() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (another, _) = pair(app.login("ada", PASSWORD).await).await;
    let setup = parts(begin(&app, &access).await).await.1;
    // With the same token, and with that of another session.
    let thiefs = parts(begin(&app, &access).await).await.1;
    begin(&app, &another).await;
    let code_of = |setup: &Value| code(setup["secret"].as_str().unwrap(), 0);
    let mixed = confirm(&app, &access, &setup, PASSWORD, &code_of(&thiefs)).await;
    assert_eq!(mixed.status(), StatusCode::UNPROCESSABLE_ENTITY);
    // A set-up is of its session, and nothing else is one.
    let sentence = (StatusCode::CONFLICT, json!({"message": say::SETUP_ENDED}));
    let others = confirm(&app, &another, &setup, PASSWORD, &code_of(&setup)).await;
    assert_eq!(parts(others).await, sentence);
    for bad in ["", "AAAA", &format!("{}A", setup["setup"].as_str().unwrap())] {
        let junk = confirm(&app, &access, &json!({"setup": bad}), PASSWORD, &code_of(&setup)).await;
        assert_eq!(parts(junk).await, sentence, "{bad}");
    }
    let confirmed = confirm(&app, &access, &setup, PASSWORD, &code_of(&setup)).await;
    assert_eq!(confirmed.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn expires_signed_secret_after_30_minutes() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let session = app.session_of(&access);
    let (secret, base32) = (b"12345678901234567890", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    for (age, expected) in [(30, StatusCode::CONFLICT), (29, StatusCode::OK)] {
        let begun = Utc::now() - Duration::minutes(age);
        let setup = app.state.auth.keys.sign(TokenType::Setup, &session, begun, Some(json!(secret))).unwrap();
        let answer = confirm(&app, &access, &json!({"setup": setup}), PASSWORD, &code(base32, 0)).await;
        assert_eq!(answer.status(), expected, "{age}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn returns_recovery_codes_once_to_two_tabs() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let setup = parts(begin(&app, &access).await).await.1;
    let code = code(setup["secret"].as_str().unwrap(), 0);
    let (first, second) = tokio::join!(
        confirm(&app, &access, &setup, PASSWORD, &code),
        confirm(&app, &access, &setup, PASSWORD, &code),
    );
    let mut statuses = [first.status(), second.status()];
    statuses.sort();
    // The session of the second one ended with the first one, or it was not asked before.
    assert_eq!(statuses[0], StatusCode::OK);
    assert!([StatusCode::CONFLICT, StatusCode::UNAUTHORIZED].contains(&statuses[1]), "{}", statuses[1]);
    assert_eq!(app.rows("recovery_codes").await, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn starts_new_session_in_place_of_all() {
    let app = TestApp::start().await;
    let (mut access, mut refresh) = app.sign_in("ada").await;
    let list = async |access: &str| app.get("/api/consultations", access).await.status();
    for others in [0, 1] {
        let mut former = vec![(access.clone(), refresh.clone())];
        for _ in 0..others {
            former.push(pair(app.login("ada", PASSWORD).await).await);
        }
        let setup = parts(begin(&app, &access).await).await.1;
        let code = code(setup["secret"].as_str().unwrap(), 0);
        let confirmed = confirm(&app, &access, &setup, PASSWORD, &code).await;
        assert_eq!(confirmed.status(), StatusCode::OK);
        (access, refresh) = pair(confirmed).await;
        for (access, refresh) in former {
            assert_eq!(list(&access).await, StatusCode::UNAUTHORIZED);
            let refreshed = app.post("/api/token/refresh/", &json!({"refresh": refresh})).await;
            assert_eq!(refreshed.status(), StatusCode::UNAUTHORIZED);
        }
        assert_eq!(list(&access).await, StatusCode::OK);
        assert_eq!(app.rows("refresh_tokens").await, 1);
        let ended = app.rows("account_events WHERE event = 'other sign-ins ended' AND by = 'owner'").await;
        assert_eq!(ended, others);
        admins::change(app.pool(), None, "ada", AdminChange::EndSecondFactor).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requires_password_and_code_to_turn_off() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let sentence = json!({"message": say::SECOND_FACTOR_OFF});
    let off = change(&app, &access, "off", PASSWORD, "123456").await;
    assert_eq!(parts(off).await, (StatusCode::CONFLICT, sentence));
    let (secret, codes) = switched_on(&app, &mut access).await;
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
async fn replaces_recovery_codes() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, former) = switched_on(&app, &mut access).await;
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
async fn limits_guesses_of_password_and_code() {
    let app = TestApp::limited(RateLimits::On).await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, _) = switched_on(&app, &mut access).await;
    for n in 0..10 {
        let password = if n % 2 == 0 { "wrong" } else { PASSWORD };
        let refused = change(&app, &access, "off", password, &code(&secret, 5)).await;
        assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    let shut = change(&app, &access, "off", PASSWORD, &code(&secret, 0)).await;
    assert_eq!(shut.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_activity_of_second_factor() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, codes) = switched_on(&app, &mut access).await;
    change(&app, &access, "recovery-codes", PASSWORD, &codes[0]).await;
    change(&app, &access, "off", PASSWORD, &code(&secret, 0)).await;
    let events = "created,second factor on,recovery code used,recovery codes made,second factor off";
    let events_of_admin = format!(
        "(SELECT string_agg(event, ',' ORDER BY id) AS events FROM account_events) AS activity \
         WHERE events = '{events}'"
    );
    assert_eq!(app.rows(&events_of_admin).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_recovery_codes_of_former_secret() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (_, codes) = switched_on(&app, &mut access).await;
    let signs_in = async |former: Option<&str>, code: &str| {
        let next = app.second_server_with(|setup| {
            let current = "a secret that came after it, and is long enough".into();
            setup.config.secrets = Secrets { current, former: former.map(Into::into) };
        });
        let next = next.await;
        let challenge = parts(next.login("ada", PASSWORD).await).await.1["challenge"].clone();
        let form = json!({"challenge": challenge, "code": code});
        next.post("/api/token/second-factor/", &form).await.status()
    };
    assert_eq!(signs_in(Some(SECRET), &codes[0]).await, StatusCode::OK);
    assert_eq!(signs_in(None, &codes[1]).await, StatusCode::UNAUTHORIZED);
}
