//! Postgres: the pool of connections and the migrations.

use std::time::Duration;

use anyhow::{Context as _, Result};
use diesel_async::{
    AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _,
    pooled_connection::{
        AsyncDieselConnectionManager,
        deadpool::{self, Object},
    },
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};
use secrecy::{ExposeSecret as _, SecretString};

use crate::error::ApiError;

/// The pool of connections.
pub(crate) type Pool = deadpool::Pool<AsyncPgConnection>;

/// A pooled connection.
pub(crate) type Connection = Object<AsyncPgConnection>;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// Instances that start together take turns by this lock.
const MIGRATION_LOCK: i64 = 0x4272_617a_6f73;

const POOL_SIZE: usize = 16;
const PATIENCE: Duration = Duration::from_secs(3);

/// A pool that connects when a connection is first asked for.
pub(crate) fn connect(url: &SecretString) -> Result<Pool> {
    let manager = AsyncDieselConnectionManager::new(url.expose_secret());
    Pool::builder(manager).max_size(POOL_SIZE).build().context("the connection pool cannot be built")
}

/// A connection, or 503 when the database is away.
pub(crate) async fn connection(pool: &Pool) -> Result<Connection, ApiError> {
    get(pool).await.map_err(|error| {
        tracing::warn!(error = format!("{error:#}"), "no database connection");
        ApiError::unavailable()
    })
}

/// Brings the schema up to date.
pub(crate) async fn migrate(pool: &Pool) -> Result<()> {
    let mut connection = get(pool).await?;
    connection.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})")).await?;
    let mut harness = AsyncMigrationHarness::new(connection);
    let done = harness
        .run_pending_migrations(MIGRATIONS)
        .map(|versions| versions.len())
        .map_err(|error| anyhow::anyhow!("the database cannot be brought up to date: {error}"));
    let mut connection = harness.into_inner();
    connection.batch_execute(&format!("SELECT pg_advisory_unlock({MIGRATION_LOCK})")).await?;
    tracing::info!(migrations = done?, "the database is up to date");
    Ok(())
}

/// Whether the database answers.
pub(crate) async fn check(pool: &Pool) -> Result<()> {
    let mut connection = get(pool).await?;
    diesel::sql_query("SELECT 1").execute(&mut connection).await?;
    Ok(())
}

/// A connection, or one sentence that says why there is none.
pub(crate) async fn get(pool: &Pool) -> Result<Connection> {
    let connection =
        tokio::time::timeout(PATIENCE, pool.get()).await.context("the database did not answer in time")?;
    connection.context("the database of DATABASE_URL cannot be reached")
}

#[cfg(test)]
mod tests {
    use diesel::{migration::MigrationSource, pg::Pg};
    use diesel_async::AsyncMigrationHarness;
    use diesel_migrations::MigrationHarness as _;
    use serde_json::json;

    use super::{MIGRATIONS, check, migrate};
    use crate::test_app::TestApp;

    #[tokio::test(flavor = "multi_thread")]
    async fn migrating_twice_changes_nothing() {
        let app = TestApp::start().await;
        migrate(app.pool()).await.unwrap();
        check(app.pool()).await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn migrations_go_down_and_up_again_on_a_filled_database() {
        let app = TestApp::start().await;
        app.sign_in("ada").await;
        let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
        let request = app.request("POST", "/api/consultations/create/").json(&form);
        request.header("idempotency-key", "0123456789abcdef").send().await.unwrap();

        let mut harness = AsyncMigrationHarness::new(app.pool().get().await.unwrap());
        let down = harness.revert_all_migrations(MIGRATIONS).unwrap().len();
        let up = harness.run_pending_migrations(MIGRATIONS).unwrap().len();
        let all = MigrationSource::<Pg>::migrations(&MIGRATIONS).unwrap().len();
        assert_eq!((down, up), (all, all));
        drop(harness);
        assert_eq!(app.rows("consultations").await, 0);
        app.sign_in("ada").await;
    }
}
