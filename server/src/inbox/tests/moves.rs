//! Tests that rules, endpoints and database agree on every action in every state.

use agency_core::work::{RecordAction, RecordState, moved, undone_action};
use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{Worker, consultation, refused};
use crate::testing::app::TestApp;

/// Returns the body of an action.
fn body(action: RecordAction, version: i64) -> Value {
    match action {
        RecordAction::Note => json!({"action": "note", "version": version, "text": "Called her."}),
        RecordAction::Assign => json!({"action": "assign", "version": version, "to": "ada"}),
        action => json!({"action": action.as_str(), "version": version}),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_actions_as_in_table_of_moves() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let mut id = 0;
    for state in RecordState::ALL {
        for action in RecordAction::ALL {
            app.execute(&consultation(state.as_str())).await;
            id += 1;
            let path = format!("consultations/{id}");
            let (status, answer) = ada.act(&path, &body(action, 1)).await;
            let name = format!("{action:?} of what is {state:?}");
            let expected = match moved(state, action) {
                Err(why) => {
                    assert_eq!((status, answer), refused("action", why), "{name}");
                    assert_eq!(app.rows(&format!("history WHERE submission_id = {id}")).await, 0, "{name}");
                    (state, 1)
                }
                Ok(to) => {
                    assert_eq!(status, StatusCode::OK, "{name}: {answer}");
                    let event = &answer["history"][0];
                    let (from, into) = match action {
                        RecordAction::Assign => (Value::Null, json!({"username": "ada", "name": "Ada"})),
                        _ => (json!(state), json!(to)),
                    };
                    assert_eq!((&event["from"], &event["to"]), (&from, &into), "{name}");
                    assert_eq!(
                        (&event["action"], &event["by"]),
                        (&json!(action), &json!({"username": "ada", "name": "Ada"})),
                        "{name}"
                    );
                    (to, 2)
                }
            };
            let record = ada.get(&format!("/api/{path}")).await;
            assert_eq!(
                (&record["state"], &record["version"]),
                (&json!(expected.0), &json!(expected.1)),
                "{name}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn constrains_moves_in_database_to_table() {
    let app = TestApp::start().await;
    app.execute(&consultation("new")).await;
    let mut connection = app.pool().get().await.unwrap();
    for action in RecordAction::ALL {
        let (to_admin, text) = match action {
            RecordAction::Assign => ("'ada'", "NULL"),
            RecordAction::Note => ("NULL", "'a'"),
            _ => ("NULL", "NULL"),
        };
        for from in RecordState::ALL {
            for to in RecordState::ALL {
                let statement = format!(
                    "INSERT INTO history (submission_id, by, action, from_state, to_state, to_admin, text) \
                     VALUES (1, 'ada', '{}', '{}', '{}', {to_admin}, {text})",
                    action.as_str(),
                    from.as_str(),
                    to.as_str()
                );
                let is_taken = connection.batch_execute(&statement).await.is_ok();
                let is_allowed = match action {
                    RecordAction::Undo => undone_action(from, to).is_some(),
                    action => moved(from, action) == Ok(to),
                };
                assert_eq!(is_taken, is_allowed, "{action:?} from {from:?} to {to:?}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn constrains_assignees_in_database_to_assignments_and_undo() {
    let app = TestApp::start().await;
    app.execute(&consultation("new")).await;
    let mut connection = app.pool().get().await.unwrap();
    for (action, from, to, assignee, is_allowed) in [
        ("assign", "new", "new", "'ada'", true),
        ("assign", "new", "new", "NULL", false),
        ("undo", "new", "new", "'ada'", true),
        // The assignee before was removed.
        ("undo", "new", "new", "NULL", true),
        ("undo", "open", "new", "'ada'", false),
        ("start", "new", "open", "'ada'", false),
    ] {
        let statement = format!(
            "INSERT INTO history (submission_id, by, action, from_state, to_state, from_admin) \
             VALUES (1, 'ada', '{action}', '{from}', '{to}', {assignee})"
        );
        assert_eq!(connection.batch_execute(&statement).await.is_ok(), is_allowed, "{statement}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn constrains_states_and_notes_in_database_as_in_rules() {
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    for state in RecordState::ALL.map(RecordState::as_str).into_iter().chain(["", "New", "closed"]) {
        let is_known = RecordState::parse(state).is_some();
        assert_eq!(connection.batch_execute(&consultation(state)).await.is_ok(), is_known, "{state}");
    }
    let longest = agency_core::work::NOTE.max.chars;
    for (length, is_taken) in [(0, false), (1, true), (longest, true), (longest + 1, false)] {
        let statement = format!(
            "INSERT INTO history (submission_id, action, from_state, to_state, text) \
             VALUES (1, 'note', 'new', 'new', repeat('é', {length}))"
        );
        assert_eq!(connection.batch_execute(&statement).await.is_ok(), is_taken, "{length}");
    }
}
