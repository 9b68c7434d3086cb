//! The date that a record shows, and what moves do to it.

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{TABLE, aged, keeping, policy, swept};
use crate::{
    retention::Outcome,
    testing::app::{TestApp, parts},
    inbox::action_tests::Worker,
};

fn at(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_tells_when_it_goes_and_nothing_where_it_is_kept() {
    let policy = policy(Some(365), None, None);
    let app = keeping(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    for state in ["new", "open", "done", "spam"] {
        app.execute(&aged(state, "10 days", None)).await;
    }
    for id in 1..=3 {
        let record = ada.get(&format!("/api/consultations/{id}")).await;
        assert_eq!(at(&record["delete_at"]) - at(&record["created_at"]), TimeDelta::days(365), "{record}");
    }
    assert_eq!(ada.get("/api/consultations/4").await["delete_at"], Value::Null);
    // Lists have no date, and a server without a policy keeps all.
    assert!(ada.get("/api/consultations").await["results"][0].get("delete_at").is_none());
    let other = app.beside().await;
    let (_, record) = parts(other.get("/api/consultations/1", &ada.access).await).await;
    assert_eq!(record["delete_at"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn spam_begins_with_the_move_and_what_is_taken_back_does_not_go_that_night() {
    let policy = policy(Some(365), None, Some(30));
    let app = keeping(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    // On its last day.
    app.execute(&aged("done", "364 days 23 hours", None)).await;
    let act = async |action: &str, version: i32| {
        let body = json!({"action": action, "version": version});
        let (status, record) = ada.act("consultations/1", &body).await;
        assert_eq!(status, StatusCode::OK, "{record}");
        let moved = at(&record["history"].as_array().unwrap().last().unwrap()["at"]);
        (moved, at(&record["delete_at"]))
    };
    let (moved, spam) = act("spam", 1).await;
    assert_eq!(spam - moved, TimeDelta::days(30));
    // The night after.
    app.execute("UPDATE consultations SET created_at = created_at - interval '2 days'").await;
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(0));
    let (moved, back) = act("not_spam", 2).await;
    assert_eq!(back - moved, TimeDelta::days(30));
    assert!(back > spam);
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(0));
    // Whatever else moves it, notes and assignments do not.
    let (_, started) = act("start", 3).await;
    assert!(started > back);
    let note = json!({"action": "note", "text": "Called her."});
    let (_, noted) = ada.act("consultations/1", &note).await;
    assert_eq!(at(&noted["delete_at"]), started);
    let (_, given) =
        ada.act("consultations/1", &json!({"action": "assign", "version": 5, "to": "ada"})).await;
    assert_eq!(at(&given["delete_at"]), started);
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(0));
    assert_eq!(app.rows("consultations").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_moves_a_row_says_since_when() {
    let app = TestApp::start().await;
    app.execute(&aged("new", "10 days", None)).await;
    app.execute("UPDATE consultations SET version = version + 1, message = 'We need two shops.'").await;
    assert_eq!(app.rows("consultations WHERE state_since IS NULL").await, 1);
    // As an instance of the release before does.
    app.execute("UPDATE consultations SET state = 'spam', version = version + 1").await;
    assert_eq!(app.rows("consultations WHERE state_since > now() - interval '1 hour'").await, 1);
    app.execute("UPDATE consultations SET state = 'new', state_since = now() - interval '2 days'").await;
    assert_eq!(app.rows("consultations WHERE state_since < now() - interval '1 day'").await, 1);
}
