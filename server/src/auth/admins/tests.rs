use std::{
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering},
};

use clap::Parser;
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{ALPHABET, AdminCommand, random_password};
use crate::{
    inbox::tests::{Worker, consultation},
    testing::app::{PASSWORD, TestApp, pair, parts},
};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    command: AdminCommand,
}

/// Runs a command line, and returns the sentence of an error.
async fn admin(app: &TestApp, arguments: &[&str]) -> Result<(), String> {
    let line = ["admin"].iter().chain(arguments);
    let command = Line::try_parse_from(line).map_err(|error| error.to_string())?.command;
    command.run_admin_command(app.pool(), None).await.map_err(|error| error.to_string())
}

/// Returns the account activity: event, actor and browser.
async fn account_activity(app: &TestApp, access: &str) -> Vec<[Value; 3]> {
    let (status, body) = parts(app.get("/api/account/events/", access).await).await;
    assert_eq!(status, StatusCode::OK);
    let events = body["results"].as_array().unwrap().iter();
    events.map(|event| ["event", "by", "browser"].map(|name| event[name].clone())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_all_sessions() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    pair(app.login("ada", PASSWORD).await).await;
    let (graces, _) = app.sign_in("grace").await;
    let list = async |access: &str| app.get("/api/consultations", access).await.status();
    assert_eq!(list(&access).await, StatusCode::OK);
    assert_eq!(admin(&app, &["--end-sign-ins", "eve"]).await, Err("there is no admin \"eve\"".to_owned()));
    admin(&app, &["--end-sign-ins", "ada"]).await.unwrap();
    assert_eq!((list(&access).await, list(&graces).await), (StatusCode::UNAUTHORIZED, StatusCode::OK));
    assert_eq!(app.rows("refresh_tokens WHERE admin_id = 1").await, 0);
    admin(&app, &["--end-sign-ins", "ada"]).await.unwrap();
    // The password stays, and the account activity has it once.
    let (access, _) = pair(app.login("ada", PASSWORD).await).await;
    let ended =
        account_activity(&app, &access).await.into_iter().filter(|[event, ..]| event == "sign-in ended");
    assert_eq!(ended.collect::<Vec<_>>(), vec![[json!("sign-in ended"), json!("command"), json!("")]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn records_activity_with_actor() {
    let app = TestApp::start().await;
    admin(&app, &["ada", "--first-name", "Ada"]).await.unwrap();
    admin(&app, &["ada"]).await.unwrap();
    admin(&app, &["--remove", "ada"]).await.unwrap();
    let all = "event || ' by ' || coalesce(by, '-')";
    let events_table =
        format!("(SELECT string_agg({all}, ', ' ORDER BY id) AS events FROM account_events) AS activity");
    let events =
        "created by command, profile changed by command, password printed by command, removed by command";
    assert_eq!(app.rows(&format!("{events_table} WHERE events = '{events}'")).await, 1);
    // What is done by hand after it is nobody's of whom the server knows.
    app.sign_in("grace").await;
    assert_eq!(app.rows("account_events WHERE account = 'grace' AND by IS NULL AND browser = ''").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_two_actions_at_once() {
    let app = TestApp::start().await;
    for both in [
        ["--remove", "--first"],
        ["--remove", "--no-second-factor"],
        ["--end-sign-ins", "--email=a@b.example"],
        ["--first", "--email=a@b.example"],
    ] {
        let said = admin(&app, &[both[0], both[1], "ada"]).await.unwrap_err();
        assert!(said.contains("cannot be used with"), "{said}");
    }
    assert_eq!(app.rows("admins").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_account_by_any_spelling() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("Zoé").await;
    admin(&app, &["zoe\u{301}", "--first-name", "Zoe"]).await.unwrap();
    admin(&app, &["--end-sign-ins", "ZOÉ"]).await.unwrap();
    assert_eq!(app.get("/api/userinfo/", &access).await.status(), StatusCode::UNAUTHORIZED);
    admin(&app, &["zoé"]).await.unwrap();
    assert_eq!(app.rows("admins WHERE username = 'Zoé' AND first_name = 'Zoe'").await, 1);
    assert_eq!(app.rows("admins").await, 1);
    for reserved in ["me", "ME", "Nobody"] {
        let said = admin(&app, &[reserved]).await.unwrap_err();
        assert_eq!(said, "This username is reserved. Choose another one.");
    }
    admin(&app, &["--remove", "zOÉ"]).await.unwrap();
    assert_eq!(app.rows("admins").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn renames_account() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    app.sign_in("eve").await;
    for (arguments, sentence) in [
        (["ada", "--rename", "EVE"], "there is an admin \"eve\" already"),
        (["grace", "--rename", "hopper"], "there is no admin \"grace\""),
        (["ada", "--rename", "Me"], "This username is reserved. Choose another one."),
        (["ada", "--rename", " "], "Username is required"),
    ] {
        assert_eq!(admin(&app, &arguments).await, Err(sentence.to_owned()));
    }
    for (former, new) in [("ADA", "Ada"), ("ada", "augusta")] {
        admin(&app, &[former, "--rename", new]).await.unwrap();
        let answer = app.login(&new.to_uppercase(), PASSWORD).await;
        assert_eq!(answer.status(), StatusCode::OK, "{new}");
        let (_, user) = parts(app.get("/api/userinfo/", &access).await).await;
        assert_eq!(user["username"], new);
    }
    assert_eq!(app.login("ada", PASSWORD).await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(app.rows("account_events WHERE event = 'profile changed' AND by = 'command'").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn removes_admin_whose_records_are_at_work() {
    let app = TestApp::patient().await;
    let eve = Worker::named(&app, "eve").await;
    for round in 0..5 {
        let ada = Worker::named(&app, "ada").await;
        app.execute(&format!("DELETE FROM submissions; {}", format!("{};", consultation("new")).repeat(20)))
            .await;
        app.execute("UPDATE submissions SET assigned_to = (SELECT id FROM admins WHERE username = 'ada')")
            .await;
        let ids = app.rows("(SELECT generate_series(1, max(id)) FROM submissions) AS ids").await;
        let is_over = AtomicBool::new(false);
        let client = async |number: i64| {
            let mut next = number;
            while !is_over.load(Ordering::Relaxed) {
                let worker = if number % 2 == 0 { &ada } else { &eve };
                next = (next + 7) % 20;
                let record = format!("consultations/{}", ids - next);
                let (status, body) = worker.act(&record, &json!({"action": "note", "text": "Called."})).await;
                // The account of one is removed.
                let is_removed = number % 2 == 0 && status == StatusCode::UNAUTHORIZED;
                assert!(status == StatusCode::OK || is_removed, "{status}: {body}");
            }
        };
        let remove = async {
            while app.rows("history").await < 10 {}
            let _over = scopeguard::guard((), |()| is_over.store(true, Ordering::Relaxed));
            admin(&app, &["--remove", "ada"]).await
        };
        let clients = join_all((0..6).map(client));
        let ((), removed) = tokio::join!(
            async {
                clients.await;
            },
            remove
        );
        assert_eq!(removed, Ok(()), "round {round}");
        assert_eq!(app.rows("submissions WHERE assigned_to IS NULL").await, 20);
        assert_eq!(app.rows("history WHERE action = 'assign' AND from_admin = 'Ada'").await, 20);
    }
}

#[test]
fn generates_password_of_128_random_bits() {
    let passwords = (0..200).map(|_| random_password()).collect::<HashSet<_>>();
    assert_eq!(passwords.len(), 200);
    // Every character of the alphabet turns up, and each once in it: they are worth as many bits as they could be.
    let drawn = passwords.iter().flat_map(|password| password.bytes()).collect::<HashSet<_>>();
    assert_eq!(drawn, ALPHABET.iter().copied().collect());
    assert_eq!(drawn.len(), ALPHABET.len());
    for password in passwords {
        let bits = f64::from(u32::try_from(ALPHABET.len()).unwrap()).log2()
            * f64::from(u32::try_from(password.len()).unwrap());
        assert!(bits >= 128.0, "{bits}");
    }
}
