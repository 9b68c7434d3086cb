//! Sweeps delete due records only, and keep counts exact.

use diesel_async::SimpleAsyncConnection as _;
use prometheus_client::registry::Registry;
use reqwest::StatusCode;
use serde_json::json;

use super::{KIND, app_with, insert_aged, insert_many, policy, sweep_unconfirmed};
use crate::{
    background::retention::{Sweep, command::sweep_all, run_retention, sweep},
    inbox::tests::Worker,
    storage::Pool,
    testing::{
        app::parts,
        form::{TestForm, pdf},
        rows::{assert_counts_are_exact, numbers},
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn deletes_records_of_each_state_when_their_period_is_over() {
    let policy = policy(Some(30), Some(1), Some(10));
    let app = app_with(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    for (state, age, state_age) in [
        ("new", "29 days 23 hours", None),
        ("open", "29 days 23 hours", Some("20 days")),
        ("done", "29 days 23 hours", Some("20 days")),
        ("done", "400 days", Some("9 days 23 hours")),
        ("spam", "400 days", Some("9 days 23 hours")),
        ("spam", "9 days 23 hours", None),
        ("new", "30 days 1 hour", None),
        ("new", "400 days", Some("10 days 1 hour")),
        ("open", "30 days 1 hour", Some("20 days")),
        ("done", "30 days 1 hour", Some("30 days")),
        ("spam", "400 days", Some("10 days 1 hour")),
        ("spam", "10 days 1 hour", None),
    ] {
        app.execute(&insert_aged(state, age, state_age)).await;
    }
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(6));
    let mut connection = app.pool().get().await.unwrap();
    let left = numbers(&mut connection, "SELECT id AS number FROM consultations ORDER BY id").await;
    assert_eq!(left, [1, 2, 3, 4, 5, 6]);
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(0));
    for (list, count) in [("", 6), ("?box=new", 1), ("?box=open", 1), ("?box=done", 2), ("?box=spam", 2)] {
        assert_eq!(ada.get(&format!("/api/consultations{list}")).await["count"], json!(count), "{list}");
    }
    for id in 1..=12 {
        let status = app.get(&format!("/api/consultations/{id}"), &ada.access).await.status();
        assert_eq!(status == StatusCode::OK, id <= 6, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_everything_that_refers_to_a_record() {
    let policy = policy(None, Some(180), None);
    let app = app_with(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    for name in ["Ada Lovelace", "Grace Hopper"] {
        let form = TestForm::named(name).cv("cv.pdf", &pdf(400_000));
        let request =
            form.request(&app).header("idempotency-key", format!("key of {name}").replace(' ', "-"));
        assert_eq!(request.send().await.unwrap().status(), StatusCode::CREATED);
    }
    for record in ["applications/1", "applications/2"] {
        for order in [json!({"action": "start", "version": 1}), json!({"action": "note", "text": "Called."})]
        {
            assert_eq!(ada.act(record, &order).await.0, StatusCode::OK);
        }
    }
    app.execute(
        "UPDATE submissions SET created_at = created_at - interval '181 days', \
             state_since = state_since - interval '181 days' WHERE id = 1",
    )
    .await;
    let chunks = app.rows("cv_chunks").await;
    assert_eq!(sweep_unconfirmed(&app, "applications", &policy).await, Sweep::Deleted(1));
    for (table, left) in [
        ("submissions", 1),
        ("applications", 1),
        ("cv_chunks", chunks / 2),
        ("history", 2),
        ("idempotency_keys", 1),
    ] {
        assert_eq!(app.rows(table).await, left, "{table}");
    }
    let (status, record) = parts(app.get("/api/applications/2", &ada.access).await).await;
    assert_eq!((status, &record["full_name"]), (StatusCode::OK, &json!("Grace Hopper")));
    let cv = app.get(record["cv_upload"].as_str().unwrap(), &ada.access).await;
    assert_eq!(cv.bytes().await.unwrap().len(), 400_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaves_locked_records_for_the_next_sweep() {
    let policy = policy(Some(30), None, Some(30));
    let app = app_with(&policy).await;
    for _ in 0..3 {
        app.execute(&insert_aged("spam", "40 days", None)).await;
    }
    let mut holder = app.pool().get().await.unwrap();
    holder.batch_execute("BEGIN; SELECT 1 FROM submissions WHERE id < 3 FOR UPDATE").await.unwrap();
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(1));
    holder
        .batch_execute("UPDATE submissions SET state = 'new', state_since = now() WHERE id = 2; COMMIT")
        .await
        .unwrap();
    assert_eq!(sweep_unconfirmed(&app, KIND, &policy).await, Sweep::Deleted(1));
    assert_eq!(app.rows("consultations WHERE id = 2").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_each_record_once_when_instances_sweep_together() {
    let policy = policy(Some(365), None, None);
    let app = app_with(&policy).await;
    app.execute(&insert_many(5_000, 11)).await;
    let sweep = || sweep_unconfirmed(&app, KIND, &policy);
    let outcomes = tokio::join!(sweep(), sweep(), sweep());
    let deleted = |outcome| if let Sweep::Deleted(rows) = outcome { rows } else { 0 };
    let together = [outcomes.0, outcomes.1, outcomes.2].map(deleted).iter().sum::<usize>();
    assert_eq!(together + deleted(sweep().await), 454);
    assert_eq!(app.rows("consultations").await, 5_000 - 454);
}

/// Inserts consultations and moves every fourth one, of half of them.
async fn write(pool: Pool, half: usize) {
    let mut connection = pool.get().await.unwrap();
    for turn in 0..40 {
        connection.batch_execute(&insert_many(10, 3)).await.unwrap();
        let some = format!("id % 2 = {half} AND id % 80 / 2 = {turn}");
        connection
            .batch_execute(&format!(
                "UPDATE submissions SET state = (ARRAY['new', 'open', 'done', 'spam'])[1 + id / 80 % 4], \
                     version = version + 1 WHERE {some}"
            ))
            .await
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_exactly_during_sweeps_and_writes() {
    let policy = policy(Some(365), None, Some(365));
    let app = app_with(&policy).await;
    app.execute(&insert_many(3_000, 12)).await;
    let writers = (0..2).map(|half| tokio::spawn(write(app.pool().clone(), half))).collect::<Vec<_>>();
    let mut connection = app.pool().get().await.unwrap();
    let sweep =
        async || sweep(app.pool(), KIND, &policy, app.state.webhooks.as_deref(), true, |_| ()).await.unwrap();
    while writers.iter().any(|writer| !writer.is_finished()) {
        sweep().await;
        assert_counts_are_exact(&mut connection).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    while sweep().await != Sweep::Deleted(0) {}
    assert_counts_are_exact(&mut connection).await;
    assert_eq!(app.rows("submissions WHERE created_at < now() - interval '365 days'").await, 0);
    // 250 of the first and 3 of every 10 later ones were old.
    assert_eq!(app.rows("consultations").await, 2_750 + 80 * 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_every_list_that_fails() {
    let policy = policy(Some(30), Some(30), None);
    let app = app_with(&policy).await;
    app.execute(&insert_aged("new", "40 days", None)).await;
    app.execute(
        "SELECT add_application(created_at => now() - interval '40 days'); \
         CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'no % is deleted', OLD.kind; END $$; \
         CREATE TRIGGER refuse BEFORE DELETE ON submissions FOR EACH ROW EXECUTE FUNCTION refuse(); \
         DROP TABLE exports; \
         INSERT INTO account_events (admin_id, account, event, at) VALUES (1, 'ada', 'removed', now() - interval '3 years')",
    )
    .await;
    let (pool, metrics) = (app.pool().clone(), app.state.metrics.clone());
    let error = run_retention(pool, policy.into(), None, metrics).await.unwrap_err().to_string();
    let reasons = error.split("; ").collect::<Vec<_>>();
    assert_eq!(reasons.len(), 3, "{error}");
    for (reason, [task, cause]) in reasons.into_iter().zip([
        ["sweeping consultations: ", "no consultations is deleted"],
        ["sweeping applications: ", "no applications is deleted"],
        ["deleting from exports: ", "exports"],
    ]) {
        assert!(reason.starts_with(task) && reason.contains(cause), "{error}");
    }
    assert_eq!(app.rows("account_events WHERE at < now() - interval '2 years'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_what_was_deleted_before_a_failure_and_sweeps_the_other_lists() {
    let policy = policy(Some(30), Some(30), Some(30));
    let app = app_with(&policy).await;
    app.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'spam is kept'; END $$; \
         CREATE TRIGGER refuse BEFORE DELETE ON submissions FOR EACH ROW WHEN (OLD.state = 'spam') \
             EXECUTE FUNCTION refuse()",
    )
    .await;
    let age = async || {
        for (state, rows) in [("new", 200), ("spam", 1)] {
            for _ in 0..rows {
                app.execute(&insert_aged(state, "40 days", None)).await;
            }
        }
        app.execute("SELECT add_application(created_at => now() - interval '40 days')").await;
    };

    age().await;
    let (pool, metrics) = (app.pool().clone(), app.state.metrics.clone());
    let error = run_retention(pool, policy.clone().into(), None, metrics).await.unwrap_err().to_string();
    assert!(error.contains("spam is kept"), "{error}");
    let metrics = app.state.metrics.encode_text(&Registry::default()).unwrap();
    assert!(metrics.contains("submissions_deleted_total{kind=\"Consultation\"} 200\n"), "{metrics}");
    assert!(metrics.contains("submissions_deleted_total{kind=\"Application\"} 1\n"), "{metrics}");

    age().await;
    let error = sweep_all(app.pool(), &policy, None, false).await.unwrap_err().to_string();
    assert!(error.starts_with("consultations: ") && error.contains("spam is kept"), "{error}");
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (2, 0));
}
