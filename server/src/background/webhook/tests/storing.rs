//! Webhooks are stored together with the change.

use std::time::Duration;

use diesel::{dsl::sql, sql_types::BigInt};
use diesel_async::AsyncConnection as _;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{app_with, config, events, slack};
use crate::{
    auth::admins::{self, AdminChange},
    background::{
        cleanup::clean_up,
        delivery::{queue, row::Transport},
        retention::{Sweep, sweep},
        webhook::outbox::replace_by_deletions,
    },
    config::retention::Policy,
    inbox::{forget::forget, tests::Worker as Staff},
    storage::source::Source,
    testing::{
        app::{TestApp, texts},
        delivery::{consult, spam},
        form::TestForm,
    },
};

const NOWHERE: &str = "http://localhost/";

/// Returns id, type and holding of every stored webhook.
async fn rows(app: &TestApp) -> Vec<String> {
    let query = "SELECT concat_ws(' ', message_id, purpose, state, held) AS text FROM deliveries ORDER BY id";
    texts(app, query).await
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_new_records_with_their_texts_but_no_cv() {
    let app = app_with(&config(NOWHERE)).await;
    let slug = consult(&app, "ada@lovelace.example").await;
    let (status, created) = TestForm::valid().send(&app).await;
    assert_eq!(status, StatusCode::CREATED);
    let application = created["slug"].as_str().unwrap();
    assert_eq!(
        rows(&app).await,
        [
            format!("{slug}_1 submission.created waiting f"),
            format!("{application}_1 submission.created waiting f")
        ]
    );
    let events = events(&app, "true").await;
    let at = &events[0]["timestamp"];
    assert_eq!(
        events[0],
        json!({"type": "submission.created", "timestamp": at, "data": {
            "kind": "consultations", "slug": slug, "submitted_at": at, "state": "new", "assigned_to": null, "version": 1,
            "summary": "Consultation from Ada Lovelace",
            "url": format!("https://agency.example/dashboard/consultation/{slug}"),
            "full_name": "Ada Lovelace", "email": "ada@lovelace.example", "referral": null, "message": "We need a shop.",
            "source": Source::unknown(),
        }})
    );
    assert_eq!(events[1]["data"]["submitted_at"], created["submitted_at"]);
    let data = events[1]["data"].as_object().unwrap();
    let names = data.keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(
        names,
        [
            "assigned_to",
            "cover_letter",
            "cv_file_name",
            "email",
            "full_name",
            "job_title",
            "kind",
            "slug",
            "source",
            "state",
            "submitted_at",
            "summary",
            "url",
            "version"
        ]
    );
    assert_eq!(data["summary"], "Application from Ada Lovelace: Software Engineer");
    assert_eq!(data["cv_file_name"], "cv.pdf");
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_none_for_repeated_or_rejected_forms_or_without_settings() {
    let app = app_with(&config(NOWHERE)).await;
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    for _ in 0..3 {
        let request = app.request("POST", "/api/consultations/create/").json(&form);
        let answer = request.header("idempotency-key", "0123456789abcdef").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
    let refused = json!({"message": "short", "full_name": "A", "email": "a"});
    let answer = app.post("/api/consultations/create/", &refused).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(app.rows("deliveries").await, 1);

    let without = TestApp::start().await;
    let ada = Staff::named(&without, "ada").await;
    consult(&without, "ada@lovelace.example").await;
    assert_eq!(ada.act("consultations/1", &json!({"action": "start", "version": 1})).await.0, StatusCode::OK);
    forget(without.pool(), without.state.webhooks.as_deref(), "ada@lovelace.example").await.unwrap();
    assert_eq!(without.rows("deliveries").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_every_action_with_its_author_but_no_note() {
    let app = app_with(&config(NOWHERE)).await;
    let ada = Staff::named(&app, "ada").await;
    let slug = consult(&app, "ada@lovelace.example").await;
    let path = format!("consultations/{slug}");
    for (version, action) in [
        json!({"action": "start", "version": 1}),
        json!({"action": "assign", "version": 2, "to": "ada"}),
        json!({"action": "note", "text": "Her budget is a secret."}),
        json!({"action": "finish", "version": 4}),
        json!({"action": "undo", "version": 5}),
    ]
    .into_iter()
    .enumerate()
    {
        let (status, record) = ada.act(&path, &action).await;
        assert_eq!((status, &record["version"]), (StatusCode::OK, &json!(version + 2)), "{action}");
    }
    // What changes nothing tells nothing.
    assert_eq!(ada.act(&path, &json!({"action": "finish", "version": 1})).await.0, StatusCode::CONFLICT);
    let same = json!({"action": "assign", "version": 6, "to": "ada"});
    assert_eq!(ada.act(&path, &same).await.0, StatusCode::OK);
    let told = events(&app, "purpose = 'submission.updated'").await;
    let fields = ["version", "action", "state", "assigned_to", "by"];
    let told_fields =
        told.iter().map(|event| fields.map(|field| event["data"][field].clone())).collect::<Vec<_>>();
    let person = json!({"username": "ada", "name": "Ada"});
    let expected = [
        (2, "start", "open", &Value::Null),
        (3, "assign", "open", &person),
        (4, "note", "open", &person),
        (5, "finish", "done", &person),
        (6, "undo", "open", &person),
    ];
    let expected = expected.map(|(version, action, state, to)| {
        [json!(version), json!(action), json!(state), to.clone(), json!("Ada")]
    });
    assert_eq!(told_fields, expected);
    for event in &told {
        assert_eq!(event["data"]["url"], format!("https://agency.example/dashboard/consultation/{slug}"));
        assert!(!event.to_string().contains("budget"), "{event}");
        assert!(!event.to_string().contains("lovelace"), "{event}");
    }
    let ids = texts(&app, "SELECT message_id AS text FROM deliveries ORDER BY id").await;
    assert_eq!(ids, (1..=6).map(|version| format!("{slug}_{version}")).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn tells_that_records_of_a_removed_admin_are_unassigned() {
    let app = app_with(&config(NOWHERE)).await;
    let ada = Staff::named(&app, "ada").await;
    Staff::named(&app, "eve").await;
    let slug = consult(&app, "ada@lovelace.example").await;
    let assign = json!({"action": "assign", "version": 1, "to": "eve"});
    assert_eq!(ada.act("consultations/1", &assign).await.0, StatusCode::OK);
    admins::change(app.pool(), app.state.webhooks.as_deref(), "eve", AdminChange::Remove).await.unwrap();
    let told = events(&app, &format!("message_id = '{slug}_3'")).await;
    assert_eq!(
        (&told[0]["data"]["assigned_to"], &told[0]["data"]["by"], &told[0]["data"]["action"]),
        (&Value::Null, &Value::Null, &json!("assign"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_webhooks_of_spam() {
    let app = app_with(&config(NOWHERE)).await;
    let staff = Staff::named(&app, "ada").await;
    let bot = spam(&app, "spammer@mail.example").await;
    let honest = consult(&app, "ada@lovelace.example").await;
    let act = async |record: &str, action: &str, version: i64| {
        let (status, _) = staff.act(record, &json!({"action": action, "version": version})).await;
        assert_eq!(status, StatusCode::OK);
    };
    let held = async |slug: &str| {
        let query = format!(
            "SELECT concat_ws(' ', message_id, held) AS text FROM deliveries WHERE slug = '{slug}' ORDER BY id"
        );
        texts(&app, &query).await.iter().map(|row| row.replace(slug, "")).collect::<Vec<_>>()
    };
    // A note does not release it.
    let note = json!({"action": "note", "text": "Who is that?"});
    assert_eq!(staff.act("consultations/1", &note).await.0, StatusCode::OK);
    // Storing it as spam was its second version.
    assert_eq!(held(&bot).await, ["_1 t", "_3 t"]);
    assert_eq!(held(&honest).await, ["_1 f"]);
    act("consultations/1", "not_spam", 3).await;
    assert_eq!(held(&bot).await, ["_1 f", "_3 f", "_4 f"]);
    act("consultations/2", "spam", 1).await;
    assert_eq!(held(&honest).await, ["_1 t", "_2 t"]);
    act("consultations/2", "undo", 2).await;
    assert_eq!(held(&honest).await, ["_1 f", "_2 f", "_3 f"]);
    // A record that was spam is told as any other.
    let created = events(&app, &format!("message_id = '{bot}_1'")).await;
    assert_eq!((&created[0]["data"]["state"], &created[0]["data"]["version"]), (&json!("new"), &json!(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn tells_deletions_of_records_that_were_told() {
    let app = app_with(&config(NOWHERE)).await;
    let ada = Staff::named(&app, "ada").await;
    // From before the settings, spam, spam that was told, waiting, sent, and of somebody else.
    app.execute("SELECT add_consultation(email => 'ada@lovelace.example')").await;
    spam(&app, "ada@lovelace.example").await;
    let known_spam = consult(&app, "ada@lovelace.example").await;
    app.execute("UPDATE deliveries SET state = 'sent', message = NULL WHERE NOT held").await;
    assert_eq!(ada.act("consultations/3", &json!({"action": "spam", "version": 1})).await.0, StatusCode::OK);
    let waiting = consult(&app, "Ada@lovelace.example").await;
    let sent = consult(&app, "ada@Lovelace.example").await;
    app.execute(&format!("UPDATE deliveries SET state = 'sent', message = NULL WHERE slug = '{sent}'")).await;
    assert_eq!(ada.act("consultations/5", &json!({"action": "start", "version": 1})).await.0, StatusCode::OK);
    let other = consult(&app, "grace@hopper.example").await;

    forget(app.pool(), app.state.webhooks.as_deref(), "ada@lovelace.example").await.unwrap();
    let mut expected =
        [known_spam, waiting, sent].map(|slug| format!("{slug}_deleted submission.deleted waiting f"));
    expected.sort();
    let mut stored = rows(&app).await;
    assert_eq!(stored.remove(0), format!("{other}_1 submission.created waiting f"));
    stored.sort();
    assert_eq!(stored, expected);
    for event in events(&app, "purpose = 'submission.deleted'").await {
        assert_eq!(event["data"].as_object().unwrap().keys().collect::<Vec<_>>(), ["slug"]);
    }
    assert_eq!(app.rows("deliveries WHERE message LIKE '%lovelace%'").await, 0);
    // The sweep, too.
    app.execute("UPDATE submissions SET created_at = now() - interval '2 days', state_since = now() - interval '2 days'").await;
    let policy = Policy { lists: [("consultations", 1)].into_iter().collect(), spam: None };
    assert_eq!(
        sweep(app.pool(), "consultations", &policy, app.state.webhooks.as_deref(), false, |_| ())
            .await
            .unwrap(),
        Sweep::Deleted(1)
    );
    assert_eq!(rows(&app).await.last().unwrap(), &format!("{other}_deleted submission.deleted waiting f"));
    assert_eq!(app.rows("deliveries WHERE purpose <> 'submission.deleted'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn tells_the_deletion_of_many_records() {
    let app = app_with(&config(NOWHERE)).await;
    // More parameters than a statement can have.
    app.execute(
        "INSERT INTO deliveries (transport, slug, purpose, message_id, state)
         SELECT 'webhook', n, 'submission.created', n, 'sent' FROM generate_series(1, 14000) AS n",
    )
    .await;
    let slugs = (1..=14_000).map(|number| number.to_string()).collect::<Vec<_>>();
    replace_by_deletions(&mut app.pool().get().await.unwrap(), app.state.webhooks.as_deref(), &slugs)
        .await
        .unwrap();
    assert_eq!(
        app.rows("deliveries WHERE purpose = 'submission.deleted' AND state = 'waiting'").await,
        14_000
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_few_rows_of_a_long_queue() {
    let app = app_with(&config(NOWHERE)).await;
    app.execute(
        "INSERT INTO deliveries (transport, slug, purpose, message_id, message, state, held)
         SELECT 'webhook', n, CASE n % 4 WHEN 0 THEN 'submission.deleted' ELSE 'submission.created' END, n, '{}',
             CASE n % 1000 WHEN 1 THEN 'failed' ELSE 'waiting' END, n % 100 = 2
         FROM generate_series(1, 10000) AS n",
    )
    .await;
    app.execute("ANALYZE deliveries").await;
    let mut connection = app.pool().get().await.unwrap();
    let read = connection.transaction(async |connection| {
        assert_eq!(queue::lease(connection, Transport::Webhook, 4, Duration::from_mins(1)).await?.len(), 4);
        assert_eq!(queue::count_failed(connection, Transport::Webhook).await?.0, 10);
        queue::hold(connection, "17", true).await?;
        replace_by_deletions(connection, app.state.webhooks.as_deref(), &["23".to_owned()]).await?;
        let read =
            "(SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'deliveries')";
        diesel_async::RunQueryDsl::get_result::<i64>(diesel::select(sql::<BigInt>(read)), connection).await
    });
    let read = read.await.unwrap();
    assert!((10..50).contains(&read), "{read} rows were read");
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_new_records_alone_for_slack() {
    let app = app_with(&slack(NOWHERE)).await;
    let ada = Staff::named(&app, "ada").await;
    let slug = consult(&app, "ada@lovelace.example").await;
    assert_eq!(ada.act("consultations/1", &json!({"action": "start", "version": 1})).await.0, StatusCode::OK);
    assert_eq!(rows(&app).await, [format!("{slug}_1 submission.created waiting f")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn cleans_up_told_changes_after_a_week() {
    let app = app_with(&config(NOWHERE)).await;
    app.execute(
        "INSERT INTO deliveries (transport, slug, purpose, message_id, message, state, created_at)
         SELECT 'webhook', event || state || days, event, '', CASE WHEN state IN ('waiting', 'failed') THEN '{}' END, state,
             now() - days * interval '1 day'
         FROM unnest(ARRAY['submission.created', 'submission.updated', 'submission.deleted']) AS event,
             unnest(ARRAY['waiting', 'sent', 'failed', 'dropped']) AS state, unnest(ARRAY[6, 8]) AS days",
    )
    .await;
    assert_eq!(clean_up(app.pool()).await.unwrap(), 4);
    let gone = "deliveries WHERE purpose <> 'submission.created' AND state IN ('sent', 'dropped') AND slug LIKE '%8'";
    assert_eq!((app.rows("deliveries").await, app.rows(gone).await), (20, 0));
}
