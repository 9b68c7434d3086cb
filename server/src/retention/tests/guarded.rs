//! What is due waits where something looks wrong, until somebody says that it may go.

use agency_core::retention::Policy;
use chrono::TimeDelta;
use serde_json::json;

use super::{GUARDED, TABLE, aged, keeping, many, policy, swept};
use crate::{
    retention::{Consent, Outcome, command::preview, guard::Why, sweep},
    testing::app::TestApp,
    workflow::tests::Worker,
};

/// Has everything happen so much earlier, which is as if the clock had jumped ahead.
async fn jump(app: &TestApp, by: &str) {
    app.execute(&format!(
        "UPDATE retention SET looked_at = looked_at - interval '{by}'; \
         UPDATE consultations SET created_at = created_at - interval '{by}', \
             state_since = state_since - interval '{by}'"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_a_thousand_and_a_tenth_wait_for_a_yes_and_the_dashboard_says_so() {
    let policy = policy(Some(365), None, None);
    let app = keeping(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&many(10_010, 0, 10)).await;
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(1_001));
    app.execute(&many(10_009, 20_000, 9)).await;
    let due = 1_112;
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(1_112));
    // Of what is left, more than a tenth.
    app.execute(&many(3_000, 40_000, 1)).await;
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Waits(3_000, Why::Many));
    assert_eq!(ada.get("/api/inbox/").await["retention"], json!({"waiting": 3_000}));
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Waits(3_000, Why::Many));
    let told = preview(&mut app.pool().get().await.unwrap(), &policy).await.unwrap();
    let rows = 20_019 - 1_001 - due + 3_000;
    let expected = format!(
        "consultations: 3000 of {rows} would be deleted within a day, after `agency-server sweep --yes` alone, \
         because that is more than 1000 and a tenth of the list\n"
    );
    assert_eq!(told, expected);
    assert_eq!(sweep(app.pool(), TABLE, &policy, Consent::Given).await.unwrap(), Outcome::Deleted(3_000));
    assert_eq!(ada.get("/api/inbox/").await["retention"], json!({"waiting": 0}));
    assert_eq!(ada.get("/api/consultations").await["count"], json!(rows - 3_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_a_year_ahead_deletes_nothing() {
    let policy = policy(Some(365), None, Some(30));
    let app = keeping(&policy).await;
    for (state, moved) in [("new", None), ("done", Some("3 days")), ("spam", Some("1 hour"))] {
        app.execute(&aged(state, "5 days", moved)).await;
    }
    jump(&app, "1 year").await;
    for _ in 0..2 {
        let outcome = swept(app.pool(), TABLE, &policy).await;
        assert!(matches!(outcome, Outcome::Waits(3, Why::Clock { .. })), "{outcome:?}");
    }
    // Put right, it goes on as if nothing had been; put wrong again, all waits again.
    jump(&app, "-1 year").await;
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(0));
    assert_eq!(app.rows("retention WHERE waiting > 0").await, 0);
    jump(&app, "1 year").await;
    assert!(matches!(swept(app.pool(), TABLE, &policy).await, Outcome::Waits(3, _)));
    // Somebody who knows that it is right says so.
    assert_eq!(sweep(app.pool(), TABLE, &policy, Consent::Given).await.unwrap(), Outcome::Deleted(3));
    app.execute(&aged("new", "366 days", None)).await;
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_knows_how_long_it_was_believes_no_jump_of_hours() {
    let policy = policy(Some(365), None, None);
    let app = keeping(&policy).await;
    app.execute(&aged("new", "364 days 22 hours", None)).await;
    jump(&app, "3 hours").await;
    let knowing = Consent::Guarded(TimeDelta::minutes(70));
    let outcome = sweep(app.pool(), TABLE, &policy, knowing).await.unwrap();
    assert!(matches!(outcome, Outcome::Waits(1, Why::Clock { .. })), "{outcome:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_behind_and_comes_right_deletes_no_newcomer() {
    let policy = policy(Some(365), None, None);
    let app = keeping(&policy).await;
    // What came while it was a year behind has the time of that clock.
    app.execute("UPDATE retention SET looked_at = looked_at - interval '400 days'").await;
    app.execute(&aged("new", "400 days", None)).await;
    assert!(matches!(swept(app.pool(), TABLE, &policy).await, Outcome::Waits(1, Why::Clock { .. })));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shorter_policy_waits_and_its_preview_tells_how_many() {
    let app = TestApp::start().await;
    for days in ["10 days", "40 days", "400 days"] {
        app.execute(&aged("new", days, None)).await;
    }
    let year = policy(Some(365), None, None);
    let month = policy(Some(30), None, None);
    let shown = async |policy: &Policy| preview(&mut app.pool().get().await.unwrap(), policy).await.unwrap();
    let shorter =
        "after `agency-server sweep --yes` alone, because the time to keep them is shorter than before\n";
    assert_eq!(shown(&policy(None, None, None)).await, "");
    assert_eq!(shown(&year).await, format!("consultations: 1 of 3 would be deleted within a day, {shorter}"));
    // The first policy is shorter than none.
    assert_eq!(swept(app.pool(), TABLE, &year).await, Outcome::Waits(1, Why::Shorter));
    assert_eq!(sweep(app.pool(), TABLE, &year, Consent::Given).await.unwrap(), Outcome::Deleted(1));
    assert_eq!(shown(&year).await, "consultations: 0 of 2 would be deleted within a day\n");
    assert_eq!(
        shown(&month).await,
        format!("consultations: 1 of 2 would be deleted within a day, {shorter}")
    );
    for _ in 0..2 {
        assert_eq!(swept(app.pool(), TABLE, &month).await, Outcome::Waits(1, Why::Shorter));
    }
    // Who thinks better of it loses nothing.
    assert_eq!(swept(app.pool(), TABLE, &year).await, Outcome::Deleted(0));
    // With nothing due it is known from then on.
    app.execute("DELETE FROM consultations WHERE created_at < now() - interval '30 days'").await;
    assert_eq!(swept(app.pool(), TABLE, &month).await, Outcome::Deleted(0));
    app.execute(&aged("new", "31 days", None)).await;
    assert_eq!(sweep(app.pool(), TABLE, &month, GUARDED).await.unwrap(), Outcome::Deleted(1));
    assert_eq!(app.rows("consultations").await, 1);
}
