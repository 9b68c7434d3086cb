//! Audit records of exports: admin, list and row count, never the query.

use agency_core::messages::server as say;
use chrono::{DateTime, Utc};
use diesel::{dsl::now, prelude::*, sql_types::Text};
use diesel_async::RunQueryDsl;
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;

use crate::{
    auth::{display_name::display_name, signed_in::SignedIn},
    http::error::ApiError,
    storage::{
        self, Pool,
        schema::{admins, exports},
    },
};

/// Running export. Dropping it records the end, whether all rows were sent or the client has disconnected.
pub(super) struct Audit {
    id: i64,
    /// Start, by the clock of the database.
    pub(super) at: DateTime<Utc>,
    /// Number of rows that were read.
    pub(super) rows: i64,
    pool: Pool,
    requests: TaskTracker,
}

impl Audit {
    /// Records the start of an export. Fails with 401 if the account has been removed.
    pub(super) async fn begin(
        pool: &Pool,
        requests: &TaskTracker,
        table: &str,
        signed_in: &SignedIn,
    ) -> Result<Self, ApiError> {
        let mut connection = storage::connection(pool).await?;
        // Read to its end: the row arrives before the commit.
        let begun: Vec<(i64, DateTime<Utc>)> = admins::table
            .find(signed_in.admin_id)
            .select((table.into_sql::<Text>(), display_name()))
            .insert_into(exports::table)
            .into_columns((exports::list, exports::by))
            .returning((exports::id, exports::at))
            .load(&mut connection)
            .await?;
        let (id, at) = begun.into_iter().next().ok_or(ApiError::unauthorized(say::TOKEN_INVALID))?;
        Ok(Self { id, at, rows: 0, pool: pool.clone(), requests: requests.clone() })
    }
}

impl Drop for Audit {
    fn drop(&mut self) {
        let (id, rows, pool) = (self.id, self.rows, self.pool.clone());
        let end = async move {
            if let Err(error) = end(&pool, id, rows).await {
                tracing::error!(
                    error = format!("{error:#}"),
                    export = id,
                    rows,
                    "the end of an export was not recorded"
                );
            }
        };
        // There is no runtime while the process exits.
        if Handle::try_current().is_ok() {
            drop(self.requests.spawn(end));
        }
    }
}

async fn end(pool: &Pool, id: i64, rows: i64) -> anyhow::Result<()> {
    let mut connection = storage::get(pool).await?;
    diesel::update(exports::table.find(id))
        .set((exports::rows.eq(rows), exports::ended_at.eq(now)))
        .execute(&mut connection)
        .await?;
    Ok(())
}
