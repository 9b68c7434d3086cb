//! Tests the pages of a history.

use serde_json::{Value, json};

use super::{Worker, consultation};
use crate::testing::app::TestApp;

/// Returns the notes in the history of a response, in order.
fn notes(answer: &Value) -> Vec<i64> {
    let events = answer["history"].as_array().unwrap().iter();
    events.map(|event| event["text"].as_str().unwrap().parse().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_a_long_history_in_pages_of_200() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    app.execute(&consultation("new")).await;
    app.execute(
        "INSERT INTO history (submission_id, by, action, from_state, to_state, text) \
         SELECT 1 + n % 2, 'Ada', 'note', 'new', 'new', n::text FROM generate_series(1, 900) AS n",
    )
    .await;
    let mut answer = ada.get("/api/consultations/1").await;
    let mut pages = vec![notes(&answer)];
    while let Some(before) = answer["history_before"].as_i64() {
        answer = ada.get(&format!("/api/consultations/1/history?before={before}")).await;
        pages.push(notes(&answer));
    }
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [200, 200, 50]);
    // The first record has the even numbers; each page is oldest first.
    let all = pages.into_iter().rev().flatten().collect::<Vec<_>>();
    assert_eq!(all, (1..=450).map(|n| 2 * n).collect::<Vec<_>>());
    let none = ada.get("/api/consultations/1/history?before=1").await;
    assert_eq!(none, json!({"history": []}));
}
