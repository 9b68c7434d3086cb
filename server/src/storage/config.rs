//! How the database is spoken to.

use crate::storage::address::Address;

/// The database's settings.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseConfig {
    /// `DATABASE_URL`: where Postgres is.
    pub(crate) address: Address,
    /// `DATABASE_POOL_SIZE`: how many connections are kept at most; 16 when unset.
    pub(crate) pool_size: usize,
    /// `STATEMENT_CACHE`: `on` (when unset), or `off` for a pooler that knows no prepared statements.
    pub(crate) statement_cache: bool,
}
