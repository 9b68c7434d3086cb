use chrono::{Duration, Utc};
use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::{
    auth::token::{Session, TokenType},
    config::RateLimits,
    testing::{
        app::{PASSWORD, TestApp, pair, parts, pause},
        rows::insert_consultations,
    },
};

const WAYS: [&str; 2] = ["end", "end-others"];

/// Ends one session, or all others.
async fn end(app: &TestApp, access: &str, way: &str, body: &Value) -> (StatusCode, Value) {
    let path = format!("/api/account/sign-ins/{way}/");
    let answer = app.request("POST", &path).bearer_auth(access).json(body).send().await.unwrap();
    if answer.status() == StatusCode::NO_CONTENT {
        return (StatusCode::NO_CONTENT, Value::Null);
    }
    parts(answer).await
}

/// Logs ada in again. Returns the new session's id.
async fn start_other_session(app: &TestApp, access: &str) -> Value {
    pair(app.login("ada", PASSWORD).await).await;
    let (_, body) = parts(app.get("/api/account/sign-ins/", access).await).await;
    let all = body["results"].as_array().unwrap();
    all.iter().find(|sign_in| sign_in["current"] == false).unwrap()["id"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn requires_password_to_end_session() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let id = start_other_session(&app, &access).await;
    let long = "x".repeat(1_025);
    for way in WAYS {
        for (given, sentence) in [
            (json!("wrong"), "This is not your current password"),
            (json!(long), "Current password must not exceed 1024 characters"),
            (json!("\0"), "Current password contains characters that cannot be used"),
            (json!(""), "Current password is required"),
        ] {
            let refused = end(&app, &access, way, &json!({"id": id, "current_password": given})).await;
            let errors = json!({"current_password": sentence});
            assert_eq!(
                (refused.0, &refused.1["errors"]),
                (StatusCode::UNPROCESSABLE_ENTITY, &errors),
                "{way}"
            );
        }
        let malformed = end(&app, &access, way, &json!({"id": id, "current_password": 1})).await;
        assert_eq!(malformed.0, StatusCode::BAD_REQUEST, "{way}");
    }
    assert_eq!(app.rows("refresh_tokens").await, 2);
    assert_eq!(app.rows("account_events WHERE event LIKE '%ended'").await, 0);
    let right = json!({"id": id, "current_password": PASSWORD});
    assert_eq!(end(&app, &access, "end", &right).await.0, StatusCode::NO_CONTENT);
    assert_eq!(app.rows("refresh_tokens").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_password_guesses_when_ending_sessions() {
    let app = TestApp::limited(RateLimits::On).await;
    let (access, _) = app.sign_in("ada").await;
    let id = start_other_session(&app, &access).await;
    let with = |password: &str| json!({"id": id, "current_password": password});
    // A right one is not counted.
    let (status, tokens) = end(&app, &access, "end-others", &with(PASSWORD)).await;
    assert_eq!(status, StatusCode::OK);
    let access = tokens["access"].as_str().unwrap();
    for turn in 0..10 {
        let refused = end(&app, access, WAYS[turn % 2], &with("wrong")).await;
        assert_eq!(refused.0, StatusCode::UNPROCESSABLE_ENTITY);
    }
    for way in WAYS {
        assert_eq!(end(&app, access, way, &with(PASSWORD)).await.0, StatusCode::TOO_MANY_REQUESTS);
    }
    // Counted together with other changes of the account, and for nobody else.
    let form =
        json!({"username": "ada", "current_password": PASSWORD, "new_password": "plenty of ink and paper"});
    let change = app.request("POST", "/api/account/password/").bearer_auth(access).json(&form);
    assert_eq!(change.send().await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
    let (graces, _) = app.sign_in("grace").await;
    assert_eq!(end(&app, &graces, "end-others", &with(PASSWORD)).await.0, StatusCode::OK);
}

/// Returns an access token of the same session, as if it had started some minutes ago.
fn token_of_older_session(app: &TestApp, access: &str, minutes: i64) -> String {
    let session = app.session_of(access);
    let session = Session { since: session.since - Duration::minutes(minutes), ..session };
    app.state.auth.keys.sign(TokenType::Access, &session, Utc::now(), None).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_of_stolen_token_lock_only_its_session() {
    let app = TestApp::limited(RateLimits::On).await;
    let (stolen, _) = app.sign_in("ada").await;
    let (owners, _) = pair(app.login("ada", PASSWORD).await).await;
    let owners = token_of_older_session(&app, &owners, 60);
    for _ in 0..12 {
        end(&app, &stolen, "end-others", &json!({"current_password": "wrong"})).await;
    }
    let right = json!({"current_password": PASSWORD});
    assert_eq!(end(&app, &stolen, "end-others", &right).await.0, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(end(&app, &owners, "end-others", &right).await.0, StatusCode::OK);
    assert_eq!(app.get("/api/consultations", &stolen).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_sessions_of_account_share_fifty_failures() {
    let app = TestApp::limited(RateLimits::On).await;
    app.sign_in("ada").await;
    let mut refused = 0;
    for _ in 0..6 {
        let (stolen, _) = pair(app.login("ada", PASSWORD).await).await;
        let stolen = token_of_older_session(&app, &stolen, 11);
        for _ in 0..10 {
            let guess = end(&app, &stolen, "end-others", &json!({"current_password": "wrong"})).await;
            refused += usize::from(guess.0 == StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
    assert_eq!(refused, 50);
    let right = json!({"current_password": PASSWORD});
    let (new, _) = pair(app.login("ada", PASSWORD).await).await;
    let old = token_of_older_session(&app, &new, 11);
    assert_eq!(end(&app, &old, "end-others", &right).await.0, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(end(&app, &new, "end-others", &right).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_to_end_sessions_after_password_change() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let id = start_other_session(&app, &access).await;
    for way in WAYS {
        let mut changing = app.pool().get().await.unwrap();
        changing.batch_execute("BEGIN; SELECT * FROM admins FOR UPDATE").await.unwrap();
        let change = async {
            app.wait_for_lock_waiter().await;
            // Undone by hand afterwards: only that it is another one counts.
            let another = "UPDATE admins SET password_hash = password_hash || 'another'; COMMIT";
            changing.batch_execute(another).await.unwrap();
        };
        let body = json!({"id": id, "current_password": PASSWORD});
        let (answer, ()) = tokio::join!(end(&app, &access, way, &body), change);
        let message = "Your password was changed in another session. Please sign in with the new one.";
        assert_eq!(answer, (StatusCode::CONFLICT, json!({"message": message})), "{way}");
        app.execute("UPDATE admins SET password_hash = replace(password_hash, 'another', '')").await;
    }
    assert_eq!(app.rows("refresh_tokens").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_to_end_sessions_after_end_of_own() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let id = start_other_session(&app, &access).await;
    for way in WAYS {
        let (access, _) = pair(app.login("ada", PASSWORD).await).await;
        let mut ending = app.pool().get().await.unwrap();
        ending.batch_execute("BEGIN; SELECT * FROM admins FOR UPDATE").await.unwrap();
        let end_own = async {
            app.wait_for_lock_waiter().await;
            ending
                .batch_execute(
                    "DELETE FROM refresh_tokens \
                     WHERE issued_at = (SELECT max(issued_at) FROM refresh_tokens); COMMIT",
                )
                .await
                .unwrap();
        };
        let body = json!({"id": id, "current_password": PASSWORD});
        let (answer, ()) = tokio::join!(end(&app, &access, way, &body), end_own);
        assert_eq!(answer.0, StatusCode::UNAUTHORIZED, "{way}");
    }
    assert_eq!(app.rows("refresh_tokens").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_session_also_for_request_whose_body_is_on_its_way() {
    let app = TestApp::start().await;
    app.execute(&insert_consultations(1, 0)).await;
    for (name, path) in [("ada", "account/sign-ins/end-others"), ("grace", "consultations/1/actions")] {
        let (access, refresh) = app.sign_in(name).await;
        let body = json!({"current_password": PASSWORD, "action": "start", "version": 1}).to_string();
        let (first, rest) = body.split_at(5);
        let head = format!(
            "POST /api/{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {access}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{first}",
            body.len()
        );
        let mut stream = app.connect().await;
        stream.write_all(head.as_bytes()).await.unwrap();
        while app.state.metrics.in_flight.get() == 0 {
            pause().await;
        }
        let revoked = app.request("POST", "/api/token/revoke").json(&json!({"refresh": refresh}));
        assert_eq!(revoked.send().await.unwrap().status(), StatusCode::NO_CONTENT);
        stream.write_all(rest.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 401", "{path}");
    }
    assert_eq!(app.rows("submissions WHERE state = 'new'").await, 1);
}
