//! Postgres: the pool of connections, the schema, and errors.

mod advice;
pub(crate) mod connect;
pub(crate) mod functions;
pub(crate) mod grants;
pub(crate) mod list_counts;
pub(crate) mod migrations;
pub(crate) mod names;
pub(crate) mod random;
pub(crate) mod retrying;
pub(crate) mod schema;
pub(crate) mod source;
pub(crate) mod sqlstate;
pub(crate) mod text_enum;
pub(crate) mod tsvector;
pub(crate) mod usernames;

#[cfg(test)]
mod tests;

use ::deadpool::Runtime;
use anyhow::{Context as _, Result, anyhow, bail};
use diesel::{
    ConnectionError, QueryResult,
    result::{DatabaseErrorKind::UnableToSendCommand, Error::DatabaseError},
};
use diesel_async::{
    AsyncPgConnection,
    pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, PoolError, RecyclingMethod, deadpool},
};
use futures_util::FutureExt as _;

pub(crate) use crate::config::database::CONNECTION_WAIT;
use crate::{config::database::DatabaseConfig, storage::connect::establish};

pub(crate) type Pool = deadpool::Pool<AsyncPgConnection>;

/// A pooled connection. What uses it runs to its end, so it returns without an open transaction and a running query.
pub(crate) type Connection = deadpool::Object<AsyncPgConnection>;

const POOL_IS_FULL: &str =
    "no connection became free in time: all of DATABASE_POOL_SIZE are in use or being opened";

/// The SQLSTATE of a write in a read-only session, such as one that a fail-over left on the former primary.
const READ_ONLY: &str = "25006";

/// Returns a pool, which connects on first use.
pub(crate) fn connect(config: &DatabaseConfig) -> Result<Pool> {
    let (database, mut setup) = (config.clone(), ManagerConfig::default());
    setup.recycling_method = RecyclingMethod::Fast;
    setup.custom_setup = Box::new(move |_| {
        let database = database.clone();
        async move { establish(&database).await }.boxed()
    });
    let manager = AsyncDieselConnectionManager::new_with_config("", setup);
    let pool = Pool::builder(manager).runtime(Runtime::Tokio1).max_size(config.pool_size);
    let pool = pool.wait_timeout(Some(config.timeouts.connection)).build();
    pool.context("the connection pool cannot be built")
}

/// Closes the connections of a pool if a failure says that they are read-only: new ones find the primary.
pub(crate) fn leave_read_only(pool: &Pool, failure: &str) {
    if sqlstate::code_within(failure) == Some(READ_ONLY) {
        pool.retain(|_, _| false);
    }
}

/// Returns a connection, for a request: a failure becomes 503.
pub(crate) async fn connection(pool: &Pool) -> QueryResult<Connection> {
    let failed = |error| DatabaseError(UnableToSendCommand, Box::new(format!("{error:#}")));
    get(pool).await.map_err(failed)
}

/// Returns a connection. An error is one sentence for the operator.
pub(crate) async fn get(pool: &Pool) -> Result<Connection> {
    let limit = pool.timeouts().wait.unwrap_or(CONNECTION_WAIT);
    let mut getting = Box::pin({
        let pool = pool.clone();
        async move { pool.get().await }
    });
    let Ok(connection) = tokio::time::timeout(limit, &mut getting).await else {
        let status = pool.status();
        // Finished in the background, so that the next request finds the connection.
        tokio::spawn(tokio::time::timeout(limit, getting));
        bail!(if status.size < status.max_size {
            "the database did not answer in time"
        } else {
            POOL_IS_FULL
        });
    };
    connection.map_err(|error| {
        use ::deadpool::managed::{
            PoolError::{Backend, Timeout},
            TimeoutType::Wait,
        };
        let error = match error {
            Timeout(Wait) => return anyhow!(POOL_IS_FULL),
            Backend(PoolError::ConnectionError(error @ ConnectionError::InvalidConnectionUrl(_))) => {
                return anyhow::Error::new(error);
            }
            error => anyhow::Error::new(error),
        };
        let why = advice::with_hint(&error.root_cause().to_string());
        anyhow!("the database of DATABASE_URL cannot be reached: {why}")
    })
}

/// Returns whether an error says that only an operator can make the database usable: it has another encoding.
pub(crate) fn is_unusable(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ConnectionError::InvalidConnectionUrl(_)))
}
