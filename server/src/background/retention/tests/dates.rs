//! The deletion date of a record, and how moves change it.

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{KIND, app_with, insert_aged, policy, sweep_unconfirmed};
use crate::{background::retention::Sweep, inbox::tests::Worker, testing::app::parts};

fn at(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_delete_at_only_with_a_policy() {
    let policy = policy(Some(365), None, None);
    let app = app_with(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    for state in ["new", "open", "done", "spam"] {
        app.execute(&insert_aged(state, "10 days", None)).await;
    }
    for id in 1..=3 {
        let record = ada.get(&format!("/api/consultations/{id}")).await;
        assert_eq!(at(&record["delete_at"]) - at(&record["created_at"]), TimeDelta::days(365), "{record}");
    }
    assert_eq!(ada.get("/api/consultations/4").await["delete_at"], Value::Null);
    // Lists have no date, and a server without a policy keeps everything.
    assert!(ada.get("/api/consultations").await["results"][0].get("delete_at").is_none());
    let other = app.second_server().await;
    let (_, record) = parts(other.get("/api/consultations/1", &ada.access).await).await;
    assert_eq!(record["delete_at"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_from_the_move_for_spam_and_for_what_was_spam() {
    let policy = policy(Some(365), None, Some(30));
    let app = app_with(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    // On its last day.
    app.execute(&insert_aged("done", "364 days 23 hours", None)).await;
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
    app.execute("UPDATE submissions SET created_at = created_at - interval '2 days'").await;
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(0));
    let (moved, back) = act("not_spam", 2).await;
    assert_eq!(back - moved, TimeDelta::days(30));
    assert!(back > spam);
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(0));
    // Every move changes the date; notes and assignments do not.
    let (_, started) = act("start", 3).await;
    assert!(started > back);
    let note = json!({"action": "note", "text": "Called her."});
    let (_, noted) = ada.act("consultations/1", &note).await;
    assert_eq!(at(&noted["delete_at"]), started);
    let (_, given) =
        ada.act("consultations/1", &json!({"action": "assign", "version": 5, "to": "ada"})).await;
    assert_eq!(at(&given["delete_at"]), started);
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(0));
    assert_eq!(app.rows("consultations").await, 1);
}
