mod reauthentication;

use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    auth::admins::{self, AdminChange},
    config::RateLimits,
    testing::app::{PASSWORD, TestApp, pair, parts},
};

const OWN: &str = "plenty of ink and paper";

async fn again(app: &TestApp, password: &str, browser: &str) -> (String, String) {
    let request = app.login_request("ada", password).header("user-agent", browser);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    pair(answer).await
}

async fn change(app: &TestApp, access: &str, current: &str, new: &str) -> Response {
    let form = json!({"username": "ada", "current_password": current, "new_password": new});
    let request = app.request("POST", "/api/account/password/").bearer_auth(access);
    request.json(&form).send().await.unwrap()
}

async fn end(app: &TestApp, access: &str, path: &str, body: &Value, password: &str) -> Response {
    let path = format!("/api/account/sign-ins/{path}/");
    let mut body = body.clone();
    body["current_password"] = json!(password);
    let body = &body;
    app.request("POST", &path).bearer_auth(access).json(body).send().await.unwrap()
}

async fn sessions(app: &TestApp, access: &str) -> Vec<Value> {
    let (status, body) = parts(app.get("/api/account/sign-ins/", access).await).await;
    assert_eq!(status, StatusCode::OK);
    body["results"].as_array().unwrap().clone()
}

async fn list(app: &TestApp, access: &str) -> StatusCode {
    app.get("/api/consultations", access).await.status()
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_account_to_its_owner() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (status, body) = parts(app.get("/api/account/", &access).await).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&body["username"], &body["first_name"]), (&json!("ada"), &json!("Ada")));
    assert!(body["password_due_at"].is_string() && body["password_due"] == false);
    assert!(!body.to_string().contains("argon2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_password_managers_to_account_page() {
    let app = TestApp::start().await;
    for (method, path) in [
        ("GET", "/.well-known/change-password"),
        ("HEAD", "/.well-known/change-password"),
        ("GET", "/.well-known/change-password/"),
    ] {
        let answer = app.request(method, path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{method} {path}");
        assert_eq!(answer.headers()["location"], "/dashboard/account");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_password_and_ends_other_sessions() {
    let app = TestApp::start().await;
    let other = app.second_server().await;
    let (access, refresh) = app.sign_in("ada").await;
    let (elsewhere, lost) = again(&app, PASSWORD, "").await;
    let (others, _) = app.sign_in("grace").await;
    assert_eq!(list(&other, &elsewhere).await, StatusCode::OK);
    let changed = change(&app, &access, PASSWORD, OWN).await;
    assert_eq!(changed.status(), StatusCode::OK);
    let (new_access, new_refresh) = pair(changed).await;

    assert_eq!(list(&app, &elsewhere).await, StatusCode::UNAUTHORIZED);
    assert_eq!(list(&other, &elsewhere).await, StatusCode::UNAUTHORIZED);
    let refreshed =
        async |token: &str| app.post("/api/token/refresh/", &json!({"refresh": token})).await.status();
    assert_eq!(refreshed(&lost).await, StatusCode::UNAUTHORIZED);
    // The browser that changed it has another session, in which a copy of its tokens is worth nothing.
    assert_eq!(list(&app, &access).await, StatusCode::UNAUTHORIZED);
    assert_eq!(refreshed(&refresh).await, StatusCode::UNAUTHORIZED);
    assert_eq!(list(&app, &new_access).await, StatusCode::OK);
    assert_eq!(refreshed(&new_refresh).await, StatusCode::OK);
    // So does everybody else.
    assert_eq!(list(&app, &others).await, StatusCode::OK);
    let former = app.login("ada", PASSWORD).await;
    assert_eq!(former.status(), StatusCode::UNAUTHORIZED);
    again(&app, OWN, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_nothing_when_refused() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for (form, field, sentence) in [
        (json!({"current_password": "wrong"}), "current_password", "This is not your current password"),
        (json!({"current_password": ""}), "current_password", "Current password is required"),
        (json!({"current_password": null}), "current_password", "Current password is required"),
        (json!({"new_password": "short"}), "new_password", "New password must have at least 12 characters"),
        (json!({"new_password": PASSWORD}), "new_password", "New password must not be the current one"),
        (
            json!({"new_password": "AdaAdaAda1815"}),
            "new_password",
            "New password is too similar to your username",
        ),
        (
            json!({"new_password": "Brazoswright".repeat(3)}),
            "new_password",
            "This password is too common. Choose another one.",
        ),
        (
            json!({"new_password": "ada123456789"}),
            "new_password",
            "This password is too common. Choose another one.",
        ),
        (
            json!({"new_password": "Password2026!"}),
            "new_password",
            "This password is too common. Choose another one.",
        ),
        (json!({"username": "grace"}), "username", "You are signed in to another account. Reload the page."),
    ] {
        let mut sent = json!({"username": "ada", "current_password": PASSWORD, "new_password": OWN});
        sent.as_object_mut().unwrap().extend(form.as_object().unwrap().clone());
        let request = app.request("POST", "/api/account/password/").bearer_auth(&access).json(&sent);
        let (status, body) = parts(request.send().await.unwrap()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(body["errors"], json!({field: sentence}));
    }
    assert_eq!(list(&app, &access).await, StatusCode::OK);
    again(&app, PASSWORD, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_current_password_in_another_composition() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (composed, decomposed) = ("caf\u{e9} horse battery", "cafe\u{301} horse battery");
    let (access, _) = pair(change(&app, &access, PASSWORD, composed).await).await;
    let (status, body) = parts(change(&app, &access, composed, decomposed).await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(body["errors"], json!({"new_password": "New password must not be the current one"}));
    assert_eq!(list(&app, &access).await, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_password_once_from_two_tabs() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (first, second) = tokio::join!(
        change(&app, &access, PASSWORD, "plenty of ink and paper"),
        change(&app, &access, PASSWORD, "plenty of pens and ink"),
    );
    let mut answers = vec![(first, "plenty of ink and paper"), (second, "plenty of pens and ink")];
    answers.sort_by_key(|(answer, _)| answer.status());
    let (changed, password) = answers.remove(0);
    assert_eq!(changed.status(), StatusCode::OK);
    let (status, body) = parts(answers.remove(0).0).await;
    let conflict =
        json!({"message": "Your password was changed in another session. Please sign in with the new one."});
    // The second one's session ended before it was looked at, its present password was right then, or not any more.
    if status == StatusCode::CONFLICT {
        assert_eq!(body, conflict);
    } else if status != StatusCode::UNAUTHORIZED {
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert_eq!(body["errors"], json!({"current_password": "This is not your current password"}));
    }
    again(&app, password, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_password_guesses_of_a_session() {
    let app = TestApp::limited(RateLimits::On).await;
    let (access, _) = app.sign_in("ada").await;
    for _ in 0..10 {
        assert_eq!(change(&app, &access, "wrong", OWN).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(change(&app, &access, PASSWORD, OWN).await.status(), StatusCode::TOO_MANY_REQUESTS);
    // Signing in is not shut by it.
    again(&app, PASSWORD, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_ends_sessions() {
    let app = TestApp::start().await;
    let other = app.second_server().await;
    let (access, _) = app.sign_in("ada").await;
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
    let (elsewhere, refresh) = again(&app, PASSWORD, firefox).await;
    let (third, _) = again(&app, PASSWORD, "").await;
    let (graces, _) = app.sign_in("grace").await;
    let request = app.request("POST", "/api/token/refresh/").header("user-agent", firefox);
    let refreshed = pair(request.json(&json!({"refresh": refresh})).send().await.unwrap()).await;

    let found = sessions(&app, &access).await;
    assert_eq!(found.len(), 3);
    assert_eq!(found.iter().filter(|session| session["current"] == true).count(), 1);
    // The session that was refreshed last is first, with the browser that refreshed it.
    assert_eq!((&found[0]["browser"], &found[0]["current"]), (&json!("Firefox on Linux"), &json!(false)));
    assert!(found[0]["begun_at"].as_str() <= found[0]["refreshed_at"].as_str());

    // Nobody ends another admin's.
    let id = found[0]["id"].clone();
    for bad in [id.clone(), json!("no id"), json!("")] {
        let answer = end(&app, &graces, "end", &json!({"id": bad}), PASSWORD).await;
        assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    }
    assert_eq!(list(&other, &refreshed.0).await, StatusCode::OK);
    let answer = end(&app, &access, "end", &json!({"id": id}), PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    assert_eq!(list(&app, &elsewhere).await, StatusCode::UNAUTHORIZED);
    assert_eq!(list(&other, &refreshed.0).await, StatusCode::UNAUTHORIZED);
    assert_eq!(sessions(&app, &access).await.len(), 2);

    let (renewed, _) = pair(end(&app, &access, "end-others", &json!({}), PASSWORD).await).await;
    for ended in [&third, &access] {
        assert_eq!(list(&app, ended).await, StatusCode::UNAUTHORIZED);
    }
    for kept in [&renewed, &graces] {
        assert_eq!(list(&app, kept).await, StatusCode::OK);
    }
    assert_eq!(sessions(&app, &renewed).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_activity_of_removed_account() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (access, _) = pair(change(&app, &access, PASSWORD, OWN).await).await;
    again(&app, OWN, "").await;
    let (access, _) = pair(end(&app, &access, "end-others", &json!({}), OWN).await).await;
    // Nothing was left to end.
    pair(end(&app, &access, "end-others", &json!({}), OWN).await).await;
    app.execute("UPDATE admins SET last_name = 'Byron' WHERE username = 'ada'").await;
    admins::create_or_reset(app.pool(), "ada", false).await.unwrap();
    admins::change(app.pool(), None, "ada", AdminChange::Remove).await.unwrap();
    let events = "created,password changed,other sign-ins ended,profile changed,password printed,removed";
    let events_of_ada = format!(
        "(SELECT string_agg(event, ',' ORDER BY id) AS events FROM account_events WHERE account = 'ada') AS activity \
         WHERE events = '{events}'"
    );
    assert_eq!(app.rows(&events_of_ada).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_start_of_session_through_refreshes() {
    let app = TestApp::start().await;
    let (mut access, mut refresh) = app.sign_in("ada").await;
    let begun_at = sessions(&app, &access).await[0]["begun_at"].clone();
    assert!(begun_at.is_string());
    for _ in 0..2 {
        (access, refresh) = pair(app.post("/api/token/refresh/", &json!({"refresh": refresh})).await).await;
        assert_eq!(sessions(&app, &access).await[0]["begun_at"], begun_at);
    }
}
