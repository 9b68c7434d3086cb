use diesel::{migration::MigrationSource, pg::Pg};
use diesel_async::AsyncMigrationHarness;
use diesel_migrations::MigrationHarness as _;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::migrations::{MIGRATIONS, Schema, migrate, schema};
use crate::test_app::{TestApp, parts};

async fn readiness(app: &TestApp) -> (StatusCode, Value) {
    parts(app.request("GET", "/readyz").send().await.unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn migrating_twice_changes_nothing() {
    let app = TestApp::start().await;
    migrate(app.pool()).await.unwrap();
    let mut connection = app.pool().get().await.unwrap();
    assert_eq!(schema(&mut connection).await.unwrap(), Schema::Current);
}

#[tokio::test(flavor = "multi_thread")]
async fn instances_that_start_together_take_turns() {
    let app = TestApp::start().await;
    AsyncMigrationHarness::new(app.pool().get().await.unwrap()).revert_all_migrations(MIGRATIONS).unwrap();
    let done = tokio::join!(migrate(app.pool()), migrate(app.pool()), migrate(app.pool()));
    assert!(done.0.is_ok() && done.1.is_ok() && done.2.is_ok(), "{done:?}");
    assert_eq!(readiness(&app).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_go_down_and_up_again_on_a_filled_database() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    let request = app.request("POST", "/api/consultations/create/").json(&form);
    request.header("idempotency-key", "0123456789abcdef").send().await.unwrap();

    let all = MigrationSource::<Pg>::migrations(&MIGRATIONS).unwrap().len();
    let mut harness = AsyncMigrationHarness::new(app.pool().get().await.unwrap());
    let down = harness.revert_all_migrations(MIGRATIONS).unwrap().len();
    drop(harness);
    assert_eq!(
        readiness(&app).await,
        (StatusCode::SERVICE_UNAVAILABLE, json!({"message": "The database is not up to date yet"}))
    );
    let mut harness = AsyncMigrationHarness::new(app.pool().get().await.unwrap());
    let up = harness.run_pending_migrations(MIGRATIONS).unwrap().len();
    assert_eq!((down, up), (all, all));
    drop(harness);
    assert_eq!(app.rows("consultations").await, 0);
    app.sign_in("ada").await;
    assert_eq!(readiness(&app).await, (StatusCode::OK, json!({"status": "ready"})));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_schema_is_told() {
    let app = TestApp::start().await;
    app.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99999999999999')").await;
    assert_eq!(
        readiness(&app).await,
        (StatusCode::SERVICE_UNAVAILABLE, json!({"message": "The database is newer than this server"}))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_any_schema_is_not_ready() {
    let app = TestApp::start().await;
    app.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await;
    assert_eq!(readiness(&app).await.1, json!({"message": "The database is not up to date yet"}));
    migrate(app.pool()).await.unwrap();
    assert_eq!(readiness(&app).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_is_answered_while_every_connection_is_taken() {
    let app = TestApp::set_up(|setup| setup.config.database.pool_size = 1).await;
    let _taken = app.pool().get().await.unwrap();
    assert_eq!(readiness(&app).await.0, StatusCode::OK);
}
