//! One action on several records over HTTP.

use std::time::Duration;

use diesel_async::{AsyncConnection as _, SimpleAsyncConnection as _};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{NAME_EVE, Worker, consultation, refused};
use crate::testing::app::{TestApp, parts};

const KEY: &str = "0123456789abcdef";

/// Adds consultations in a state and returns their slugs.
async fn add(app: &TestApp, ada: &Worker<'_>, count: usize) -> Vec<String> {
    for _ in 0..count {
        app.execute(&consultation("new")).await;
    }
    let list = ada.get("/api/consultations?sort=oldest").await;
    let rows = list["results"].as_array().unwrap().iter();
    rows.map(|row| row["slug"].as_str().unwrap().to_owned()).collect()
}

fn body(action: &str, records: &[(&str, i64)]) -> Value {
    let records = records.iter().map(|(slug, version)| json!({"slug": slug, "version": version}));
    json!({"action": action, "records": records.collect::<Vec<_>>()})
}

/// Returns the slug and the status of each result, in order.
fn statuses(answer: &Value) -> Vec<(&str, i64)> {
    let results = answer["results"].as_array().unwrap().iter();
    results.map(|one| (one["slug"].as_str().unwrap(), one["status"].as_i64().unwrap())).collect()
}

async fn bulk(worker: &Worker<'_>, body: &Value, key: Option<&str>) -> Value {
    let (status, answer) = parts(worker.send_bulk("consultations", body, key).await).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn returns_result_of_each_record_in_order() {
    let app = TestApp::start().await;
    let (ada, eve) = (Worker::named(&app, "ada").await, Worker::named(&app, "eve").await);
    app.execute(NAME_EVE).await;
    let slugs = add(&app, &ada, 6).await;
    let slugs = slugs.iter().map(String::as_str).collect::<Vec<_>>();
    let [fine, changed, done, deleted, spam, last] = slugs[..] else { panic!("{slugs:?}") };
    for (slug, action) in [(changed, "start"), (done, "finish")] {
        let act = json!({"action": action, "version": 1});
        assert_eq!(eve.act(&format!("consultations/{slug}"), &act).await.0, StatusCode::OK);
    }
    app.execute(&format!("UPDATE submissions SET state = 'spam' WHERE slug = '{spam}'")).await;
    app.execute(&format!("DELETE FROM submissions WHERE slug = '{deleted}'")).await;
    let unknown = "0".repeat(32);
    let finish = body(
        "finish",
        &[(last, 1), (&unknown, 1), (changed, 1), (done, 2), ("1", 1), (deleted, 1), (spam, 1), (fine, 1)],
    );
    let answer = bulk(&ada, &finish, None).await;
    assert_eq!(
        statuses(&answer),
        [
            (last, 200),
            (unknown.as_str(), 404),
            (changed, 409),
            (done, 422),
            ("1", 404),
            (deleted, 404),
            (spam, 422),
            (fine, 200)
        ]
    );
    let result = |at: usize| &answer["results"][at];
    for (at, slug) in [(0, last), (2, changed), (7, fine)] {
        assert_eq!(result(at)["record"], ada.get(&format!("/api/consultations/{slug}")).await);
    }
    for (at, message) in [
        (1, "Consultation not found"),
        (2, "Eve started this"),
        (3, "This is already done"),
        (6, "This is spam. Mark it as not spam first"),
    ] {
        assert_eq!(result(at)["message"], json!(message));
        assert_eq!(result(at).get("record").is_some(), at == 2);
    }
    assert_eq!(result(0).get("message"), None);
    // A slug of another list is not found.
    let (status, other) = parts(ada.send_bulk("applications", &body("spam", &[(fine, 2)]), None).await).await;
    assert_eq!((status, statuses(&other)), (StatusCode::OK, vec![(fine, 404)]));
    assert_eq!(app.rows("submissions WHERE state = 'done'").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_request_that_is_invalid_for_every_record() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let slugs = add(&app, &ada, 1).await;
    let one = (slugs[0].as_str(), 1);
    let many = (0..101).map(|number| format!("{number:032x}")).collect::<Vec<_>>();
    let many = many.iter().map(|slug| (slug.as_str(), 1)).collect::<Vec<_>>();
    for (body, field, message) in [
        (body("start", &[]), "records", "Records must name at least one record"),
        (json!({"action": "start"}), "records", "Records must name at least one record"),
        (body("start", &many), "records", "Records must not exceed 100"),
        (body("start", &[one, one]), "records", "Records must name each record once"),
        (body("start", &[(one.0, 0)]), "records", "Version must be a whole number of at least 1"),
        (body("note", &[one]), "action", "A note can be added to one record at a time"),
        (body("assign", &[one]), "to", "To must be a username, or null to unassign"),
    ] {
        let answer = parts(ada.send_bulk("consultations", &body, None).await).await;
        assert_eq!(answer, refused(field, message), "{body}");
    }
    for body in [json!([]), json!({"action": "start", "records": {}}), json!({"records": [{"version": 1}]})] {
        let answer = ada.send_bulk("consultations", &body, None).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{body}");
    }
    let short_key = ada.send_bulk("consultations", &body("start", &[one]), Some("short")).await;
    assert_eq!(short_key.status(), StatusCode::BAD_REQUEST);
    let anonymous = app.post("/api/consultations/actions/", &body("start", &[one])).await;
    assert_eq!(anonymous.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(app.rows("history").await, 0);
    assert_eq!(statuses(&bulk(&ada, &body("start", &many[1..]), None).await).len(), 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_without_repeating_actions() {
    let app = TestApp::start().await;
    let (ada, eve) = (Worker::named(&app, "ada").await, Worker::named(&app, "eve").await);
    app.execute(NAME_EVE).await;
    let slugs = add(&app, &ada, 3).await;
    let records = slugs.iter().map(|slug| (slug.as_str(), 1)).collect::<Vec<_>>();
    let start = body("start", &records[..2]);
    // The client retries the first two, as after a lost response.
    bulk(&ada, &start, Some(KEY)).await;
    let finish = json!({"action": "finish", "version": 2});
    assert_eq!(eve.act(&format!("consultations/{}", slugs[0]), &finish).await.0, StatusCode::OK);
    let answer = bulk(&ada, &start, Some(KEY)).await;
    assert_eq!(statuses(&answer), [(records[0].0, 200), (records[1].0, 200)]);
    assert_eq!(answer["results"][0]["record"]["state"], json!("done"));
    assert_eq!(app.rows("history WHERE action = 'start'").await, 2);
    // With another record, the first two are still not repeated; with another action, the key is refused.
    let answer = bulk(&ada, &body("start", &records), Some(KEY)).await;
    assert_eq!(statuses(&answer), records.iter().map(|(slug, _)| (*slug, 200)).collect::<Vec<_>>());
    assert_eq!(app.rows("history WHERE action = 'start'").await, 3);
    let answer = bulk(&ada, &body("spam", &records[..1]), Some(KEY)).await;
    assert_eq!(statuses(&answer), [(records[0].0, 409)]);
    assert_eq!(answer["results"][0]["message"], json!("This request was already sent with other content"));
    // Two requests at the same time are applied once.
    let spam = body("spam", &[(records[1].0, 2), (records[2].0, 2)]);
    let key = Some("fedcba9876543210");
    let (one, other) = tokio::join!(bulk(&ada, &spam, key), bulk(&ada, &spam, key));
    assert_eq!((statuses(&one), statuses(&other)), (statuses(&one), statuses(&one)));
    assert_eq!(app.rows("history WHERE action = 'spam'").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn undoes_an_action_on_several_records() {
    let app = TestApp::start().await;
    let (ada, eve) = (Worker::named(&app, "ada").await, Worker::named(&app, "eve").await);
    app.execute(NAME_EVE).await;
    let slugs = add(&app, &ada, 10).await;
    let at = |version| slugs.iter().map(|slug| (slug.as_str(), version)).collect::<Vec<_>>();
    let mut assign = body("assign", &at(1));
    assign["to"] = json!("eve");
    assert!(statuses(&bulk(&ada, &assign, Some(KEY)).await).iter().all(|(_, status)| *status == 200));
    assert_eq!(app.rows("submissions WHERE assigned_to IS NOT NULL").await, 10);
    let note = json!({"action": "note", "text": "Mine."});
    assert_eq!(eve.act(&format!("consultations/{}", slugs[3]), &note).await.0, StatusCode::OK);
    let answer = bulk(&ada, &body("undo", &at(2)), None).await;
    for (number, (_, status)) in statuses(&answer).into_iter().enumerate() {
        assert_eq!(status, if number == 3 { 409 } else { 200 });
    }
    assert_eq!(answer["results"][3]["message"], json!("Eve added a note"));
    assert_eq!(app.rows("submissions WHERE assigned_to IS NOT NULL").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_a_temporary_failure_of_one_record_alone() {
    let app = TestApp::set_up(|setup| setup.config.database.timeouts.lock = Duration::from_millis(200)).await;
    let ada = Worker::named(&app, "ada").await;
    let slugs = add(&app, &ada, 6).await;
    let slugs = slugs.iter().map(String::as_str).collect::<Vec<_>>();
    let finish = body("finish", &slugs.iter().map(|slug| (*slug, 1)).collect::<Vec<_>>());
    let mut other = app.pool().get().await.unwrap();
    let answer = other.transaction(async |connection| {
        let lock = format!("SELECT FROM submissions WHERE slug = '{}' FOR UPDATE", slugs[1]);
        connection.batch_execute(&lock).await?;
        diesel::QueryResult::Ok(bulk(&ada, &finish, Some(KEY)).await)
    });
    let answer = answer.await.unwrap();
    let expected = |locked| {
        let status = |(nth, slug)| (slug, if nth == 1 { locked } else { 200 });
        slugs.iter().copied().enumerate().map(status).collect::<Vec<_>>()
    };
    assert_eq!(statuses(&answer), expected(503));
    assert_eq!(
        answer["results"][1]["message"],
        "The service is not available right now. Please try again shortly."
    );
    // The same again does what is left.
    assert_eq!(statuses(&bulk(&ada, &finish, Some(KEY)).await), expected(200));
}

#[tokio::test(flavor = "multi_thread")]
async fn leaves_read_only_sessions_after_a_record_failed_in_one() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let slugs = add(&app, &ada, 1).await;
    let finish = body("finish", &[(&slugs[0], 1)]);
    app.make_read_only().await;
    assert_eq!(statuses(&bulk(&ada, &finish, None).await)[0].1, 503);
    app.make_writable().await;
    assert_eq!(statuses(&bulk(&ada, &finish, None).await)[0].1, 200);
}
