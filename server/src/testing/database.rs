//! Databases of tests. The schema is migrated once, into a template from which each test's database is copied.

use std::{
    path::PathBuf,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use url::{Url, form_urlencoded};

use crate::{
    config::database::DatabaseConfig,
    storage::{self, Pool, migrations},
    testing::app::Setup,
};

/// What the names of the databases and roles of all test runs start with. The process's id follows.
const PREFIX: &str = "agency_test_";

/// Creates a database from the template and returns its name. The caller drops it.
pub(crate) async fn new_database() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let database = unique_name(&NEXT.fetch_add(1, Ordering::Relaxed).to_string());
    admin_query(&format!("CREATE DATABASE {database} TEMPLATE {}", template())).await;
    database
}

/// Returns a name for a database or a role that is unique to this test run.
pub(crate) fn unique_name(name: &str) -> String {
    format!("{}_{name}", template())
}

/// Drops a database and closes its connections.
pub(crate) fn drop_database(database: &str) {
    let statement = format!("DROP DATABASE {database} WITH (FORCE)");
    block_on_new_thread(async move { admin_query(&statement).await });
}

/// Returns the name of the migrated template, which is created on first use.
fn template() -> &'static str {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let name = format!("{PREFIX}{}", std::process::id());
        let created = name.clone();
        block_on_new_thread(async move {
            sweep().await;
            admin_query(&format!("CREATE DATABASE {created}")).await;
            let pool = storage::connect(&Setup::new(&database_url(&created)).config.database).unwrap();
            migrations::migrate(&pool).await.unwrap();
            let mut connection = pool.get().await.unwrap();
            connection.batch_execute(include_str!("functions.sql")).await.unwrap();
        });
        name
    })
}

/// Drops the databases and roles of test runs that have ended.
async fn sweep() {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = diesel::sql_types::Text)]
        name: String,
    }
    let mut connection = AsyncPgConnection::establish(database_url("").as_str()).await.unwrap();
    // A role can only be dropped after the databases in which it has rights.
    for (names, kind, options) in [
        ("SELECT datname::text AS name FROM pg_database", "DATABASE", "WITH (FORCE)"),
        ("SELECT rolname::text AS name FROM pg_roles", "ROLE", ""),
    ] {
        for Row { name } in diesel::sql_query(names).load(&mut connection).await.unwrap() {
            let Some(rest) = name.strip_prefix(PREFIX) else { continue };
            let process = rest.split('_').next().unwrap();
            // This run has nothing yet: what has its id is of an earlier one, as in containers, where ids start anew.
            let has_ended = process == std::process::id().to_string()
                || !PathBuf::from(format!("/proc/{process}")).exists();
            if has_ended {
                // Another run may sweep at the same time.
                let _ = connection.batch_execute(&format!("DROP {kind} IF EXISTS {name} {options}")).await;
            }
        }
    }
}

/// Returns `TEST_DATABASE_URL` with this database. An empty name selects the maintenance database.
pub(crate) fn database_url(database: &str) -> Url {
    let url = std::env::var("TEST_DATABASE_URL").expect("TEST_DATABASE_URL is not set: run `make test`");
    let mut url = Url::parse(&url).expect("TEST_DATABASE_URL is not an address");
    if !database.is_empty() {
        url.set_path(database);
    }
    url
}

/// Returns [`database_url`] over TCP, with this host and port and these parameters instead of its own ones for connections.
pub(crate) fn tcp_url(database: &str, host: &str, port: u16, parameters: &str) -> String {
    let mut url = database_url(database);
    let of_connection = |name: &str| name.starts_with("host") || name.starts_with("ssl") || name == "port";
    let kept = url.query_pairs().into_owned().filter(|(name, _)| !of_connection(name)).collect::<Vec<_>>();
    let added = form_urlencoded::parse(parameters.as_bytes());
    url.query_pairs_mut().clear().extend_pairs(kept).extend_pairs(added);
    url.set_host(Some(host)).unwrap();
    url.set_port(Some(port)).unwrap();
    url.into()
}

/// Returns a pool that a test never connects.
pub(crate) fn unused_pool() -> Pool {
    storage::connect(&DatabaseConfig::parse("postgresql://unused/agency", 1).unwrap()).unwrap()
}

pub(crate) async fn admin_query(statement: &str) {
    let mut connection = AsyncPgConnection::establish(database_url("").as_str()).await.unwrap();
    connection.batch_execute(statement).await.unwrap();
}

/// Name of a Postgres role that a test creates. Dropping the value drops the role; drop the test's database first.
pub(crate) struct Role(pub(crate) String);

impl Role {
    pub(crate) fn named(name: &str) -> Self {
        Self(unique_name(name))
    }
}

impl Drop for Role {
    fn drop(&mut self) {
        let statement = format!("DROP ROLE IF EXISTS {}", self.0);
        block_on_new_thread(async move { admin_query(&statement).await });
    }
}

/// Runs a future to its end on a new thread with a new runtime, because the test's runtime must not be blocked.
fn block_on_new_thread(future: impl Future<Output = ()> + Send + 'static) {
    let thread = thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(future);
    });
    thread.join().unwrap();
}
