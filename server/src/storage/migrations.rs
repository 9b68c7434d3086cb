//! The schema: bringing it up to date, and telling whether it is.

use std::{collections::BTreeSet, sync::LazyLock, time::Duration};

use anyhow::{Result, anyhow, bail};
use diesel::{
    migration::{Migration as _, MigrationSource as _},
    pg::Pg,
    prelude::*,
    sql_types::{Bool, Text},
};
use diesel_async::{
    AnsiTransactionManager, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl,
    SimpleAsyncConnection as _, TransactionManager as _,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use crate::storage::{Connection, Pool, advice, get, schema::schema_releases};

/// The steps that the server carries with it.
pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// The first migration of 0.2.0. Its tables are not these, so its records are copied by hand.
const FIRST_OF_0_2: &str = "20261121000001";

/// Instances that start together take turns by this lock.
const LOCK: i64 = 0x4272_617a_6f73;

/// How long a step waits for a table. Whoever comes after it queues behind it, so it gives up before they do: what
/// holds the table for longer, such as a dump, is not waited for, and all steps are taken anew later.
const LONGEST_LOCK: Duration = Duration::from_secs(2);

/// The steps' names, in their order.
static KNOWN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let steps: Vec<Box<dyn diesel::migration::Migration<Pg>>> = MIGRATIONS.migrations().unwrap_or_default();
    steps.iter().map(|step| step.name().version().to_string()).collect()
});

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How the database's schema stands to this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Schema {
    /// It is the one that this server knows.
    Current,
    /// Steps are missing.
    Pending,
    /// A newer release brought it further, and says that this server works with it.
    Newer,
    /// It was brought further than that, or by whom is not known.
    TooNew,
}

/// Brings the schema up to date, all of it or nothing.
///
/// One transaction holds the lock and every step, so that it works through a pooler that hands out connections by
/// the transaction. Where no step is missing nothing is done, so that takes no right to change anything.
pub(crate) async fn migrate(pool: &Pool) -> Result<()> {
    let mut connection = get(pool).await?;
    match schema(&mut connection).await? {
        Schema::Pending => return apply(connection).await,
        Schema::Current => told(0),
        Schema::Newer => {
            tracing::info!("the database is one release newer than this server, which works with it");
        }
        Schema::TooNew => tracing::warn!(
            "the database is newer than this server can work with: install the release that brought it there"
        ),
    }
    Ok(())
}

/// Brings the schema up to date, however long the database stays away.
pub(crate) async fn migrate_when_reachable(pool: &Pool) {
    let mut pause = FIRST_PAUSE;
    let mut said = String::new();
    while let Err(error) = migrate(pool).await {
        // Said once: whoever reads it mends it, or it passes by itself.
        let why = format!("{error:#}");
        if why == said {
            tracing::debug!("{why}; trying again in {} ms", pause.as_millis());
        } else {
            tracing::warn!("{why}; trying again until it works");
            said = why;
        }
        tokio::time::sleep(pause).await;
        pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
    }
}

async fn apply(mut connection: Connection) -> Result<()> {
    AnsiTransactionManager::begin_transaction(&mut **connection).await?;
    // Others may be at it for longer than a request may take.
    let locked = format!(
        "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock({LOCK}); \
         SET LOCAL lock_timeout = {}",
        LONGEST_LOCK.as_millis()
    );
    connection.batch_execute(&locked).await?;
    if let Some(reason) = refusal(&mut connection).await? {
        AnsiTransactionManager::rollback_transaction(&mut **connection).await?;
        bail!(reason);
    }
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
            let why = error.to_string();
            let advice = advice::of(&why).map(|advice| format!(": {advice}")).unwrap_or_default();
            Err(anyhow!("the database cannot be brought up to date: {why}{advice}"))
        }
    }
}

/// Why nothing is written into this database: it has tables, and none of them is of a release of this server.
async fn refusal(connection: &mut AsyncPgConnection) -> QueryResult<Option<&'static str>> {
    #[derive(diesel::QueryableByName)]
    struct Tables {
        #[diesel(sql_type = Bool)]
        strange: bool,
        #[diesel(sql_type = Bool)]
        ours: bool,
    }
    // Tables of extensions do not count.
    let tables = diesel::sql_query(
        "SELECT EXISTS (SELECT FROM pg_class found WHERE relnamespace = current_schema()::regnamespace \
             AND relkind IN ('r', 'p') AND relname <> '__diesel_schema_migrations' \
             AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = found.oid \
                 AND deptype = 'e')) AS strange, \
         to_regclass('__diesel_schema_migrations') IS NOT NULL AS ours",
    );
    let Tables { strange, ours } = tables.get_result(connection).await?;
    let applied = if ours { applied(connection).await? } else { BTreeSet::new() };
    Ok(if applied.contains(FIRST_OF_0_2) {
        Some(
            "the database is one of version 0.2.0: docs/operations.md, \"From 0.2.0\", has the two commands that carry \
             its records over",
        )
    } else if strange && applied.is_disjoint(&KNOWN) {
        Some(
            "the database that DATABASE_URL names holds the tables of another program: give the server one of its own",
        )
    } else {
        None
    })
}

/// The steps that were taken.
async fn applied(connection: &mut AsyncPgConnection) -> QueryResult<BTreeSet<String>> {
    #[derive(diesel::QueryableByName)]
    struct Applied {
        #[diesel(sql_type = Text)]
        version: String,
    }
    let applied = diesel::sql_query("SELECT version::text FROM __diesel_schema_migrations");
    Ok(applied.load::<Applied>(connection).await?.into_iter().map(|row| row.version).collect())
}

fn told(migrations: usize) {
    tracing::info!(migrations, "the database is up to date");
}

/// How the schema stands. Fails when the database does not answer.
pub(crate) async fn schema(connection: &mut AsyncPgConnection) -> Result<Schema> {
    let applied = match applied(connection).await {
        Ok(applied) => applied,
        // No step was ever taken when the table is missing and all else works.
        Err(error) => match diesel::sql_query("SELECT 1").execute(connection).await {
            Ok(_) => return Ok(Schema::Pending),
            Err(_) => return Err(error.into()),
        },
    };
    if !KNOWN.is_subset(&applied) {
        return Ok(Schema::Pending);
    }
    match applied.last() {
        Some(newest) if applied.len() > KNOWN.len() => Ok(newer(connection, newest).await?),
        _ => Ok(Schema::Current),
    }
}

/// Whether this server works with a schema that has more steps than its own, by the word of the release that took the
/// newest of them. A schema of which nobody vouches for all steps is none to work with.
async fn newer(connection: &mut AsyncPgConnection, newest: &str) -> QueryResult<Schema> {
    let release = schema_releases::table.find(newest).select(schema_releases::oldest_server);
    let oldest: Option<String> = release.first(connection).await.optional()?;
    let works = oldest.is_some_and(|oldest| KNOWN.last().is_some_and(|own| *own >= oldest));
    Ok(if works { Schema::Newer } else { Schema::TooNew })
}
