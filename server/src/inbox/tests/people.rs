//! Tests of assignment.

use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::json;

use super::{Worker, consultation};
use crate::{
    auth::admins::{self, AdminChange},
    testing::app::TestApp,
};

#[tokio::test(flavor = "multi_thread")]
async fn assigns_and_unassigns_record() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.sign_in("eve").await;
    app.execute("UPDATE admins SET first_name = '', last_name = '' WHERE username = 'eve'").await;
    app.execute(&consultation("new")).await;
    let people = json!([{"username": "ada", "name": "Ada"}, {"username": "eve", "name": "eve"}]);
    assert_eq!(ada.get("/api/admins/").await, people);
    let give = async |to: Option<&str>, version: i64| {
        let (status, record) =
            ada.act("consultations/1", &json!({"action": "assign", "version": version, "to": to})).await;
        assert_eq!(status, StatusCode::OK, "{record}");
        (record["assigned_to"].clone(), record["version"].clone())
    };
    assert_eq!(give(None, 1).await, (json!(null), json!(1)));
    assert_eq!(give(Some("eve"), 1).await, (people[1].clone(), json!(2)));
    // Assigning the same account again changes nothing.
    assert_eq!(give(Some("eve"), 2).await, (people[1].clone(), json!(2)));
    assert_eq!(give(Some("ada"), 2).await, (people[0].clone(), json!(3)));
    let listed = ada.get("/api/consultations").await;
    assert_eq!(listed["results"][0]["assigned_to"], people[0]);
    assert_eq!(give(None, 3).await, (json!(null), json!(4)));
    let record = ada.get("/api/consultations/1").await;
    let history = record["history"].as_array().unwrap().iter();
    let history = history.map(|event| (event["from"].clone(), event["to"].clone())).collect::<Vec<_>>();
    let (ada, eve, nobody) = (&people[0], &people[1], &json!(null));
    let expected = [(nobody, eve), (eve, ada), (ada, nobody)];
    assert_eq!(history, expected.map(|(from, to)| (from.clone(), to.clone())));
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_action_of_admin_who_is_being_removed() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    let mut removal = app.pool().get().await.unwrap();
    removal.batch_execute("BEGIN; DELETE FROM admins WHERE username = 'ada'").await.unwrap();
    let note = json!({"action": "note", "text": "Called."});
    let ((status, body), ()) = tokio::join!(ada.act("consultations/1", &note), async {
        let waiting = "pg_locks WHERE NOT granted AND pid IN \
                       (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
        while app.rows(waiting).await == 0 {}
        removal.batch_execute("COMMIT").await.unwrap();
    });
    assert_eq!(status, StatusCode::UNAUTHORIZED, "{body}");
    assert_eq!(app.rows("history").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn unassigns_records_of_removed_account_and_keeps_history() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.sign_in("eve").await;
    app.execute(&consultation("new")).await;
    let assign = json!({"action": "assign", "version": 1, "to": "eve"});
    assert_eq!(ada.act("consultations/1", &assign).await.0, StatusCode::OK);
    // Spam cannot be assigned, but removing its assignee unassigns it.
    assert_eq!(ada.act("consultations/1", &json!({"action": "spam", "version": 2})).await.0, StatusCode::OK);
    admins::change(app.pool(), None, "eve", AdminChange::Remove).await.unwrap();
    let record = ada.get("/api/consultations/1").await;
    assert_eq!((&record["assigned_to"], &record["version"]), (&json!(null), &json!(4)));
    let (first, last) = (&record["history"][0], &record["history"][2]);
    assert_eq!((&last["by"], &last["action"]), (&json!(null), &json!("assign")));
    let removed = json!({"username": null, "name": "Ada"});
    assert_eq!((&last["from"], &last["to"]), (&removed, &json!(null)));
    assert_eq!((&first["by"], &first["to"]), (&json!({"username": "ada", "name": "Ada"}), &removed));
    // Where the account is deleted by hand, its records are unassigned too.
    assert_eq!(
        ada.act("consultations/1", &json!({"action": "not_spam", "version": 4})).await.0,
        StatusCode::OK
    );
    let own = json!({"action": "assign", "version": 5, "to": "ada"});
    assert_eq!(ada.act("consultations/1", &own).await.0, StatusCode::OK);
    app.execute("DELETE FROM admins WHERE username = 'ada'").await;
    assert_eq!(app.rows("submissions WHERE assigned_to IS NULL").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn assigns_no_record_to_account_removed_at_same_time() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for round in 0..10 {
        let name = format!("eve{round}");
        app.sign_in(&name).await;
        app.execute(&consultation("new")).await;
        let path = format!("consultations/{}", round + 1);
        let assign = json!({"action": "assign", "version": 1, "to": name});
        let (removed, answer) = tokio::join!(
            admins::change(app.pool(), None, &name, AdminChange::Remove),
            ada.act(&path, &assign)
        );
        removed.unwrap();
        assert!(matches!(answer.0, StatusCode::OK | StatusCode::UNPROCESSABLE_ENTITY), "{answer:?}");
        let record = ada.get(&format!("/api/{path}")).await;
        assert_eq!(record["assigned_to"], json!(null));
        // Either nothing happened, or both changes are in the history.
        let events = record["history"].as_array().unwrap().len();
        let (expected_events, version) =
            if answer.0 == StatusCode::OK { (2, json!(3)) } else { (0, json!(1)) };
        assert_eq!((events, &record["version"]), (expected_events, &version));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_usernames_reserved_for_assignee_filter() {
    let app = TestApp::start().await;
    for name in ["me", "nobody", " me "] {
        let refused = admins::create_or_reset(app.pool(), name, false).await.unwrap_err().to_string();
        assert_eq!(refused, "This username is reserved. Choose another one.");
    }
    // An older account with such a name can still get a new password, and be removed.
    app.sign_in("me").await;
    admins::create_or_reset(app.pool(), "me", false).await.unwrap();
    admins::change(app.pool(), None, "me", AdminChange::Remove).await.unwrap();
    assert_eq!(app.rows("admins").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_assignee_by_any_spelling() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "Ada").await;
    app.sign_in("zoé").await;
    app.execute(&consultation("new")).await;
    app.execute(&consultation("new")).await;
    for (id, to) in [(1, "ZOÉ"), (2, "aDA")] {
        let assign = json!({"action": "assign", "version": 1, "to": to});
        assert_eq!(ada.act(&format!("consultations/{id}"), &assign).await.0, StatusCode::OK, "{to}");
    }
    for (assigned, id) in [("Zoe%CC%81", 1), ("zo%C3%A9", 1), ("ADA", 2), ("Me", 2), ("ME", 2)] {
        let list = ada.get(&format!("/api/consultations?assigned={assigned}")).await;
        assert_eq!((&list["count"], &list["results"][0]["id"]), (&json!(1), &json!(id)), "{assigned}");
    }
    assert_eq!(ada.get("/api/consultations?assigned=NOBODY").await["count"], json!(0));
    let none = json!({"action": "assign", "version": 2, "to": "zoe"});
    assert_eq!(ada.act("consultations/1", &none).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_people_of_the_history_by_their_current_usernames() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.sign_in("eve").await;
    app.execute(&consultation("new")).await;
    for (version, to) in [(1, "eve"), (2, "ada")] {
        let assign = json!({"action": "assign", "version": version, "to": to});
        assert_eq!(ada.act("consultations/1", &assign).await.0, StatusCode::OK);
    }
    // The name is the one at that time, the username the one of today. A namesake is another account.
    app.execute(
        "UPDATE admins SET username = 'eva', username_key = 'eva', first_name = 'Eva' WHERE username = 'eve'",
    )
    .await;
    app.sign_in("eve").await;
    let person = |username: &str| json!({"username": username, "name": "Ada"});
    let history = ada.get("/api/consultations/1").await["history"].clone();
    let second = &history[1];
    assert_eq!(
        (&second["by"], &second["from"], &second["to"]),
        (&person("ada"), &person("eva"), &person("ada"))
    );
}
