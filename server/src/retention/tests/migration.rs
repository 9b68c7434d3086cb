//! A filled database comes to dates and goes back.

use serde_json::json;

use crate::{
    storage::migrations::migrate,
    testing::app::TestApp,
    workflow::tests::{Worker, consultation},
};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_there_knows_since_when_from_its_history() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for state in ["new", "new", "spam"] {
        app.execute(&consultation(state)).await;
    }
    for (action, version) in [("start", 1), ("finish", 2), ("note", 3)] {
        let body = json!({"action": action, "version": version, "text": "Called her."});
        ada.act("consultations/1", &body).await;
    }
    app.revert("20261122000015").await;
    app.execute(
        "UPDATE consultations SET created_at = created_at - interval '1 year'; \
         UPDATE history SET at = at - interval '1 month' WHERE action = 'finish'; \
         UPDATE history SET at = at - interval '2 months' WHERE action = 'start'",
    )
    .await;
    migrate(app.pool()).await.unwrap();
    // The last move, not the note; spam that nobody knows of from now on; all else since it came.
    let moved = "state_since = (SELECT at FROM history WHERE action = 'finish')";
    assert_eq!(app.rows(&format!("consultations WHERE id = 1 AND {moved}")).await, 1);
    assert_eq!(app.rows("consultations WHERE id = 2 AND state_since IS NULL").await, 1);
    assert_eq!(app.rows("consultations WHERE id = 3 AND state_since > now() - interval '1 hour'").await, 1);
}
