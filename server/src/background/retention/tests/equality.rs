//! The sweep deletes exactly the records with a past `delete_at`, for each kind, state, time and policy.

use agency_core::{instant::parse_instant, work::RecordState};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::policy;
use crate::{
    background::retention::{count, due_records, is_due},
    config::retention::{MAX_DAYS, Policy, delete_at},
    storage::schema::submissions,
    testing::app::TestApp,
};

const NOW: &str = "2026-11-22T10:00:00.123456Z";

const DAYS: [Option<u32>; 6] = [None, Some(1), Some(3), Some(7), Some(30), Some(MAX_DAYS)];

/// A submission's id, state, time of the last move and time of arrival.
type Row = (i64, String, DateTime<Utc>, DateTime<Utc>);

/// Returns times just before, at and after every due date, and times of the future.
fn times() -> String {
    let days = DAYS.map(|days| days.unwrap_or_default().to_string()).join(", ");
    format!(
        "SELECT timestamptz '{NOW}' - day * interval '24 hours' + off * interval '1 microsecond' AS at \
         FROM unnest(ARRAY[{days}, 2, 400, -1, -40000]) AS day, generate_series(-1, 1) AS off"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_the_records_that_the_rules_find() {
    let app = TestApp::start().await;
    let times = times();
    app.execute(&format!(
        "INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key, state, created_at, state_since) \
         SELECT kind, md5(gen_random_uuid()::text), 'Ada', 'ada', 'a@b.example', 'a@b.example', state, arrived.at, \
             moved.at \
         FROM unnest(ARRAY['consultations', 'applications']) AS kind, \
             unnest(ARRAY['new', 'open', 'done', 'spam']) AS state, ({times}) AS arrived, ({times}) AS moved"
    ))
    .await;
    let mut connection = app.pool().get().await.unwrap();
    let now = parse_instant(NOW).unwrap();
    let clock = NOW.parse().unwrap();
    let (mut pairs, mut found) = (0, 0);
    for kind in ["consultations", "applications"] {
        let rows = submissions::table.filter(submissions::kind.eq(kind)).order(submissions::id).select((
            submissions::id,
            submissions::state,
            submissions::state_since,
            submissions::created_at,
        ));
        let rows: Vec<Row> = diesel_async::RunQueryDsl::load(rows, &mut connection).await.unwrap();
        assert!(rows.len() > 3_000, "{}", rows.len());
        for kept in DAYS {
            for spam in DAYS {
                // The other list has another period.
                let policy = match kind {
                    "consultations" => policy(kept, Some(2), spam),
                    _ => policy(Some(2), kept, spam),
                };
                let expected =
                    rows.iter().filter(|row| is_due_by_rules(row, kind, &policy, now)).map(|row| row.0);
                let expected = expected.collect::<Vec<_>>();
                let mut due: Vec<i64> = Vec::new();
                for records in due_records(kind, &policy, clock) {
                    let ids = submissions::table.filter(is_due(records)).select(submissions::id);
                    due.extend(diesel_async::RunQueryDsl::load::<i64>(ids, &mut connection).await.unwrap());
                }
                due.sort_unstable();
                assert_eq!(due, expected, "{kind} {kept:?} {spam:?}");
                let counted = count(&mut connection, kind, &policy, clock).await.unwrap();
                assert_eq!(
                    counted,
                    (i64::try_from(expected.len()).unwrap(), i64::try_from(rows.len()).unwrap())
                );
                pairs += rows.len();
                found += expected.len();
            }
        }
    }
    assert!(pairs > 200_000 && found > pairs / 20, "{found} of {pairs} are due");
}

fn is_due_by_rules((_, state, since, arrived): &Row, kind: &str, policy: &Policy, now: i64) -> bool {
    let state = RecordState::parse(state).unwrap();
    let [since, arrived] = [since, arrived].map(DateTime::timestamp_micros);
    delete_at(kind, state, since, arrived, policy).is_some_and(|at| at <= now)
}
