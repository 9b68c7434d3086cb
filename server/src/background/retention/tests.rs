//! Records are deleted when their retention period is over, with everything that refers to them, and never before.

mod audit;
mod confirmation;
mod dates;
mod equality;
mod sweeps;

use super::{Sweep, sweep};
use crate::{
    config::retention::Policy,
    testing::{app::TestApp, rows::insert_numbered},
};

const KIND: &str = "consultations";

/// A policy with these numbers of days.
fn policy(consultations: Option<u32>, applications: Option<u32>, spam: Option<u32>) -> Policy {
    let lists = [("consultations", consultations), ("applications", applications)];
    Policy { lists: lists.into_iter().filter_map(|(kind, days)| Some((kind, days?))).collect(), spam }
}

/// Starts a server with a policy.
async fn app_with(policy: &Policy) -> TestApp {
    TestApp::set_up(|setup| setup.config.retention = policy.clone()).await
}

/// Sweeps a list without a confirmation.
async fn sweep_unconfirmed(app: &TestApp, kind: &'static str, policy: &Policy) -> Sweep {
    sweep(app.pool(), kind, policy, app.state.webhooks.as_deref(), false, |_| ()).await.unwrap()
}

/// The statement for a consultation of this age, in a state since a shorter time, or since it arrived.
fn insert_aged(state: &str, age: &str, state_age: Option<&str>) -> String {
    let state_age = state_age.unwrap_or(age);
    format!(
        "SELECT add_consultation(state => '{state}', created_at => now() - interval '{age}', \
             state_since => now() - interval '{state_age}')"
    )
}

/// The statement for `rows` consultations, of which one in `one_in` is 400 days old.
fn insert_many(rows: usize, one_in: usize) -> String {
    let at = format!("now() - CASE n % {one_in} WHEN 0 THEN interval '400 days' ELSE interval '1 day' END");
    insert_numbered(1..=rows, "'Name ' || n", "'We need a shop.'", &at)
}
