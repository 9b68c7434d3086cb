//! Many due records wait for `agency-server sweep --yes`.

use serde_json::json;

use super::{KIND, app_with, insert_many, policy, sweep_unconfirmed};
use crate::{
    background::retention::{Sweep, command::sweep_all, run_retention},
    inbox::tests::Worker,
};

#[tokio::test(flavor = "multi_thread")]
async fn keeps_many_due_records_until_confirmed() {
    let policy = policy(Some(365), None, None);
    let app = app_with(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&insert_many(1_100, 1)).await;
    for _ in 0..2 {
        assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Waiting(1_100));
        assert_eq!(ada.get("/api/inbox/").await["retention"], json!({"waiting": 1_100}));
    }
    sweep_all(app.pool(), &policy, None, false).await.unwrap();
    assert_eq!(app.rows("consultations").await, 1_100);
    sweep_all(app.pool(), &policy, None, true).await.unwrap();
    assert_eq!(app.rows("consultations").await, 0);
    let inbox = ada.get("/api/inbox/").await;
    assert_eq!(inbox["retention"], json!({"waiting": 0}));
    assert_eq!(inbox["consultations"], json!({"new": 0, "open": 0, "done": 0, "spam": 0}));
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_many_due_records_in_the_background() {
    let policy = policy(Some(365), Some(365), None);
    let app = app_with(&policy).await;
    app.execute(&insert_many(1_100, 1)).await;
    app.execute("SELECT add_application(created_at => now() - interval '400 days')").await;
    let (pool, metrics) = (app.pool().clone(), app.state.metrics.clone());
    run_retention(pool, policy.into(), None, metrics).await.unwrap();
    // The other list does not wait.
    assert_eq!(app.rows("applications").await, 0);
    assert_eq!(app.rows("pending_deletions WHERE waiting = 1100").await, 1);
    assert_eq!(app.rows("consultations").await, 1_100);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_a_thousand_records_or_a_tenth_without_confirmation() {
    let policy = policy(Some(365), None, None);
    let app = app_with(&policy).await;
    app.execute(&insert_many(1_000, 1)).await;
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(1_000));
    // 1,001 of 10,009, and then of 10,010.
    app.execute(&insert_many(1_001, 1)).await;
    app.execute(&insert_many(9_008, 10_000)).await;
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Waiting(1_001));
    app.execute(&insert_many(1, 2)).await;
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(1_001));
    assert_eq!(app.rows("consultations").await, 9_009);
    assert_eq!(app.rows("pending_deletions WHERE waiting > 0").await, 0);
}
