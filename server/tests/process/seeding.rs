//! `agency-seed` on the server's database.

use std::process::Command;

use crate::product::{Database, SECRET, run_program};

fn seeded(rounds: usize, consultations: &str) -> Database {
    let database = Database::create();
    let url = database.url();
    assert!(
        run_program(&["admin", "ada"], &[("DATABASE_URL", &url), ("TOKEN_SECRET", SECRET)]).status.success()
    );
    for _ in 0..rounds {
        let seed = Command::new(env!("CARGO_BIN_EXE_agency-seed"))
            .arg(consultations)
            .env_clear()
            .env("DATABASE_URL", &url)
            .output()
            .unwrap();
        assert!(seed.status.success(), "{}", String::from_utf8_lossy(&seed.stderr));
    }
    database
}

/// Panics unless an SQL condition holds.
fn assert_sql(database: &Database, condition: &str) {
    database.execute(&format!("DO $$ BEGIN ASSERT {condition}, $m${condition}$m$; END $$"));
}

#[test]
fn adds_the_requested_number_each_time() {
    let database = seeded(2, "5025");
    for (table, rows) in
        [("consultations", 10_050), ("applications", 1_006), ("cv_chunks", 1_006), ("submissions", 11_056)]
    {
        assert_sql(&database, &format!("(SELECT count(*) FROM {table}) = {rows}"));
    }
    assert_sql(&database, "NOT EXISTS (SELECT FROM submissions WHERE words = '')");
    assert_sql(
        &database,
        "NOT EXISTS (SELECT FROM (SELECT kind, state, sum(count) AS count FROM list_counts \
             GROUP BY kind, state HAVING sum(count) <> 0) AS counted \
         FULL JOIN (SELECT kind, state, count(*) AS count FROM submissions GROUP BY kind, state) AS stored \
         USING (kind, state) WHERE counted.count IS DISTINCT FROM stored.count)",
    );
}

#[test]
fn adds_records_in_every_state_with_matching_histories() {
    let database = seeded(1, "3000");
    for kind in ["consultations", "applications"] {
        let of_kind = format!("FROM submissions AS s WHERE kind = '{kind}'");
        for state in ["new", "open", "done", "spam"] {
            assert_sql(&database, &format!("(SELECT count(*) {of_kind} AND state = '{state}') > 5"));
        }
        assert_sql(&database, &format!("(SELECT count(*) {of_kind} AND assigned_to IS NOT NULL) > 10"));
        assert_sql(
            &database,
            &format!(
                "(SELECT count(*) {of_kind} AND EXISTS (SELECT FROM history WHERE submission_id = s.id \
                     AND text IS NOT NULL)) > 10"
            ),
        );
        assert_sql(&database, &format!("(SELECT count(*) {of_kind} AND spam_reasons <> '{{}}') > 5"));
        assert_sql(
            &database,
            &format!(
                "NOT EXISTS (SELECT {of_kind} AND state = 'spam' AND spam_reasons = '{{}}' AND NOT EXISTS ( \
                     SELECT FROM history WHERE submission_id = s.id AND by IS NOT NULL))"
            ),
        );
    }
    assert_sql(
        &database,
        "NOT EXISTS (SELECT FROM submissions AS s JOIN LATERAL ( \
             SELECT count(*), (array_agg(to_state ORDER BY id DESC))[1] AS last, \
                 max(at) FILTER (WHERE from_state <> to_state) AS moved \
             FROM history WHERE submission_id = s.id \
         ) AS events ON true \
         WHERE version <> 1 + events.count OR events.last <> state OR events.moved <> state_since)",
    );
    assert_sql(&database, "NOT EXISTS (SELECT FROM history WHERE at > now())");
    assert_sql(
        &database,
        "NOT EXISTS (SELECT FROM submissions AS s JOIN LATERAL ( \
             SELECT min(at) FILTER (WHERE by IS NOT NULL AND action IN ('start', 'finish', 'assign', 'note')) AS first \
             FROM history WHERE submission_id = s.id HAVING count(*) > 0 \
         ) AS events ON true WHERE events.first IS DISTINCT FROM first_action_at)",
    );
    assert_sql(&database, "NOT EXISTS (SELECT FROM submissions WHERE first_action_at > now())");
    assert_sql(&database, "(SELECT count(DISTINCT channel) FROM submissions) = 8");
}
