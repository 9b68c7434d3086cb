//! Undoing the last action, over HTTP and in the database.

use agency_core::work::{RecordAction, RecordState, moved};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{NAME_EVE, Worker, consultation, refused};
use crate::{
    auth::admins::{self, AdminChange},
    config::retention::Policy,
    testing::app::TestApp,
};

fn undo(version: i64) -> Value {
    json!({"action": "undo", "version": version})
}

/// Returns the record without the properties that every action changes.
fn restorable(mut record: Value) -> Value {
    for name in ["version", "history", "undo"] {
        record.as_object_mut().unwrap().remove(name);
    }
    record
}

pub(super) async fn assert_counts_are_exact(app: &TestApp) {
    let counted = "SELECT kind, state, count(*) FROM submissions GROUP BY kind, state";
    let kept = "SELECT kind, state, sum(count) FROM list_counts GROUP BY kind, state HAVING sum(count) <> 0";
    let different = format!("(({counted} EXCEPT {kept}) UNION ALL ({kept} EXCEPT {counted})) AS different");
    assert_eq!(app.rows(&different).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn restores_the_record_before_every_action_in_every_state() {
    let app = TestApp::set_up(|setup| {
        setup.config.retention = Policy { lists: [("consultations", 400)].into(), spam: Some(30) };
    })
    .await;
    let ada = Worker::named(&app, "ada").await;
    app.sign_in("eve").await;
    app.execute(NAME_EVE).await;
    let mut id = 0;
    for state in RecordState::ALL {
        for action in RecordAction::ALL {
            let Ok(to) = moved(state, action) else { continue };
            id += 1;
            let name = format!("{action:?} of what is {state:?}");
            app.execute(&format!(
                "SELECT add_consultation(state => '{}', created_at => now() - interval '9 days', \
                     state_since => now() - interval '3 days')",
                state.as_str()
            ))
            .await;
            app.execute("UPDATE submissions SET assigned_to = 2 WHERE id % 2 = 0").await;
            let path = format!("consultations/{id}");
            let before = ada.get(&format!("/api/{path}")).await;
            assert_eq!(before["undo"], json!(null), "{name}");
            let body = json!({"action": action, "version": 1, "to": "ada", "text": "Called her."});
            let (status, changed) = ada.act(&path, &body).await;
            assert_eq!((status, &changed["state"]), (StatusCode::OK, &json!(to)), "{name}");
            let (status, restored) = ada.act(&path, &undo(2)).await;
            if action == RecordAction::Note {
                assert_eq!((status, restored), refused("action", "Notes cannot be undone"), "{name}");
                assert_eq!(changed["undo"], json!(null), "{name}");
                continue;
            }
            assert_eq!((status, &restored["version"]), (StatusCode::OK, &json!(3)), "{name}: {restored}");
            assert_eq!(restorable(restored.clone()), restorable(before.clone()), "{name}");
            let since = format!("submissions WHERE id = {id} AND state_since < now() - interval '2 days'");
            assert_eq!(app.rows(&since).await, 1, "{name}");
            // The responses have the restored values, and the history has the undone action.
            let offered = &changed["undo"];
            assert_eq!(
                (&offered["action"], &offered["state"], &offered["assigned_to"]),
                (&json!(action), &before["state"], &before["assigned_to"]),
                "{name}"
            );
            assert_eq!(restored["undo"], json!(null), "{name}");
            let (done, undone) = (&restored["history"][0], &restored["history"][1]);
            assert_eq!((&undone["action"], &undone["undone"]), (&json!("undo"), &json!(action)), "{name}");
            assert_eq!((&undone["from"], &undone["to"]), (&done["to"], &done["from"]), "{name}");
            let twice = refused("action", "The last change was already undone");
            assert_eq!(ada.act(&path, &undo(3)).await, twice, "{name}");
        }
    }
    assert_counts_are_exact(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_undo_of_old_actions_and_of_other_admins() {
    let app = TestApp::start().await;
    let (ada, eve) = (Worker::named(&app, "ada").await, Worker::named(&app, "eve").await);
    app.execute(NAME_EVE).await;
    app.execute(&consultation("new")).await;
    let path = "consultations/1";
    assert_eq!(ada.act(path, &undo(1)).await, refused("action", "There is nothing to undo"));
    assert_eq!(ada.act(path, &json!({"action": "start", "version": 1})).await.0, StatusCode::OK);
    let someone_elses = refused("action", "The last change was made by someone else");
    assert_eq!(eve.act(path, &undo(2)).await, someone_elses);
    assert_eq!(eve.get("/api/consultations/1").await["undo"], json!(null));
    // After ten minutes it is too late, one second earlier it is not.
    app.execute("UPDATE history SET at = now() - interval '10 minutes'").await;
    let too_old = refused("action", "The last change was made more than ten minutes ago");
    assert_eq!(ada.act(path, &undo(2)).await, too_old);
    assert_eq!(ada.get("/api/consultations/1").await["undo"], json!(null));
    app.execute("UPDATE history SET at = now() - interval '9 minutes 30 seconds'").await;
    assert_eq!(ada.get("/api/consultations/1").await["undo"]["action"], json!("start"));
    // After a colleague's action, the version is another one; with the new one it is still someone else's.
    assert_eq!(eve.act(path, &json!({"action": "finish", "version": 2})).await.0, StatusCode::OK);
    let (status, conflict) = ada.act(path, &undo(2)).await;
    assert_eq!((status, &conflict["message"]), (StatusCode::CONFLICT, &json!("Eve marked this as done")));
    assert_eq!(ada.act(path, &undo(3)).await, someone_elses);
    assert_eq!(eve.act(path, &undo(3)).await.1["state"], json!("open"));
    assert_eq!(app.rows("history").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn undoes_once_from_two_tabs() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for id in 1..=10 {
        app.execute(&consultation("new")).await;
        let path = format!("consultations/{id}");
        assert_eq!(ada.act(&path, &json!({"action": "spam", "version": 1})).await.0, StatusCode::OK);
        let body = undo(2);
        let (one, other) = tokio::join!(ada.act(&path, &body), ada.act(&path, &body));
        let mut statuses = [one.0.as_u16(), other.0.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
    assert_eq!(app.rows("history WHERE action = 'undo'").await, 10);
    assert_counts_are_exact(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restores_no_removed_assignee() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.sign_in("eve").await;
    app.execute(NAME_EVE).await;
    app.execute(&consultation("new")).await;
    app.execute("UPDATE submissions SET assigned_to = (SELECT id FROM admins WHERE username = 'eve')").await;
    let unassign = json!({"action": "assign", "version": 1, "to": null});
    let (_, record) = ada.act("consultations/1", &unassign).await;
    assert_eq!(record["undo"]["assigned_to"]["username"], json!("eve"));
    admins::change(app.pool(), None, "eve", AdminChange::Remove).await.unwrap();
    let removed = refused("action", "The account that this was assigned to before was removed");
    assert_eq!(ada.act("consultations/1", &undo(2)).await, removed);
    let record = ada.get("/api/consultations/1").await;
    assert_eq!((&record["version"], &record["undo"]), (&json!(2), &json!(null)), "{record}");
    // Nor is it unassigned instead.
    app.sign_in("eve").await;
    let assign = |version, to| json!({"action": "assign", "version": version, "to": to});
    assert_eq!(ada.act("consultations/1", &assign(2, "eve")).await.0, StatusCode::OK);
    assert_eq!(ada.act("consultations/1", &assign(3, "ada")).await.0, StatusCode::OK);
    admins::change(app.pool(), None, "eve", AdminChange::Remove).await.unwrap();
    assert_eq!(ada.act("consultations/1", &undo(4)).await, removed);
    assert_eq!(ada.get("/api/consultations/1").await["assigned_to"]["username"], json!("ada"));
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_tag_of_record_when_undo_expires() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    let mut tag = String::new();
    let mut ask = async || {
        let request = app.request("GET", "/api/consultations/1").bearer_auth(&ada.access);
        let answer = request.header("if-none-match", &tag).send().await.unwrap();
        answer.headers()["etag"].to_str().unwrap().clone_into(&mut tag);
        answer.status()
    };
    assert_eq!((ask().await, ask().await), (StatusCode::OK, StatusCode::NOT_MODIFIED));
    assert_eq!(ada.act("consultations/1", &json!({"action": "start", "version": 1})).await.0, StatusCode::OK);
    assert_eq!((ask().await, ask().await), (StatusCode::OK, StatusCode::NOT_MODIFIED));
    app.execute("UPDATE history SET at = at - interval '10 minutes'").await;
    assert_eq!((ask().await, ask().await), (StatusCode::OK, StatusCode::NOT_MODIFIED));
}
