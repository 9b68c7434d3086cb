//! What goes, what stays, and that lists stay exact meanwhile.

use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::json;

use super::{TABLE, aged, keeping, many, policy, swept};
use crate::{
    lists::{
        fold_tests::pages,
        tests::{check_pages, numbers, write},
        upkeep,
    },
    retention::{
        Consent, Outcome,
        condition::{CLOCK, due},
        sweep,
    },
    testing::{
        app::parts,
        form::{TestForm, pdf},
    },
    inbox::action_tests::Worker,
};

#[tokio::test(flavor = "multi_thread")]
async fn each_state_goes_when_its_time_is_over_and_no_earlier() {
    let policy = policy(Some(30), Some(1), Some(10));
    let app = keeping(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    for (state, came, moved) in [
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
        app.execute(&aged(state, came, moved)).await;
    }
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(6));
    let mut connection = app.pool().get().await.unwrap();
    let left = numbers(&mut connection, "SELECT id AS number FROM consultations ORDER BY id").await;
    assert_eq!(left, [1, 2, 3, 4, 5, 6]);
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(0));
    for (list, count) in [("", 6), ("?box=new", 1), ("?box=open", 1), ("?box=done", 2), ("?box=spam", 2)] {
        assert_eq!(ada.get(&format!("/api/consultations{list}")).await["count"], json!(count), "{list}");
    }
    for id in 1..=12 {
        let status = app.get(&format!("/api/consultations/{id}"), &ada.access).await.status();
        assert_eq!(status == StatusCode::OK, id <= 6, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_belongs_to_a_record_goes_with_it() {
    let policy = policy(None, Some(180), None);
    let app = keeping(&policy).await;
    let ada = Worker::named(&app, "ada").await;
    for name in ["Ada Lovelace", "Grace Hopper"] {
        let form = TestForm::of(name).cv("cv.pdf", &pdf(400_000));
        assert_eq!(form.request(&app).send().await.unwrap().status(), StatusCode::CREATED);
    }
    for record in ["applications/1", "applications/2"] {
        for order in [json!({"action": "start", "version": 1}), json!({"action": "note", "text": "Called."})]
        {
            assert_eq!(ada.act(record, &order).await.0, StatusCode::OK);
        }
    }
    let old = "UPDATE applications SET created_at = created_at - interval '181 days', \
               state_since = state_since - interval '181 days' WHERE id = 1";
    app.execute(old).await;
    let before = app.rows("cv_chunks").await;
    assert_eq!(swept(app.pool(), "applications", &policy).await, Outcome::Deleted(1));
    for (rows, left) in
        [("cv_chunks", before / 2), ("applications_words", 1), ("applications", 1), ("history", 2)]
    {
        assert_eq!(app.rows(rows).await, left, "{rows}");
    }
    let (status, record) = parts(app.get("/api/applications/2", &ada.access).await).await;
    assert_eq!((status, &record["full_name"]), (StatusCode::OK, &json!("Grace Hopper")));
    let cv = app.request("GET", record["cv_upload"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(cv.bytes().await.unwrap().len(), 400_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_works_on_is_left_and_looked_at_as_it_is_then() {
    let policy = policy(Some(30), None, Some(30));
    let app = keeping(&policy).await;
    for _ in 0..3 {
        app.execute(&aged("spam", "40 days", None)).await;
    }
    let mut holder = app.pool().get().await.unwrap();
    holder.batch_execute("BEGIN; SELECT 1 FROM consultations WHERE id < 3 FOR UPDATE").await.unwrap();
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(1));
    holder.batch_execute("UPDATE consultations SET state = 'new' WHERE id = 2; COMMIT").await.unwrap();
    assert_eq!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(1));
    assert_eq!(app.rows("consultations WHERE id = 2").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn instances_that_sweep_together_delete_each_record_once() {
    let policy = policy(Some(365), None, None);
    let app = keeping(&policy).await;
    app.execute(&many(5_000, 0, 11)).await;
    let sweep = || swept(app.pool(), TABLE, &policy);
    let outcomes = tokio::join!(sweep(), sweep(), sweep());
    let deleted = |outcome| if let Outcome::Deleted(rows) = outcome { rows } else { 0 };
    let together = [outcomes.0, outcomes.1, outcomes.2].map(deleted).iter().sum::<usize>();
    assert_eq!(together + deleted(sweep().await), 454);
    assert_eq!(app.rows("consultations").await, 5_000 - 454);
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_stay_exact_while_some_go_and_others_come_and_move() {
    let policy = policy(Some(365), None, Some(365));
    let app = keeping(&policy).await;
    app.execute(&many(12_000, 500_000, 12)).await;
    let writers = (1..=2).map(|seed| tokio::spawn(write(app.pool().clone(), seed))).collect::<Vec<_>>();
    let mut connection = app.pool().get().await.unwrap();
    // However old what the writers bring is on the day of this test.
    let sweep = async || sweep(app.pool(), TABLE, &policy, Consent::Given).await.unwrap();
    let mut turn = 0;
    while writers.iter().any(|writer| !writer.is_finished()) {
        // More whose time is over.
        app.execute(&many(30, 600_000 + 100 * turn, 1)).await;
        turn += 1;
        let (folded, _) = tokio::join!(upkeep::fold(&mut connection), sweep());
        folded.unwrap();
        check_pages(&mut connection, 100).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    while sweep().await != Outcome::Deleted(0) {}
    for of_state in due(TABLE, &policy, CLOCK) {
        assert_eq!(app.rows(&format!("consultations WHERE {}", of_state.condition)).await, 0);
    }
    upkeep::fold(&mut connection).await.unwrap();
    check_pages(&mut connection, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_bound_of_a_list_keeps_the_name_of_what_went() {
    let policy = policy(Some(365), None, None);
    let app = keeping(&policy).await;
    let mut connection = app.pool().get().await.unwrap();
    app.execute(&many(19_000, 0, 1_000_000)).await;
    upkeep::fold(&mut connection).await.unwrap();
    let bounds = "SELECT row_id AS number FROM list_buckets \
                  WHERE list LIKE 'consultations%' AND sorted_by = 'name_key' AND row_id > 0 ORDER BY row_id";
    let named = numbers(&mut connection, bounds).await;
    assert!(named.len() > 10, "{named:?}");
    let some = named.iter().take(9).map(i64::to_string).collect::<Vec<_>>().join(", ");
    // In another box than when they became its bounds.
    app.execute(&format!(
        "UPDATE consultations SET created_at = now() - interval '400 days', state = 'done', \
             state_since = now() - interval '399 days' WHERE id IN ({some})"
    ))
    .await;
    assert!(matches!(swept(app.pool(), TABLE, &policy).await, Outcome::Deleted(1..)));
    let left = numbers(&mut connection, bounds).await;
    assert_eq!(named.iter().take(9).filter(|id| left.contains(id)).count(), 0);
    upkeep::fold(&mut connection).await.unwrap();
    assert_eq!(app.rows("list_changes").await, 0);
    check_pages(&mut connection, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_due_is_found_by_an_index_however_many_are_not() {
    let policy = policy(Some(365), None, Some(365));
    let app = keeping(&policy).await;
    let mut connection = app.pool().get().await.unwrap();
    let mut touched = Vec::new();
    for (from, rows) in [(0, 2_000), (2_000, 30_000)] {
        app.execute(&many(rows, from, 1_000_000)).await;
        // Spam that came long ago and is so since yesterday.
        app.execute(&format!(
            "UPDATE consultations SET state = 'spam', created_at = now() - interval '400 days', \
                 state_since = now() - interval '1 day' WHERE id % 4 = 0 AND id > {from}"
        ))
        .await;
        app.execute("VACUUM ANALYZE consultations").await;
        let mut all = 0;
        for of_state in due(TABLE, &policy, CLOCK) {
            let statement = format!(
                "SELECT id FROM consultations WHERE {} ORDER BY {} LIMIT 100 FOR UPDATE SKIP LOCKED",
                of_state.condition, of_state.order
            );
            // What a connection looks up once is no matter of the statement.
            pages(&mut connection, &statement).await;
            all += pages(&mut connection, &statement).await;
        }
        touched.push(all);
    }
    assert!(touched[0] < 60 && touched[1] < 60, "{touched:?} pages");
}
