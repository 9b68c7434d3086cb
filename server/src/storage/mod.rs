//! Postgres: the pool of connections, the schema, and errors.

mod advice;
pub(crate) mod connect;
pub(crate) mod functions;
pub(crate) mod grants;
pub(crate) mod list_counts;
pub(crate) mod migrations;
pub(crate) mod names;
pub(crate) mod retrying;
pub(crate) mod schema;
pub(crate) mod slug;
pub(crate) mod sqlstate;
pub(crate) mod text_enum;
pub(crate) mod tsvector;
pub(crate) mod usernames;

#[cfg(test)]
mod tests;

use std::{
    ops::{Deref, DerefMut},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, Result, anyhow, bail};
use deadpool::{
    Runtime,
    managed::{self, Metrics, Object, RecycleError, RecycleResult},
};
use diesel::{
    ConnectionError, IntoSql as _, QueryResult,
    connection::InstrumentationEvent,
    result::{DatabaseErrorKind::UnableToSendCommand, Error::DatabaseError},
    sql_types::Integer,
};
use diesel_async::{
    AsyncConnection, AsyncPgConnection, TransactionManager as _,
    pooled_connection::{PoolError, PoolableConnection as _},
};
use scopeguard::ScopeGuard;

pub(crate) use crate::config::database::CONNECTION_WAIT;
use crate::{config::database::DatabaseConfig, storage::connect::establish};

pub(crate) type Pool = managed::Pool<Manager>;

/// A pooled connection, which is returned to the pool without an open transaction and a running query, or closed.
pub(crate) type Connection = ScopeGuard<Pooled, fn(Pooled)>;

/// A connection of the pool, with the number of its running queries.
pub(crate) struct Pooled {
    connection: Object<Manager>,
    running: Arc<AtomicUsize>,
}

/// How long after its last use a connection is not checked.
const FRESH: Duration = Duration::from_secs(1);

/// Opens the connections of a pool.
#[derive(Debug)]
pub(crate) struct Manager(DatabaseConfig);

impl managed::Manager for Manager {
    type Type = AsyncPgConnection;
    type Error = PoolError;

    async fn create(&self) -> Result<AsyncPgConnection, PoolError> {
        Box::pin(establish(&self.0)).await.map_err(PoolError::ConnectionError)
    }

    /// Refuses a connection that the server closed. One that disappeared silently is found by a `SELECT 1`, which is skipped
    /// shortly after the connection's last use, to save a round trip for every request.
    async fn recycle(&self, connection: &mut AsyncPgConnection, usage: &Metrics) -> RecycleResult<PoolError> {
        use diesel_async::RunQueryDsl as _;

        if connection.is_broken() {
            return Err(RecycleError::message("the connection was closed"));
        }
        if usage.last_used() >= FRESH {
            let answer = diesel::select(1.into_sql::<Integer>()).execute(connection).await;
            answer.map_err(PoolError::QueryError)?;
        }
        Ok(())
    }
}

/// Returns a pool, which connects on first use.
pub(crate) fn connect(config: &DatabaseConfig) -> Result<Pool> {
    let pool = Pool::builder(Manager(config.clone())).runtime(Runtime::Tokio1).max_size(config.pool_size);
    let pool = pool.wait_timeout(Some(config.timeouts.connection)).build();
    pool.context("the connection pool cannot be built")
}

/// Returns a connection, for a request: a failure becomes 503.
pub(crate) async fn connection(pool: &Pool) -> QueryResult<Connection> {
    let failed = |error| DatabaseError(UnableToSendCommand, Box::new(format!("{error:#}")));
    get(pool).await.map_err(failed)
}

/// Returns a connection. An error is one sentence for the operator.
pub(crate) async fn get(pool: &Pool) -> Result<Connection> {
    let limit = pool.timeouts().wait.unwrap_or(CONNECTION_WAIT);
    let pool = pool.clone();
    let mut getting = Box::pin(async move { pool.get().await });
    let Ok(connection) = tokio::time::timeout(limit, &mut getting).await else {
        // Finished in the background, so that the next request finds the connection.
        tokio::spawn(tokio::time::timeout(limit, getting));
        bail!("the database did not answer in time");
    };
    let connection = connection.map_err(|error| {
        use managed::PoolError::Backend;
        let error = match error {
            Backend(PoolError::ConnectionError(error @ ConnectionError::InvalidConnectionUrl(_))) => {
                return anyhow::Error::new(error);
            }
            error => anyhow::Error::new(error),
        };
        let why = advice::with_hint(&error.root_cause().to_string());
        anyhow!("the database of DATABASE_URL cannot be reached: {why}")
    })?;
    Ok(scopeguard::guard(Pooled::new(connection), give_back as fn(Pooled)))
}

/// Returns whether an error says that only an operator can make the database usable: it has another encoding.
pub(crate) fn is_unusable(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ConnectionError::InvalidConnectionUrl(_)))
}

impl Pooled {
    fn new(mut connection: Object<Manager>) -> Self {
        let running = Arc::<AtomicUsize>::default();
        let counter = Arc::clone(&running);
        connection.set_instrumentation(move |event: InstrumentationEvent<'_>| match event {
            InstrumentationEvent::StartQuery { .. } => {
                counter.fetch_add(1, Ordering::Relaxed);
            }
            InstrumentationEvent::FinishQuery { .. } => {
                counter.fetch_sub(1, Ordering::Relaxed);
            }
            _ => {}
        });
        Self { connection, running }
    }
}

impl Deref for Pooled {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        &self.connection
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        &mut self.connection
    }
}

/// Closes a connection with an open transaction, which Postgres then rolls back, and one with a query that nobody awaits
/// any more, because the next user would wait for it.
fn give_back(mut pooled: Pooled) {
    type Transactions = <AsyncPgConnection as AsyncConnection>::TransactionManager;
    let is_busy = pooled.running.load(Ordering::Relaxed) > 0;
    if is_busy || Transactions::is_broken_transaction_manager(&mut *pooled) {
        drop(Object::take(pooled.connection));
    }
}
