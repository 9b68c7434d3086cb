//! A refresh token works until one that was issued for it was used. After that it ends its session.

use futures_util::future::join_all;
use proptest::{
    collection::vec,
    prelude::any,
    strategy::{Strategy as _, ValueTree as _},
    test_runner::TestRunner,
};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::testing::app::{PASSWORD, TestApp, pair, parts};

async fn refresh(app: &TestApp, token: &str) -> Response {
    app.post("/api/token/refresh/", &json!({"refresh": token})).await
}

/// Returns the pair of a refresh that succeeds.
async fn next(app: &TestApp, token: &str) -> (String, String) {
    let answer = refresh(app, token).await;
    assert_eq!(answer.status(), StatusCode::OK);
    pair(answer).await
}

async fn is_refused(app: &TestApp, token: &str) -> bool {
    let (status, body) = parts(refresh(app, token).await).await;
    if status == StatusCode::OK {
        return false;
    }
    let message = json!({"message": "Your session has ended. Please sign in again."});
    assert_eq!((status, body), (StatusCode::UNAUTHORIZED, message));
    true
}

async fn list(app: &TestApp, access: &str) -> StatusCode {
    app.get("/api/consultations", access).await.status()
}

/// Lets time pass for the tokens.
async fn wait(app: &TestApp, time: &str) {
    app.execute(&format!(
        "UPDATE refresh_tokens SET issued_at = issued_at - interval '{time}', spent_at = spent_at - interval '{time}', \
             begun_at = begun_at - interval '{time}', expires_at = expires_at - interval '{time}'"
    ))
    .await;
}

/// Asserts that nothing of ada's only session works, and that her account activity has the event.
async fn assert_ended(app: &TestApp, tokens: &[&(String, String)]) {
    assert_eq!(app.rows("refresh_tokens").await, 0);
    for (access, token) in tokens {
        assert_eq!(list(app, access).await, StatusCode::UNAUTHORIZED);
        assert!(is_refused(app, token).await);
    }
    let (access, _) = pair(app.login("ada", PASSWORD).await).await;
    let (_, activity) = parts(app.get("/api/account/events/", &access).await).await;
    let newest: &Value = &activity["results"][0];
    assert_eq!((&newest["event"], &newest["by"]), (&json!("refresh token reused"), &json!(null)));
}

#[tokio::test(flavor = "multi_thread")]
async fn refreshes_again_after_lost_response() {
    let app = TestApp::start().await;
    let other = app.second_server().await;
    let (_, first) = app.sign_in("ada").await;
    for time in ["0 seconds", "11 seconds", "1 hour", "13 days"] {
        refresh(&app, &first).await;
        wait(&app, time).await;
        // Also at another instance, or after a restart.
        next(&other, &first).await;
    }
    // A response that arrives late is as good as the last one.
    let late = next(&app, &first).await;
    next(&app, &first).await;
    let (access, last) = next(&app, &late.1).await;
    assert_eq!(list(&app, &access).await, StatusCode::OK);
    next(&app, &last).await;
    assert_eq!(app.rows("account_events WHERE event NOT IN ('created', 'session refreshed again')").await, 0);
}

