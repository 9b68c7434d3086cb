//! Schema migrations, and whether the schema fits this server.

use std::{collections::BTreeSet, error::Error, sync::LazyLock};

use anyhow::{Result, anyhow, bail, ensure};
use diesel::{
    dsl::sql,
    migration::{Migration as _, MigrationSource as _},
    pg::Pg,
    prelude::*,
    result::Error::DatabaseError,
    sql_types::{Bool, Text},
};
use diesel_async::{
    AnsiTransactionManager, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl,
    SimpleAsyncConnection as _, TransactionManager as _,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::storage::{Connection, Pool, advice, get, schema::schema_releases, sqlstate};

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// The last migration of 0.4.0, the oldest release whose database this server migrates.
const LAST_OF_0_4: &str = "20261127000330";
/// Error message for a database that this server does not migrate.
const OLDER: &str = "the database is older than version 0.4.0: install and start 0.4.0 first";
/// Error message for a database that is not empty, and not this server's.
const FOREIGN: &str =
    "the database of DATABASE_URL holds the tables of another program: name an empty database";
/// Whether the schema has tables, apart from those of extensions.
const HAS_TABLES: &str = "EXISTS (
    SELECT FROM pg_class AS found
    WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind IN ('r', 'p')
        AND relname <> '__diesel_schema_migrations'
        AND NOT EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = found.oid AND deptype = 'e'
        )
)";
/// The SQLSTATE of a query of a missing table.
const UNDEFINED_TABLE: &str = "42P01";
/// The SQLSTATE of a missing right.
const DENIED: &str = "42501";
/// The schemas of the search path that the account may not use.
const DENIED_SCHEMAS: &str = "
    SELECT nspname::text FROM pg_namespace WHERE NOT has_schema_privilege(oid, 'USAGE') AND nspname = ANY (
        regexp_split_to_array(
            replace(replace(current_setting('search_path'), '\"$user\"', current_user), '\"', ''), ', *'
        )
    )";
/// Makes instances migrate one after the other, however long that takes. Then limits the wait for a table: requests for it
/// queue behind a migration, which gives up before they do.
const LOCK: &str = "
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = 0;
    SELECT pg_advisory_xact_lock(73059029118835);
    SET LOCAL lock_timeout = '2s'";
/// The versions of this server's migrations.
#[expect(clippy::expect_used, reason = "they were read when the server was built")]
static KNOWN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let migrations: Vec<Box<dyn diesel::migration::Migration<Pg>>> =
        MIGRATIONS.migrations().expect("embedded migrations");
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

/// Runs the missing migrations, all or none. Fails if the database is too new for this server.
///
/// One transaction holds the lock and all migrations, so that it works through a pooler in transaction mode. If none is
/// missing, this needs no right to change anything.
pub(crate) async fn migrate(pool: &Pool) -> Result<()> {
    let mut connection = get(pool).await?;
    match schema(&mut connection).await? {
        Schema::Pending => {
            ensure_usable_schemas(&mut connection).await?;
            // In this order: another instance may create the tables meanwhile.
            let has_tables: bool =
                diesel::select(sql::<Bool>(HAS_TABLES)).get_result(&mut *connection).await?;
            let applied = applied_versions(&mut connection).await?;
            if has_tables && !applied.contains(LAST_OF_0_4) {
                bail!(if applied.is_disjoint(&KNOWN) { FOREIGN } else { OLDER });
            }
            run_pending(Connection::take(connection)).await?;
        }
        Schema::Current => tracing::info!(migrations = 0, "the database is up to date"),
        Schema::Newer => {
            tracing::info!("the database is one release newer than this server, which works with it");
        }
        Schema::TooNew => {
            bail!("the database is too new for this server: install the release that migrated it");
        }
    }
    Ok(())
}

async fn run_pending(mut connection: AsyncPgConnection) -> Result<()> {
    AnsiTransactionManager::begin_transaction(&mut connection).await?;
    // An error drops the connection, which rolls back.
    connection.batch_execute(LOCK).await?;
    let mut harness = AsyncMigrationHarness::new(connection);
    let migrations = run_all(&mut harness)?;
    let mut connection = harness.into_inner();
    AnsiTransactionManager::commit_transaction(&mut connection).await?;
    tracing::info!(migrations, "the database is up to date");
    Ok(())
}

/// Runs the missing migrations, and returns their number.
fn run_all(harness: &mut impl MigrationHarness<Pg>) -> Result<usize> {
    let run = harness.run_pending_migrations(MIGRATIONS).map(|run| run.len());
    run.map_err(|error: Box<dyn Error + Send + Sync>| {
        anyhow!("the database could not be migrated: {}", advice::with_hint(&error.to_string()))
    })
}

/// Fails if the account may not use a schema of its search path, so that it does not see the tables in it.
pub(crate) async fn ensure_usable_schemas(connection: &mut AsyncPgConnection) -> Result<()> {
    let denied: Vec<String> = sql::<Text>(DENIED_SCHEMAS).load(connection).await?;
    ensure!(
        denied.is_empty(),
        "the account of DATABASE_URL may not use the schema {}: as its owner, run `agency-server migrate` and the statements \
         of `agency-server grants` with the same search_path",
        denied.join(", ")
    );
    Ok(())
}

/// Returns the versions of all migrations that were run; none before the first one.
async fn applied_versions(connection: &mut AsyncPgConnection) -> Result<BTreeSet<String>> {
    use self::__diesel_schema_migrations as migrations;
    match migrations::table.select(migrations::version).load(connection).await {
        Err(DatabaseError(_, info)) if sqlstate::code(info.as_ref()) == Some(UNDEFINED_TABLE) => {
            Ok(BTreeSet::new())
        }
        Err(DatabaseError(_, info)) if sqlstate::code(info.as_ref()) == Some(DENIED) => {
            bail!(advice::with_hint(info.message()))
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
