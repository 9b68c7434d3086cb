//! Tests the lists.

use agency_core::stored_forms;
use reqwest::StatusCode;
use serde_json::json;

use super::List;
use crate::testing::app::{TestApp, parts};

#[test]
fn has_list_for_every_stored_form() {
    let mut lists = List::ALL.map(List::name);
    let mut stored = stored_forms().map(|stored| stored.table).collect::<Vec<_>>();
    lists.sort_unstable();
    stored.sort_unstable();
    assert_eq!(&lists[..], stored, "server/src/resources/mod.rs: `List` has a variant for each");
    for list in List::ALL {
        assert_eq!(serde_json::to_value(list).unwrap(), list.name());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_record_only_in_its_list() {
    let app = TestApp::start().await;
    app.execute("SELECT add_consultation()").await;
    let (access, _) = app.sign_in("ada").await;
    let (status, record) = parts(app.get("/api/consultations/1", &access).await).await;
    assert_eq!((status, &record["kind"]), (StatusCode::OK, &json!("consultations")));
    let slug = record["slug"].as_str().unwrap();
    for key in ["1", slug] {
        let missing = (StatusCode::NOT_FOUND, json!({"message": "Application not found"}));
        assert_eq!(parts(app.get(&format!("/api/applications/{key}"), &access).await).await, missing);
    }
}
