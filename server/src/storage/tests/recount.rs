//! The statement of the document that corrects the counts of lists and boxes.

use reqwest::StatusCode;
use serde_json::json;

use crate::testing::app::{TestApp, parts};

fn recount() -> &'static str {
    let document = include_str!("../../../../docs/operations.md");
    let start = document.find("INSERT INTO list_counts").unwrap();
    document[start..].split_once("```").unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn corrects_counts_after_changes_that_triggers_do_not_see() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    app.execute(
        "SELECT add_consultation(state => 'open') FROM generate_series(1, 3); SELECT add_application()",
    )
    .await;
    for (change, consultations, applications) in [
        // As a data-only restore leaves them.
        ("UPDATE list_counts SET count = 2 * count", 3, 1),
        ("TRUNCATE list_counts", 3, 1),
        ("INSERT INTO list_counts VALUES ('consultations', 'spam', 15, 7)", 3, 1),
        ("TRUNCATE submissions CASCADE", 0, 0),
    ] {
        app.execute(change).await;
        for _ in 0..2 {
            app.execute(recount()).await;
            for (list, count) in [("consultations", consultations), ("applications", applications)] {
                let (status, body) = parts(app.get(&format!("/api/{list}"), &access).await).await;
                assert_eq!((status, &body["count"]), (StatusCode::OK, &json!(count)), "{change}: {list}");
            }
            let (_, boxes) = parts(app.get("/api/inbox/", &access).await).await;
            let expected = json!({"new": 0, "open": consultations, "done": 0, "spam": 0});
            assert_eq!(boxes["consultations"], expected, "{change}");
        }
    }
}
