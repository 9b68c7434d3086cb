//! The sweep's condition and the rules' `delete_at` say the same of every kind, state, time and policy.

use agency_core::{
    instant::parse_instant,
    retention::{MOST_DAYS, Policy, delete_at},
    work::RecordState,
};
use chrono::{DateTime, Utc};
use diesel::{
    QueryableByName, sql_query,
    sql_types::{BigInt, Text, Timestamptz},
};

use super::policy;
use crate::{
    lists::tests::numbers,
    retention::condition::{count, due},
    testing::app::TestApp,
};

const NOW: &str = "2026-11-22T10:00:00.123456Z";

const DAYS: [Option<u32>; 6] = [None, Some(1), Some(3), Some(7), Some(30), Some(MOST_DAYS)];

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Timestamptz)]
    state_since: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
}

/// Times about each of those at which something becomes due, and those to come.
fn times() -> String {
    let days = DAYS.map(|days| days.unwrap_or_default().to_string()).join(", ");
    format!(
        "SELECT timestamptz '{NOW}' - day * interval '24 hours' + off * interval '1 microsecond' AS at \
         FROM unnest(ARRAY[{days}, 2, 400, -1, -40000]) AS day, generate_series(-1, 1) AS off"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_sweep_finds_is_what_the_rules_say() {
    let app = TestApp::start().await;
    let times = times();
    let rows = format!(
        "(SELECT state, came.at AS created_at, moved.at AS state_since \
          FROM unnest(ARRAY['new', 'open', 'done', 'spam']) AS state, ({times}) AS came, \
              ({times} UNION ALL SELECT NULL) AS moved) AS r"
    );
    let written = "slug, full_name, name_key, email, state, created_at, state_since";
    let values = "md5(gen_random_uuid()::text), 'Ada', 'ada', 'a@b.example', state, created_at, state_since";
    app.execute(&format!(
        "INSERT INTO consultations ({written}, message) SELECT {values}, 'We need a shop.' FROM {rows}; \
         INSERT INTO applications ({written}, job_title, cover_letter, cv_name, cv_type, cv_size) \
         SELECT {values}, 'Engineer', 'I have built engines for years.', 'cv.pdf', 'pdf', 1000 FROM {rows}"
    ))
    .await;
    let mut connection = app.pool().get().await.unwrap();
    let now = parse_instant(NOW).unwrap();
    let clock = format!("timestamptz '{NOW}'");
    let (mut pairs, mut found) = (0, 0);
    for table in ["consultations", "applications"] {
        let query = format!(
            "SELECT id, state, coalesce(state_since, created_at) AS state_since, created_at FROM {table} ORDER BY id"
        );
        let rows: Vec<Row> =
            diesel_async::RunQueryDsl::load(sql_query(query), &mut connection).await.unwrap();
        assert!(rows.len() > 3_000, "{}", rows.len());
        for kept in DAYS {
            for spam in DAYS {
                // The other list has another time.
                let policy = match table {
                    "consultations" => policy(kept, Some(2), spam),
                    _ => policy(Some(2), kept, spam),
                };
                let expected = rows.iter().filter(|row| is_due(row, table, &policy, now)).map(|row| row.id);
                let expected = expected.collect::<Vec<_>>();
                let conditions = due(table, &policy, &clock).into_iter().map(|due| due.condition);
                let condition = conditions.chain(["false".to_owned()]).collect::<Vec<_>>().join(" OR ");
                let query = format!("SELECT id AS number FROM {table} WHERE {condition} ORDER BY id");
                assert_eq!(numbers(&mut connection, &query).await, expected, "{table} {kept:?} {spam:?}");
                let counted = format!("SELECT ({}) AS number", count(table, &policy, &clock, "ALL"));
                let length = i64::try_from(expected.len()).unwrap();
                assert_eq!(numbers(&mut connection, &counted).await, [length]);
                pairs += rows.len();
                found += expected.len();
            }
        }
    }
    assert!(pairs > 200_000 && found > pairs / 20, "{found} of {pairs} are due");
}

fn is_due(row: &Row, table: &str, policy: &Policy, now: i64) -> bool {
    let state = RecordState::parse(&row.state).unwrap();
    let [since, came] = [row.state_since, row.created_at].map(|at| at.timestamp_micros());
    delete_at(table, state, since, came, policy).is_some_and(|at| at <= now)
}
