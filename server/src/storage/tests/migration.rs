use diesel::{
    migration::{Migration, MigrationSource},
    pg::Pg,
};
use diesel_async::{AsyncMigrationHarness, SimpleAsyncConnection as _};
use diesel_migrations::MigrationHarness as _;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::storage::migrations::{MIGRATIONS, Schema, migrate, schema};
use crate::testing::{
    app::{TestApp, parts, texts},
    form::consultation,
};

async fn readiness(app: &TestApp) -> (StatusCode, Value) {
    parts(app.request("GET", "/readyz").send().await.unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_nothing_when_migrated_twice() {
    let app = TestApp::start().await;
    migrate(app.pool()).await.unwrap();
    let mut connection = app.pool().get().await.unwrap();
    assert_eq!(schema(&mut connection).await.unwrap(), Schema::Current);
}

#[tokio::test(flavor = "multi_thread")]
async fn migrates_once_when_instances_start_together() {
    let app = TestApp::patient().await;
    app.unmigrate().await;
    // Each in a task of its own, as migrating blocks the task that it runs in.
    let instances: JoinSet<_> = [app.pool(); 3]
        .into_iter()
        .map(|pool| {
            let pool = pool.clone();
            async move { migrate(&pool).await }
        })
        .collect();
    for done in instances.join_all().await {
        done.unwrap();
    }
    assert_eq!(readiness(&app).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_database_older_than_0_4_0() {
    let app = TestApp::start().await;
    app.unmigrate().await;
    app.execute(
        "CREATE TABLE consultations (id int); \
         INSERT INTO __diesel_schema_migrations (version) VALUES ('20261123000106'), ('20261126000320')",
    )
    .await;
    let refused = migrate(app.pool()).await.unwrap_err().to_string();
    assert_eq!(refused, "the database is older than version 0.4.0: install and start 0.4.0 first");
    assert_eq!(app.rows("pg_tables WHERE schemaname = 'public' AND tablename = 'admins'").await, 0);
    assert_eq!(readiness(&app).await.0, StatusCode::SERVICE_UNAVAILABLE);
}

/// Returns a server whose database is one of 0.4.0.
async fn app_of_0_4_0() -> TestApp {
    let app = TestApp::start().await;
    app.unmigrate().await;
    let mut harness = AsyncMigrationHarness::new(app.pool().get().await.unwrap());
    for migration in harness.pending_migrations(MIGRATIONS).unwrap() {
        if migration.name().version().to_string().as_str() <= "20261127000330" {
            harness.run_migration(&migration).unwrap();
        }
    }
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn migrates_database_of_0_4_0_which_its_servers_leave() {
    let app = app_of_0_4_0().await;
    // Ada took a record, gave it to Eve, who was removed since, and took it back.
    app.execute(
        "INSERT INTO admins (username, password_hash) VALUES ('ada', ''), ('eve', ''), ('zoe', ''); \
         INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key, assigned_to) \
            VALUES ('consultations', repeat('a', 32), 'Grace', 'grace', 'g@b.example', 'g@b.example', 1); \
         INSERT INTO history (submission_id, by, action, from_state, to_state, from_admin, to_admin, admin_id, \
            from_admin_id, text) VALUES \
            (1, 'Ada', 'assign', 'new', 'new', NULL, 'Ada', 1, NULL, NULL), \
            (1, 'Ada', 'assign', 'new', 'new', 'Ada', 'Eve', 1, 1, NULL), \
            (1, 'Ada', 'note', 'new', 'new', NULL, NULL, 1, NULL, 'Called'), \
            (1, 'Zoe', 'assign', 'new', 'new', 'Eve', NULL, 3, 2, NULL), \
            (1, 'Ada', 'assign', 'new', 'new', NULL, 'Ada', 1, NULL, NULL); \
         INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key) \
            SELECT 'consultations', repeat(n::text, 32), 'Grace', 'grace', 'g@b.example', 'g@b.example' \
            FROM generate_series(2, 4) AS n; \
         INSERT INTO history (submission_id, at, by, action, from_state, to_state, text) VALUES \
            (2, '2026-01-01', NULL, 'spam', 'new', 'spam', NULL), \
            (2, '2026-01-02', 'Ada', 'not_spam', 'spam', 'new', NULL), \
            (2, '2026-01-03', 'Ada', 'start', 'new', 'open', NULL), \
            (2, '2026-01-04', 'Ada', 'undo', 'open', 'new', NULL), \
            (2, '2026-01-06', 'Ada', 'note', 'new', 'new', 'Called'), \
            (2, '2026-01-05', 'Ada', 'finish', 'new', 'done', NULL), \
            (3, '2026-01-03', 'Ada', 'start', 'new', 'open', NULL), \
            (3, '2026-01-04', 'Ada', 'undo', 'open', 'new', NULL); \
         DELETE FROM admins WHERE username = 'zoe'",
    )
    .await;
    migrate(app.pool()).await.unwrap();
    assert_eq!(readiness(&app).await.0, StatusCode::OK);
    let assignees = "SELECT coalesce(to_admin_id::text, '-') AS text FROM history ORDER BY id";
    assert_eq!(texts(&app, assignees).await[..5], ["1", "2", "-", "-", "1"]);
    // The first action that was not undone.
    let first = "SELECT id || ' ' || coalesce((first_action_at AT TIME ZONE current_setting('timezone'))::date::text, '-') AS text \
                 FROM submissions WHERE id > 1 ORDER BY id";
    assert_eq!(texts(&app, first).await, ["2 2026-01-06", "3 -", "4 -"]);
    assert_eq!(app.rows("submissions JOIN history ON submissions.id = submission_id AND first_action_at = at WHERE history.id = 1").await, 1);
    // A server of 0.4.0 knows the migrations until its own last one.
    let fits = "schema_releases WHERE newest_migration = (SELECT max(version) FROM __diesel_schema_migrations) \
                AND oldest_server <= '20261127000330'";
    assert_eq!(app.rows(fits).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_newer_schema() {
    let app = TestApp::start().await;
    app.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99999999999999')").await;
    assert_eq!(
        readiness(&app).await,
        (StatusCode::SERVICE_UNAVAILABLE, json!({"message": "The database is newer than this server"}))
    );
}

/// The version of this server's last migration.
fn newest_own() -> String {
    let own: Vec<Box<dyn Migration<Pg>>> = MIGRATIONS.migrations().unwrap();
    own.iter().map(|step| step.name().version().to_string()).max().unwrap()
}

/// The statements at the end of the last migration of a later release.
fn release(newest: &str, oldest: &str) -> String {
    format!(
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('{newest}'); \
         INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('{newest}', '{oldest}')"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_schema_at_most_one_release_ahead() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    // A release may have several migrations, of which the last one adds the row.
    app.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000001')").await;
    app.execute(
        "ALTER TABLE submissions ADD stage text NOT NULL DEFAULT 'first'; \
         ALTER TABLE consultations ADD budget int; ALTER TABLE idempotency_keys ADD origin text; \
         CREATE TABLE newsletters (id bigint PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE)",
    )
    .await;
    app.execute(&release("99990101000002", &newest_own())).await;
    assert_eq!(readiness(&app).await, (StatusCode::OK, json!({"status": "ready"})));
    // An instance that starts then has nothing to bring up to date, and serves.
    let late = app.second_server().await;
    migrate(late.pool()).await.unwrap();
    assert_eq!(readiness(&late).await.0, StatusCode::OK);
    let form = consultation();
    assert_eq!(late.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    for app in [&app, &late] {
        let list = parts(app.get("/api/consultations", &access).await).await;
        assert_eq!((list.0, &list.1["count"]), (StatusCode::OK, &json!(1)));
    }

    app.execute(&release("99990202000001", "99990101000002")).await;
    for app in [&app, &late] {
        assert_eq!(
            readiness(app).await,
            (StatusCode::SERVICE_UNAVAILABLE, json!({"message": "The database is newer than this server"}))
        );
    }
    // Nothing deletes or sends from there on.
    let refused = migrate(late.pool()).await.unwrap_err().to_string();
    assert!(refused.starts_with("the database is too new for this server"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_migration_after_last_release() {
    let app = TestApp::start().await;
    app.execute(&release("99990101000001", &newest_own())).await;
    app.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000002')").await;
    assert_eq!(readiness(&app).await.0, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn gives_up_lock_that_blocks_requests() {
    let app = app_of_0_4_0().await;
    let mut dump = app.pool().get().await.unwrap();
    dump.batch_execute("BEGIN; LOCK TABLE submissions IN ROW EXCLUSIVE MODE").await.unwrap();
    let refused = migrate(app.pool()).await.unwrap_err().to_string();
    assert!(refused.starts_with("the database could not be migrated: "), "{refused}");
    dump.batch_execute("COMMIT").await.unwrap();
    migrate(app.pool()).await.unwrap();
    assert_eq!(readiness(&app).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn is_not_ready_without_schema() {
    let app = TestApp::start().await;
    app.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await;
    assert_eq!(readiness(&app).await.1, json!({"message": "The database is not up to date yet"}));
    migrate(app.pool()).await.unwrap();
    assert_eq!(readiness(&app).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_readiness_while_pool_is_exhausted() {
    let app = TestApp::set_up(|setup| setup.config.database.pool_size = 1).await;
    let _taken = app.pool().get().await.unwrap();
    assert_eq!(readiness(&app).await.0, StatusCode::OK);
}
