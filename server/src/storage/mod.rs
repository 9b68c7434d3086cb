//! Postgres: the pool of connections, and what is done when it is away.

pub(crate) mod address;
mod advice;
mod coded;
pub(crate) mod config;
pub(crate) mod connect;
mod connector;
pub(crate) mod migrations;
pub(crate) mod tls;
mod unnamed;

#[cfg(test)]
mod commit_tests;
#[cfg(test)]
mod language_tests;
#[cfg(test)]
mod lesser_tests;
#[cfg(test)]
mod migration_rules_tests;
#[cfg(test)]
mod migration_tests;
#[cfg(test)]
mod pool_tests;
#[cfg(test)]
mod proxy;
#[cfg(test)]
mod recount_tests;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use ::deadpool::Runtime;
use anyhow::{Context as _, Result, anyhow, bail};
use diesel_async::{
    AsyncConnection, AsyncPgConnection, SimpleAsyncConnection as _, TransactionManager as _,
    pooled_connection::{
        AsyncDieselConnectionManager, ManagerConfig, PoolError, RecyclingMethod,
        deadpool::{self, Hook, HookError, Object},
    },
};
use futures_util::FutureExt as _;
use scopeguard::ScopeGuard;

pub(crate) use address::TIMEOUT;

use crate::{
    http::error::ApiError,
    storage::{config::DatabaseConfig, connector::Connector},
};

/// The pool of connections.
pub(crate) type Pool = deadpool::Pool<AsyncPgConnection>;

/// A pooled connection, which goes back clean or not at all.
pub(crate) type Connection = ScopeGuard<Object<AsyncPgConnection>, fn(Object<AsyncPgConnection>)>;

/// How long a connection is taken to work after it did.
const FRESH: Duration = Duration::from_secs(1);

/// How often work is done that the database undid because of other work at the same time.
const TRIES: u32 = 4;

/// A pool that connects when a connection is first asked for.
///
/// A connection whose other end said goodbye is never handed out: the driver notices that without asking the
/// database. The end that vanished without a word is found by asking, but only where nobody has just used the
/// connection: a round trip for every request would be dear.
pub(crate) fn connect(config: &DatabaseConfig) -> Result<Pool> {
    let mut manager = ManagerConfig::default();
    manager.recycling_method = RecyclingMethod::Fast;
    let shared = Arc::new(Connector::new(config.clone()));
    manager.custom_setup = Box::new(move |_| {
        let connector = Arc::clone(&shared);
        async move { connector.connect().await }.boxed()
    });
    // The manager wants an address, but the set-up above knows it better.
    let manager = AsyncDieselConnectionManager::new_with_config("", manager);
    let pool = Pool::builder(manager).runtime(Runtime::Tokio1).wait_timeout(Some(config.timeouts.connection));
    let pool = pool.max_size(config.pool_size).pre_recycle(Hook::async_fn(
        |connection: &mut AsyncPgConnection, usage| {
            let is_fresh = usage.last_used() < FRESH;
            async move {
                if is_fresh {
                    return Ok(());
                }
                let alive = connection.batch_execute("SELECT 1").await;
                alive.map_err(|error| HookError::Backend(PoolError::QueryError(error)))
            }
            .boxed()
        },
    ));
    pool.build().context("the connection pool cannot be built")
}

/// A connection, or 503 when the database is away.
pub(crate) async fn connection(pool: &Pool) -> Result<Connection, ApiError> {
    get(pool).await.map_err(|error| {
        tracing::warn!(error = format!("{error:#}"), "no database connection");
        ApiError::unavailable()
    })
}

/// A connection, or one sentence that says why there is none.
pub(crate) async fn get(pool: &Pool) -> Result<Connection> {
    let limit = pool.timeouts().wait.unwrap_or(TIMEOUT);
    let pool = pool.clone();
    let mut getting = Box::pin(async move { pool.get().await });
    let Ok(connection) = tokio::time::timeout(limit, &mut getting).await else {
        // A connection that comes too late for this one is there for the next; dropped, it would be made in vain.
        tokio::spawn(tokio::time::timeout(limit, getting));
        bail!("the database did not answer in time");
    };
    let connection = connection.map_err(|error| {
        let error = anyhow::Error::new(error);
        let why = advice::for_connecting(&error.root_cause().to_string());
        anyhow!("the database of DATABASE_URL cannot be reached: {why}")
    })?;
    Ok(scopeguard::guard(connection, give_back as fn(Object<AsyncPgConnection>)))
}

/// Closes a connection whose transaction was never ended: Postgres takes back what was done in it, and its locks.
fn give_back(mut connection: Object<AsyncPgConnection>) {
    type Transactions = <AsyncPgConnection as AsyncConnection>::TransactionManager;
    if Transactions::is_broken_transaction_manager(&mut *connection) {
        drop(Object::take(connection));
    }
}

/// Does work in transactions again when the database undid it because of other work: nothing of it was committed.
///
/// A server that lost its place as the primary is left, so that the next connection finds the new one.
pub(crate) async fn retrying<T, F>(pool: &Pool, work: impl Fn() -> F) -> Result<T, ApiError>
where
    F: Future<Output = Result<T, ApiError>>,
{
    let mut tries = 1;
    loop {
        match work().await {
            Err(error) if error.is_conflict() && tries < TRIES => tries += 1,
            result => {
                if result.as_ref().is_err_and(ApiError::is_read_only) {
                    pool.retain(|_, _| false);
                }
                return result;
            }
        }
    }
}
pub(crate) mod prepared;
pub(crate) mod schema;
#[cfg(test)]
mod schema_tests;
pub(crate) mod slug;
pub(crate) mod sqlstate;
pub(crate) mod tsvector;
