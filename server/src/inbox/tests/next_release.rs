//! Tests reading what the next release stores: states, actions and reasons that this one does not know.

use agency_core::spam::SpamReason;
use serde_json::json;

use super::{Worker, consultation};
use crate::testing::app::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn shows_unknown_names() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("open")).await;
    app.execute(&consultation("new")).await;
    app.execute(
        "ALTER TABLE submissions DROP CONSTRAINT submissions_state_known; \
         ALTER TABLE history DROP CONSTRAINT history_move_allowed; \
         UPDATE submissions SET state = 'archived', spam_reasons = '{links,greylist}' WHERE id = 1; \
         INSERT INTO history (submission_id, action, from_state, to_state) VALUES (1, 'archive', 'open', 'archived')",
    )
    .await;

    let list = ada.get("/api/consultations?sort=oldest").await;
    assert_eq!(list["count"], 2);
    assert_eq!(list["results"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&list["results"][0]["state"], &list["results"][1]["state"]),
        (&json!("archived"), &json!("new"))
    );
    assert_eq!(ada.get("/api/consultations/counts").await["new"]["count"], 1);
    assert_eq!(ada.get("/api/inbox/").await["consultations"]["new"], 1);

    let record = ada.get("/api/consultations/1").await;
    assert_eq!(
        (&record["state"], &record["delete_at"], &record["undo"]),
        (&json!("archived"), &json!(null), &json!(null))
    );
    let reason = json!({"reason": "links", "sentence": SpamReason::Links.sentence()});
    assert_eq!(record["spam_reasons"], json!([reason]));
    let event = &record["history"][0];
    assert_eq!(
        (&event["action"], &event["from"], &event["to"]),
        (&json!("archive"), &json!("open"), &json!("archived"))
    );
}
