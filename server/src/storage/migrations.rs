//! The schema: bringing it up to date, and telling whether it is.

use std::{collections::HashSet, sync::LazyLock, time::Duration};

use anyhow::{Result, anyhow};
use diesel::{
    migration::{Migration as _, MigrationSource as _},
    pg::Pg,
    sql_types::Text,
};
use diesel_async::{
    AnsiTransactionManager, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl,
    SimpleAsyncConnection as _, TransactionManager as _,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use crate::storage::{Connection, Pool, get};

/// The steps that the server carries with it.
pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// Instances that start together take turns by this lock.
const LOCK: i64 = 0x4272_617a_6f73;

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How the database's schema stands to this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Schema {
    /// It is the one that this server knows.
    Current,
    /// Steps are missing.
    Pending,
    /// A newer server brought it further.
    Newer,
}

/// Brings the schema up to date, all of it or nothing.
///
/// One transaction holds the lock and every step, so that it works through a pooler that hands out connections by
/// the transaction. Where no step is missing nothing is done, so that takes no right to change anything.
pub(crate) async fn migrate(pool: &Pool) -> Result<()> {
    let mut connection = get(pool).await?;
    if schema(&mut connection).await? == Schema::Pending {
        return apply(connection).await;
    }
    told(0);
    Ok(())
}

/// Brings the schema up to date, however long the database stays away.
pub(crate) async fn migrate_when_reachable(pool: &Pool) {
    let mut pause = FIRST_PAUSE;
    while let Err(error) = migrate(pool).await {
        tracing::warn!("{error:#}; trying again in {} ms", pause.as_millis());
        tokio::time::sleep(pause).await;
        pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
    }
}

async fn apply(mut connection: Connection) -> Result<()> {
    let failed =
        |error: &dyn std::fmt::Display| anyhow!("the database cannot be brought up to date: {error}");
    AnsiTransactionManager::begin_transaction(&mut **connection).await?;
    // Others may be at it for longer than a request may take.
    let locked = format!(
        "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock({LOCK})"
    );
    connection.batch_execute(&locked).await?;
    let mut harness = AsyncMigrationHarness::new(connection);
    let done = harness.run_pending_migrations(MIGRATIONS).map(|versions| versions.len());
    let mut connection = harness.into_inner();
    match done {
        Ok(count) => {
            AnsiTransactionManager::commit_transaction(&mut **connection).await?;
            told(count);
            Ok(())
        }
        Err(error) => {
            AnsiTransactionManager::rollback_transaction(&mut **connection).await?;
            Err(failed(&error))
        }
    }
}

fn told(migrations: usize) {
    tracing::info!(migrations, "the database is up to date");
}

/// How the schema stands. Fails when the database does not answer.
pub(crate) async fn schema(connection: &mut AsyncPgConnection) -> Result<Schema> {
    #[derive(diesel::QueryableByName)]
    struct Applied {
        #[diesel(sql_type = Text)]
        version: String,
    }
    static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let steps: Vec<Box<dyn diesel::migration::Migration<Pg>>> =
            MIGRATIONS.migrations().unwrap_or_default();
        steps.iter().map(|step| step.name().version().to_string()).collect()
    });
    let applied = diesel::sql_query("SELECT version::text FROM __diesel_schema_migrations");
    match applied.load::<Applied>(connection).await {
        Ok(applied) => {
            let applied = applied.into_iter().map(|row| row.version).collect::<HashSet<_>>();
            Ok(if !KNOWN.is_subset(&applied) {
                Schema::Pending
            } else if applied.len() > KNOWN.len() {
                Schema::Newer
            } else {
                Schema::Current
            })
        }
        // No step was ever taken when the table is missing and all else works.
        Err(error) => match diesel::sql_query("SELECT 1").execute(connection).await {
            Ok(_) => Ok(Schema::Pending),
            Err(_) => Err(error.into()),
        },
    }
}
