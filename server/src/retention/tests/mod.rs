//! Records go when their time is over, with all that belongs to them, and never before.

mod dates;
mod equality;
mod sweeps;

use agency_core::retention::Policy;

use super::{Consent, Outcome, guard::LONGEST_PAUSE, sweep};
use crate::{storage::Pool, testing::app::TestApp};

const TABLE: &str = "consultations";

/// What sweeps ask that nobody has to answer.
const GUARDED: Consent = Consent::Guarded(LONGEST_PAUSE);

fn policy(consultations: Option<u32>, applications: Option<u32>, spam: Option<u32>) -> Policy {
    let lists = [("consultations", consultations), ("applications", applications)];
    Policy { lists: lists.into_iter().filter_map(|(table, days)| Some((table, days?))).collect(), spam }
}

/// A server whose policy is known to every sweep since its lists were empty.
async fn keeping(policy: &Policy) -> TestApp {
    let own = policy.clone();
    let app = TestApp::set_up(|setup| setup.config.retention = own).await;
    for table in ["consultations", "applications"] {
        assert_eq!(swept(app.pool(), table, policy).await, Outcome::Deleted(0));
    }
    app
}

/// What becomes of what is due.
async fn swept(pool: &Pool, table: &'static str, policy: &Policy) -> Outcome {
    sweep(pool, table, policy, GUARDED).await.unwrap()
}

/// The statement for a consultation in a state, that came and was moved so long ago.
fn aged(state: &str, came: &str, moved: Option<&str>) -> String {
    let moved = moved.map_or_else(|| "NULL".to_owned(), |moved| format!("now() - interval '{moved}'"));
    format!(
        "INSERT INTO consultations (slug, full_name, name_key, email, message, state, created_at, state_since) \
         VALUES (md5(gen_random_uuid()::text), 'Ada', 'ada', 'a@b.example', 'We need a shop.', '{state}', \
             now() - interval '{came}', {moved})"
    )
}

/// So many consultations of distinct names, of which one in some number came long ago.
fn many(rows: usize, from: usize, one_in: usize) -> String {
    format!(
        "INSERT INTO consultations (slug, full_name, name_key, email, message, created_at) \
         SELECT md5(n::text), 'Name', 'name ' || md5(n::text), 'a@b.example', 'We need a shop.', \
             now() - CASE n % {one_in} WHEN 0 THEN interval '400 days' ELSE interval '1 day' END \
         FROM generate_series({from} + 1, {from} + {rows}) AS n"
    )
}
