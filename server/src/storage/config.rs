//! How the database is spoken to.

use std::time::Duration;

use crate::storage::address::{Address, TIMEOUT};

/// The database's settings.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseConfig {
    /// `DATABASE_URL`: where Postgres is.
    pub(crate) address: Address,
    /// `DATABASE_POOL_SIZE`: how many connections are kept at most; 16 when unset.
    pub(crate) pool_size: usize,
    /// `STATEMENT_CACHE`: `on` (when unset), or `off` for a pooler that knows no prepared statements.
    pub(crate) statement_cache: bool,
    /// How long it may take.
    pub(crate) timeouts: Timeouts,
}

/// How long the database may take, so that nothing holds up the others for long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    /// Until there is a connection from the pool.
    pub(crate) connection: Duration,
    /// To say that it can work.
    pub(crate) readiness: Duration,
    /// For a statement.
    pub(crate) statement: Duration,
    /// Until a lock is free.
    pub(crate) lock: Duration,
    /// Between two statements of a transaction.
    pub(crate) idle_in_transaction: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connection: TIMEOUT,
            readiness: Duration::from_secs(2),
            statement: Duration::from_secs(10),
            lock: Duration::from_secs(5),
            idle_in_transaction: Duration::from_secs(30),
        }
    }
}
