//! The sweep deletes exactly the records with a past `delete_at`, as the dashboard shows it.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::{app_with, policy};
use crate::{background::retention::find_due, inbox::tests::Worker, testing::rows::numbers};

const NOW: &str = "2026-11-22T10:00:00.123456Z";

/// Returns times just before, at and after every due date, and one of the future.
fn times() -> String {
    format!(
        "SELECT timestamptz '{NOW}' - day * interval '24 hours' + off * interval '1 microsecond' AS at \
         FROM unnest(ARRAY[-1, 0, 3, 7, 30]) AS day, generate_series(-1, 1) AS off"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn sweeps_by_the_date_that_a_record_shows() {
    for (kept, spam) in
        [(Some(30), Some(3)), (Some(3), Some(30)), (Some(7), None), (None, Some(7)), (None, None)]
    {
        let policy = policy(kept, Some(30), spam);
        let app = app_with(&policy).await;
        let ada = Worker::named(&app, "ada").await;
        let times = times();
        app.execute(&format!(
            "SELECT add_consultation(state => state, created_at => arrived.at, state_since => moved.at) \
             FROM unnest(ARRAY['new', 'open', 'done', 'spam']) AS state, ({times}) AS arrived, ({times}) AS moved \
             WHERE moved.at >= arrived.at"
        ))
        .await;
        let mut connection = app.pool().get().await.unwrap();
        let ids = numbers(&mut connection, "SELECT id AS number FROM consultations ORDER BY id").await;
        assert_eq!(ids.len(), 480);
        let now: DateTime<Utc> = NOW.parse().unwrap();
        let mut expected = Vec::new();
        for id in ids {
            let record = ada.get(&format!("/api/consultations/{id}")).await;
            let date = |value: &Value| value.as_str().map(|at| at.parse::<DateTime<Utc>>().unwrap());
            if date(&record["delete_at"]).is_some_and(|at| at <= now) {
                expected.push(id);
            }
        }
        assert_eq!(expected.is_empty(), kept.is_none() && spam.is_none());
        let mut due = find_due(&mut connection, "consultations", &policy, now).await.unwrap();
        due.sort_unstable();
        assert_eq!(due, expected, "{kept:?} {spam:?}");
    }
}