/// Exchanges a token in a browser, and returns the next one.
async fn next_in(app: &TestApp, agent: &str, token: &str) -> String {
    let request = app.request("POST", "/api/token/refresh/").header("user-agent", agent);
    let answer = request.json(&json!({"refresh": token})).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    pair(answer).await.1
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_second_exchange_of_a_token_to_owner() {
    let (firefox, safari) = ("Firefox/145.0 Linux", "Safari/605.1.15 iPhone");
    for (former, later, both) in [
        (firefox, firefox, "Firefox on Linux"),
        (firefox, safari, "Firefox on Linux, then Safari on iPhone"),
        (safari, "curl/8.17.0", "Safari on iPhone, then curl"),
        (firefox, "", "Firefox on Linux, then unknown browser"),
        ("", firefox, "unknown browser, then Firefox on Linux"),
        ("", "", ""),
    ] {
        let app = TestApp::start().await;
        let other = app.second_server().await;
        let (access, first) = app.sign_in("ada").await;
        let activity = async || {
            let (_, activity) = parts(app.get("/api/account/events/", &access).await).await;
            let events = activity["results"].as_array().unwrap().iter();
            let of = |event: &Value| ["event", "by", "browser"].map(|name| event[name].clone());
            events.filter(|event| event["event"] != "created").map(of).collect::<Vec<_>>()
        };
        let second = next_in(&app, former, &first).await;
        assert_eq!(activity().await, Vec::<[Value; 3]>::new());
        next_in(&other, later, &first).await;
        let event = |browser: &str| [json!("session refreshed again"), Value::Null, json!(browser)];
        assert_eq!(activity().await, [event(both)]);
        // Once a day, and again on the next one.
        next_in(&app, safari, &first).await;
        assert_eq!(activity().await, [event(both)]);
        wait(&app, "1 day").await;
        for _ in 0..2 {
            next_in(&app, safari, &first).await;
        }
        assert_eq!(activity().await, [event("Safari on iPhone"), event(both)]);
        // It ends nothing. The account page shows the browser of the last exchange.
        let (_, sessions) = parts(app.get("/api/account/sign-ins/", &access).await).await;
        assert_eq!(sessions["results"].as_array().unwrap().len(), 1);
        assert_eq!(sessions["results"][0]["browser"], "Safari on iPhone");
        next_in(&app, firefox, &second).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_session_of_token_that_was_used_after_its_successor() {
    let app = TestApp::start().await;
    let first = app.sign_in("ada").await;
    let second = next(&app, &first.1).await;
    let third = next(&app, &second.1).await;
    assert!(is_refused(&app, &first.1).await);
    assert_ended(&app, &[&first, &second, &third]).await;
}

/// The owner and someone with a copy of a token refresh in turns: `o` and `t`, each with the last token that they know.
#[tokio::test(flavor = "multi_thread")]
async fn copied_token_never_outlives_the_next_use_of_both() {
    for order in ["ottoo", "otot", "toot", "totot", "oott", "ttoo", "otoot", "totto", "ootot"] {
        let app = TestApp::start().await;
        let other = app.second_server().await;
        let first = app.sign_in("ada").await;
        let (mut owner, mut thief) = (first.clone(), first);
        let mut is_ended = false;
        for (turn, who) in order.chars().enumerate() {
            let instance = if turn % 2 == 0 { &app } else { &other };
            let token = if who == 'o' { &mut owner } else { &mut thief };
            let answer = refresh(instance, &token.1).await;
            if answer.status() == StatusCode::UNAUTHORIZED {
                is_ended = true;
                break;
            }
            *token = pair(answer).await;
            wait(&app, "7 seconds").await;
        }
        assert!(is_ended, "{order}");
        assert_ended(&app, &[&owner, &thief]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn new_sessions_of_password_change_leave_copies_behind() {
    let app = TestApp::start().await;
    let first = app.sign_in("ada").await;
    // Both have used the token, and neither what it gave.
    let (owner, thief) = (next(&app, &first.1).await, next(&app, &first.1).await);
    let request = app.request("POST", "/api/account/sign-ins/end-others/").bearer_auth(&owner.0);
    let answer = request.json(&json!({"current_password": PASSWORD})).send().await.unwrap();
    let (access, own) = pair(answer).await;
    for (access, token) in [&first, &owner, &thief] {
        assert_eq!(list(&app, access).await, StatusCode::UNAUTHORIZED);
        assert!(is_refused(&app, token).await);
    }
    assert_eq!(list(&app, &access).await, StatusCode::OK);
    next(&app, &own).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_one_of_thirty_parallel_refreshes() {
    let app = TestApp::start().await;
    let other = app.second_server().await;
    let (_, first) = app.sign_in("ada").await;
    let instances = [&app, &other];
    let all = join_all((0..30).map(|n| next(instances[n % 2], &first))).await;
    assert_eq!(app.rows("(SELECT DISTINCT family FROM refresh_tokens) AS sessions").await, 1);
    // The first that is used spends the others, also when they are used at the same time.
    let answers = join_all(all[..2].iter().map(|(_, token)| refresh(&app, token))).await;
    let mut statuses = answers.iter().map(Response::status).collect::<Vec<_>>();
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::UNAUTHORIZED]);
    assert_ended(&app, &all.iter().collect::<Vec<_>>()).await;
}

/// A token of the model: the one that it was issued for, and whether it was used.
struct Issued {
    token: String,
    parent: Option<usize>,
    is_used: bool,
}

/// Whether a use of this token ends the session: one of its successors was used, or another successor of its parent.
fn is_spent(all: &[Issued], at: usize) -> bool {
    let used = || all.iter().enumerate().filter(|(_, other)| other.is_used);
    let successor = used().any(|(_, other)| other.parent == Some(at));
    let sibling = used().any(|(other_at, other)| other_at != at && other.parent == all[at].parent);
    successor || (at > 0 && sibling)
}

#[tokio::test(flavor = "multi_thread")]
async fn refreshes_as_the_model_for_any_order() {
    let app = TestApp::start().await;
    let other = app.second_server().await;
    app.sign_in("ada").await;
    let mut runner = TestRunner::deterministic();
    let orders = vec(any::<u8>(), 1..12);
    let (mut ended, mut refreshed) = (0, 0);
    for _ in 0..60 {
        let order = orders.new_tree(&mut runner).unwrap().current();
        let (_, token) = pair(app.login("ada", PASSWORD).await).await;
        let mut all = vec![Issued { token, parent: None, is_used: false }];
        for choice in &order {
            // More often one of the newest.
            let back = usize::from(*choice % 16).min(all.len() - 1) / 3;
            let at = all.len() - 1 - back;
            let instance = if choice & 16 == 0 { &app } else { &other };
            let answer = refresh(instance, &all[at].token).await;
            if is_spent(&all, at) {
                assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{order:?}");
                for issued in &all {
                    assert!(is_refused(&app, &issued.token).await, "{order:?}");
                }
                ended += 1;
                break;
            }
            assert_eq!(answer.status(), StatusCode::OK, "{order:?}");
            all[at].is_used = true;
            let (_, token) = pair(answer).await;
            all.push(Issued { token, parent: Some(at), is_used: false });
            refreshed += 1;
        }
    }
    assert!(ended > 10 && refreshed > 100, "{ended} ended, {refreshed} refreshed");
    assert_eq!(app.rows("account_events WHERE event = 'refresh token reused'").await, ended);
}
