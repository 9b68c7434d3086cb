//! Runs a server under a database account with only the documented grants.

use std::time::Duration;

use agency_core::stored_forms;
use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::storage::{grants::grants, migrations::migrate};
use crate::{
    background::{
        cleanup,
        delivery::{queue, row::Transport},
        retention::{self, Sweep},
    },
    config::retention::Policy,
    testing::{
        app::{PASSWORD, TestApp, pair, parts, pause},
        database::Role,
        form::{TestForm, consultation},
        rows::numbers,
    },
};

/// The owner's server, and the lesser role's.
async fn both(role: &Role) -> (TestApp, TestApp) {
    let owner = TestApp::start().await;
    owner.execute(&format!("CREATE ROLE {0} LOGIN PASSWORD 'secret'; {1}", role.0, grants(&role.0))).await;
    let lesser = owner.second_server_as(&role.0, "secret").await;
    (owner, lesser)
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_every_call_with_documented_grants() {
    let role = Role::named("serving");
    let (owner, app) = both(&role).await;
    owner.sign_in("ada").await;
    migrate(app.pool()).await.unwrap();
    assert_eq!(app.request("GET", "/readyz").send().await.unwrap().status(), StatusCode::OK);

    assert_eq!(app.rows("pg_roles WHERE rolname = current_user AND NOT rolsuper").await, 1);
    for table in stored_forms().map(|stored| stored.table) {
        for right in ["SELECT", "INSERT"] {
            let has = format!("pg_class WHERE relname = '{table}' AND has_table_privilege(oid, '{right}')");
            assert_eq!(app.rows(&has).await, 1, "{right} ON {table}");
        }
    }
    let (access, first) = pair(app.login("ada", PASSWORD).await).await;
    pair(app.post("/api/token/refresh/", &json!({"refresh": first})).await).await;
    assert_eq!(app.get("/api/userinfo", &access).await.status(), StatusCode::OK);

    let form = consultation();
    for key in [None, Some("0123456789abcdef"), Some("0123456789abcdef")] {
        let request = app.request("POST", "/api/consultations/create/").json(&form);
        let request = if let Some(key) = key { request.header("idempotency-key", key) } else { request };
        assert_eq!(request.send().await.unwrap().status(), StatusCode::CREATED);
    }
    let bait = json!({"message": "We need a shop for ten thousand ties.", "full_name": "Ada Lovelace",
        "email": "a@b.example", "subject": "Hello"});
    assert_eq!(app.post("/api/consultations/create/", &bait).await.status(), StatusCode::CREATED);
    assert_eq!(app.rows("submissions WHERE state = 'spam' AND text_hash IS NOT NULL").await, 1);
    let sent = TestForm::valid().request(&app).header("idempotency-key", "fedcba9876543210");
    assert_eq!(sent.send().await.unwrap().status(), StatusCode::CREATED);
    for (list, count) in [("consultations", 3), ("applications", 1)] {
        let (status, body) = parts(app.get(&format!("/api/{list}?sort=name_asc"), &access).await).await;
        assert_eq!((status, &body["count"]), (StatusCode::OK, &json!(count)), "{list}");
    }
    let application =
        numbers(&mut app.pool().get().await.unwrap(), "SELECT id AS number FROM applications").await[0];
    let application = format!("applications/{application}");
    for (record, action) in [
        ("consultations/1", json!({"action": "start", "version": 1})),
        ("consultations/1", json!({"action": "note", "text": "Called her."})),
        (&application, json!({"action": "assign", "version": 1, "to": "ada"})),
        (&application, json!({"action": "undo", "version": 2})),
        (&application, json!({"action": "assign", "version": 3, "to": "ada"})),
    ] {
        let request =
            app.request("POST", &format!("/api/{record}/actions/")).bearer_auth(&access).json(&action);
        let (status, body) = parts(request.send().await.unwrap()).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    assert_eq!(app.get("/api/consultations/1/neighbours?q=shop", &access).await.status(), StatusCode::OK);
    let link = app.request("POST", "/api/consultations/export/?q=shop").bearer_auth(&access);
    let (_, link): (_, Value) = parts(link.send().await.unwrap()).await;
    let file = app.request("GET", link["url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(file.text().await.unwrap().lines().count(), 4);
    while app.rows("exports WHERE rows = 3 AND ended_at IS NOT NULL").await == 0 {
        pause().await;
    }
    let mine = parts(app.get("/api/applications?assigned=me&box=new", &access).await).await;
    assert_eq!(mine.1["count"], json!(1));
    assert_eq!(app.get("/api/inbox/", &access).await.status(), StatusCode::OK);
    let insights = "/api/insights?from=2026-01-01&to=2026-01-31&zone=UTC";
    assert_eq!(app.get(insights, &access).await.status(), StatusCode::OK);
    assert_eq!(app.get("/api/admins/", &access).await.status(), StatusCode::OK);
    let (_, record): (_, Value) = parts(app.get(&format!("/api/{application}"), &access).await).await;
    let cv = app.get(record["cv_upload"].as_str().unwrap(), &access).await;
    assert_eq!(cv.status(), StatusCode::OK);
    assert!(!cv.bytes().await.unwrap().is_empty());
    let ended = app.request("POST", "/api/account/sign-ins/end-others/").bearer_auth(&access);
    let (access, second) =
        pair(ended.json(&json!({"current_password": PASSWORD})).send().await.unwrap()).await;
    let happened = parts(app.get("/api/account/events/", &access).await).await.1;
    assert_eq!(happened["results"][0]["event"], json!("other sign-ins ended"));
    assert_eq!(happened["results"][0]["by"], json!("owner"));
    let revoked = app.post("/api/token/revoke/", &json!({"refresh": second})).await;
    assert_eq!(revoked.status(), StatusCode::NO_CONTENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_the_schema_that_the_account_may_not_use() {
    let role = Role::named("schema");
    let app = TestApp::start().await;
    app.execute(&format!(
        "CREATE ROLE {0} LOGIN PASSWORD 'secret'; CREATE SCHEMA \"the agency\";
         DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = \"the agency\"', current_database()); END $$",
        role.0
    ))
    .await;
    let (owner, lesser) = (app.second_server().await, app.second_server_as(&role.0, "secret").await);
    migrate(owner.pool()).await.unwrap();
    let refusal = migrate(lesser.pool()).await.unwrap_err().to_string();
    assert!(refusal.contains("may not use the schema the agency: as its owner"), "{refusal}");
    owner.execute(&grants(&role.0)).await;
    migrate(lesser.pool()).await.unwrap();
    assert_eq!(lesser.request("GET", "/readyz").send().await.unwrap().status(), StatusCode::OK);
    assert_eq!(
        lesser.post("/api/consultations/create/", &consultation()).await.status(),
        StatusCode::CREATED
    );
    owner.execute(&format!("REVOKE SELECT ON __diesel_schema_migrations FROM {}", role.0)).await;
    let refusal = migrate(lesser.pool()).await.unwrap_err().to_string();
    assert!(refusal.contains("__diesel_schema_migrations") && refusal.contains("grants"), "{refusal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn runs_background_tasks_with_documented_grants() {
    let role = Role::named("background");
    let (owner, app) = both(&role).await;
    owner
        .execute(
            "INSERT INTO attempt_windows (subject, made_at) VALUES ('', ARRAY[now() - interval '2 days']); \
             INSERT INTO idempotency_keys (key, content_hash, submission_id, created_at) \
             VALUES ('k', '', add_consultation(), now() - interval '8 days'); \
             INSERT INTO admins (username, password_hash) VALUES ('ada', ''); \
             INSERT INTO refresh_tokens (token_hash, family, admin_id, expires_at) VALUES ('', '', 1, now())",
        )
        .await;
    assert_eq!(cleanup::clean_up(app.pool()).await.unwrap(), 3);
    owner.execute("SELECT add_application()").await;
    app.reindex().await;
    assert_eq!(owner.rows("submissions WHERE words @@ 'shop'").await, 1);
    assert_eq!(owner.rows("submissions WHERE words @@ 'engines'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaves_due_records_to_database_owner() {
    let role = Role::named("due");
    let (owner, app) = both(&role).await;
    let policy = Policy { lists: [("consultations", 365)].into(), spam: None };
    let sweep = async |app: &TestApp, is_confirmed| {
        retention::sweep(
            app.pool(),
            "consultations",
            &policy,
            app.state.webhooks.as_deref(),
            is_confirmed,
            |_| (),
        )
        .await
        .unwrap()
    };
    owner
        .execute(
            "SELECT add_consultation(created_at => now() - interval '400 days') FROM generate_series(1, 1001)",
        )
        .await;
    for is_confirmed in [false, true] {
        assert_eq!(sweep(&app, is_confirmed).await, Sweep::Denied);
    }
    assert_eq!(owner.rows("consultations").await, 1_001);
    assert_eq!(owner.rows("pending_deletions").await, 0);
    // The server reports what waits, though it could not delete it.
    assert_eq!(sweep(&owner, false).await, Sweep::Waiting(1_001));
    let (access, _) = owner.sign_in("ada").await;
    let inbox = parts(app.get("/api/inbox/", &access).await).await.1;
    assert_eq!(inbox["retention"], json!({"waiting": 1_001}));
    assert_eq!(sweep(&owner, true).await, Sweep::Deleted(1_001));
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_mails_and_webhooks_with_documented_grants() {
    let role = Role::named("sending");
    let (owner, app) = both(&role).await;
    let form = consultation();
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    let (access, _) = owner.sign_in("ada").await;
    let start = app.request("POST", "/api/consultations/1/actions/").bearer_auth(&access);
    let start = start.json(&json!({"action": "start", "version": 1})).send().await.unwrap();
    assert_eq!(start.status(), StatusCode::OK);
    let mut connection = app.pool().get().await.unwrap();
    for (transport, failed) in [(Transport::Mail, 0), (Transport::Webhook, 1)] {
        let minute = Duration::from_mins(1);
        let mut leased = queue::lease(&mut connection, transport, 10, minute).await.unwrap();
        leased.sort_by_key(|row| row.id);
        // A notice and an acknowledgement, or a new record and its change.
        let [first, second] = &leased[..] else { panic!("not two rows") };
        queue::renew(&mut connection, first, minute).await.unwrap();
        queue::mark_sent(&mut connection, first).await.unwrap();
        let is_given_up = queue::mark_failed(&mut connection, second, "550 no", None).await.unwrap();
        assert_eq!(is_given_up, Some(true));
        assert_eq!(queue::count_waiting(&mut connection, transport).await.unwrap().0, 0);
        assert_eq!(queue::count_failed(&mut connection, transport).await.unwrap().0, failed);
        assert_eq!(
            i64::try_from(queue::requeue_failed(&mut connection, transport).await.unwrap()).unwrap(),
            failed
        );
        queue::mark_dropped(&mut connection, second).await.unwrap();
    }
    assert_eq!(queue::drop_unnotified(&mut connection, &[]).await.unwrap(), 0);
    assert_eq!(queue::drop_webhooks(&mut connection).await.unwrap(), 0);
    for is_spam in [true, false] {
        queue::hold(&mut connection, "x", is_spam).await.unwrap();
    }
    owner.execute("UPDATE deliveries SET created_at = now() - interval '8 days'").await;
    assert_eq!(cleanup::clean_up(app.pool()).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn denies_rights_that_serving_does_not_need() {
    let role = Role::named("denied");
    let (_owner, app) = both(&role).await;
    let mut connection = app.pool().get().await.unwrap();
    for statement in [
        "DELETE FROM consultations",
        "UPDATE consultations SET message = 'We need a bridge.'",
        "DELETE FROM submissions",
        "TRUNCATE submissions",
        "UPDATE submissions SET email = 'eve@mail.example'",
        "UPDATE submissions SET created_at = now()",
        "UPDATE submissions SET spam_reasons = '{}'",
        "INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key, created_at) \
         VALUES ('consultations', md5(''), 'Eve', 'eve', 'eve@mail.example', 'eve@mail.example', '2020-01-01')",
        "DELETE FROM list_counts",
        "TRUNCATE list_counts",
        "UPDATE pending_deletions SET waiting = 0",
        "DELETE FROM pending_deletions",
        "INSERT INTO history (submission_id, at, by, action, from_state, to_state, text) \
         VALUES (1, '2020-01-01', 'Ada', 'note', 'new', 'new', 'Called her.')",
        "INSERT INTO history (id, submission_id, by, action, from_state, to_state, text) OVERRIDING SYSTEM VALUE \
         VALUES (1, 1, 'Ada', 'note', 'new', 'new', 'Called her.')",
        "INSERT INTO account_events (at, admin_id, account, event) VALUES ('2020-01-01', 1, 'ada', 'created')",
        "INSERT INTO exports (list, at, by) VALUES ('consultations', '2020-01-01', 'Ada')",
        "INSERT INTO exports (list, by, rows, ended_at) VALUES ('consultations', 'Ada', 1, '2020-01-01')",
        "UPDATE history SET text = 'We never called her.'",
        "DELETE FROM history",
        "TRUNCATE history",
        "UPDATE deliveries SET recipient = 'eve@mail.example'",
        "UPDATE deliveries SET message_id = 'x'",
        "UPDATE deliveries SET slug = 'x'",
        "UPDATE deliveries SET purpose = 'submission.deleted'",
        "TRUNCATE deliveries",
        "UPDATE exports SET by = 'eve'",
        "UPDATE exports SET at = '2020-01-01'",
        // What happened is dated by the database's own clock.
        "INSERT INTO history (submission_id, at, by, action, from_state, to_state, text) \
         VALUES (1, '2020-01-01', 'Ada', 'note', 'new', 'new', 'Called her.')",
        "INSERT INTO history (id, submission_id, by, action, from_state, to_state, text) OVERRIDING SYSTEM VALUE \
         VALUES (1, 1, 'Ada', 'note', 'new', 'new', 'Called her.')",
        "INSERT INTO account_events (at, admin_id, account, event) VALUES ('2020-01-01', 1, 'ada', 'created')",
        "INSERT INTO exports (list, at, by) VALUES ('consultations', '2020-01-01', 'Ada')",
        "INSERT INTO exports (list, by, rows, ended_at) VALUES ('consultations', 'Ada', 1, '2020-01-01')",
        "DELETE FROM exports",
        "TRUNCATE exports",
        "DELETE FROM applications",
        "DELETE FROM cv_chunks",
        "TRUNCATE consultations",
        "INSERT INTO admins (username, password_hash) VALUES ('eve', '')",
        "UPDATE admins SET username = 'eve'",
        "UPDATE account_events SET account = 'eve'",
        "DELETE FROM account_events",
        "DELETE FROM admins",
        "CREATE TABLE other ()",
        "ALTER TABLE consultations ADD other text",
        "DROP TABLE attempt_windows",
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('99999999999999')",
    ] {
        let denied = connection.batch_execute(statement).await.unwrap_err().to_string();
        assert!(denied.starts_with("SQLSTATE 42501: "), "{statement}: {denied}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn waits_for_owner_to_run_missing_migrations() {
    let role = Role::named("waiting");
    let (owner, app) = both(&role).await;
    owner.unmigrate().await;
    let refused = migrate(app.pool()).await.unwrap_err().to_string();
    assert!(refused.contains("may not use the schema public"), "{refused}");
    let readiness = async || parts(app.request("GET", "/readyz").send().await.unwrap()).await.1;
    assert_eq!(readiness().await, json!({"message": "The database is not up to date yet"}));
    migrate(owner.pool()).await.unwrap();
    owner.execute(&grants(&role.0)).await;
    migrate(app.pool()).await.unwrap();
    assert_eq!(readiness().await, json!({"status": "ready"}));
}
