//! Schema migrations, and whether the schema fits this server.

use std::{collections::BTreeSet, error::Error, sync::LazyLock};

use anyhow::{Result, anyhow, ensure};
use diesel::{
    dsl::sql,
    migration::{Migration as _, MigrationSource as _},
    pg::Pg,
    prelude::*,
    result::Error::DatabaseError,
    sql_types::Bool,
};
use diesel_async::{
    AnsiTransactionManager, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl,
    SimpleAsyncConnection as _, TransactionManager as _,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::storage::{
    Connection, Pool, advice, get, schema::schema_releases, sqlstate, usernames::store_username_keys,
};

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// First migration of 0.2.0, which replaced all tables. 0.3.0 has the commands that copy its records.
const FIRST_OF_0_2: &str = "20261121000001";
/// Makes usernames unique by their keys, which the server computes before.
const UNIQUE_USERNAMES: &str = "20261126000311";
/// The SQLSTATE of a query of a missing table.
const UNDEFINED_TABLE: &str = "42P01";
/// Makes instances migrate one after the other, however long that takes. Then limits the wait for a table: requests for it
/// queue behind a migration, which gives up before they do.
const LOCK: &str = "
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = 0;
    SELECT pg_advisory_xact_lock(73059029118835);
    SET LOCAL lock_timeout = '2s'";
/// Whether there are tables, apart from those of extensions and the table of migrations.
const HAS_TABLES: &str = "EXISTS (
    SELECT FROM pg_class AS found
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND relname <> '__diesel_schema_migrations'
        AND NOT EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = found.oid AND deptype = 'e'
        )
)";

/// The versions of this server's migrations.
static KNOWN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let migrations: Vec<Box<dyn diesel::migration::Migration<Pg>>> =
        MIGRATIONS.migrations().unwrap_or_default();
    migrations.iter().map(|migration| migration.name().version().to_string()).collect()
});

diesel::table! {
    __diesel_schema_migrations (version) {
        version -> Text,
    }
}

/// The schema of the database as compared with this server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Schema {
    /// The one of this server.
    Current,
    /// Migrations are missing.
    Pending,
    /// The one of a newer release, which says that this server works with it.
    Newer,
    /// A newer or unknown one.
    TooNew,
}

/// Runs the missing migrations, all or none.
///
/// One transaction holds the lock and all migrations, so that it works through a pooler in transaction mode. If none is
/// missing, this needs no right to change anything.
pub(crate) async fn migrate(pool: &Pool) -> Result<()> {
    let mut connection = get(pool).await?;
    match schema(&mut connection).await? {
        Schema::Pending => {
            refuse_foreign_tables(&mut connection).await?;
            run_pending(connection).await?;
        }
        Schema::Current => {
            // Accounts that were copied by hand have the keys as the database computes them.
            if let Err(error) = store_username_keys(&mut connection).await {
                tracing::warn!(%error, "the key of a username could not be stored");
            }
            tracing::info!(migrations = 0, "the database is up to date");
        }
        Schema::Newer => {
            tracing::info!("the database is one release newer than this server, which works with it");
        }
        Schema::TooNew => {
            tracing::warn!("the database is too new for this server: install the release that migrated it");
        }
    }
    Ok(())
}

async fn run_pending(mut connection: Connection) -> Result<()> {
    AnsiTransactionManager::begin_transaction(&mut **connection).await?;
    // An error drops the connection, which rolls back.
    connection.batch_execute(LOCK).await?;
    let mut harness = AsyncMigrationHarness::new(connection);
    let before = run_until(&mut harness, Some(UNIQUE_USERNAMES))?;
    let mut connection = harness.into_inner();
    store_username_keys(&mut connection).await?;
    let mut harness = AsyncMigrationHarness::new(connection);
    let migrations = before + run_until(&mut harness, None)?;
    let mut connection = harness.into_inner();
    AnsiTransactionManager::commit_transaction(&mut **connection).await?;
    tracing::info!(migrations, "the database is up to date");
    Ok(())
}

/// Runs the missing migrations before the one of a version, or all, and returns their number.
fn run_until(harness: &mut impl MigrationHarness<Pg>, end: Option<&str>) -> Result<usize> {
    let mut run = || {
        let mut migrations = 0;
        for migration in harness.pending_migrations(MIGRATIONS)? {
            if end.is_some_and(|end| migration.name().version().to_string().as_str() >= end) {
                break;
            }
            harness.run_migration(&migration)?;
            migrations += 1;
        }
        Ok(migrations)
    };
    run().map_err(|error: Box<dyn Error + Send + Sync>| {
        anyhow!("the database could not be migrated: {}", advice::with_hint(&error.to_string()))
    })
}

/// Fails if the tables of this database are not those of a release of this server.
async fn refuse_foreign_tables(connection: &mut AsyncPgConnection) -> Result<()> {
    let applied = applied_versions(connection).await?;
    ensure!(
        !applied.contains(FIRST_OF_0_2),
        "the database is one of version 0.2.0: install 0.3.0 first, whose documents have the commands that carry it over"
    );
    let has_tables: bool = diesel::select(sql::<Bool>(HAS_TABLES)).get_result(connection).await?;
    ensure!(
        !has_tables || !applied.is_disjoint(&KNOWN),
        "the database of DATABASE_URL holds the tables of another program: name an empty database"
    );
    Ok(())
}

/// Returns the versions of all migrations that were run; none before the first one.
async fn applied_versions(connection: &mut AsyncPgConnection) -> QueryResult<BTreeSet<String>> {
    use self::__diesel_schema_migrations as migrations;
    match migrations::table.select(migrations::version).load(connection).await {
        Err(DatabaseError(_, info)) if sqlstate::code(info.as_ref()) == Some(UNDEFINED_TABLE) => {
            Ok(BTreeSet::new())
        }
        versions => Ok(versions?.into_iter().collect()),
    }
}

/// Compares the schema of the database with this server's.
pub(crate) async fn schema(connection: &mut AsyncPgConnection) -> Result<Schema> {
    let applied = applied_versions(connection).await?;
    if !KNOWN.is_subset(&applied) {
        return Ok(Schema::Pending);
    }
    let Some(newest) = applied.last().filter(|_| applied.len() > KNOWN.len()) else {
        return Ok(Schema::Current);
    };
    // The release of the newest migration says which servers work with it.
    let release = schema_releases::table.find(newest).select(schema_releases::oldest_server);
    let oldest: Option<String> = release.first(connection).await.optional()?;
    let works = oldest.is_some_and(|oldest| KNOWN.last().is_some_and(|own| *own >= oldest));
    Ok(if works { Schema::Newer } else { Schema::TooNew })
}
