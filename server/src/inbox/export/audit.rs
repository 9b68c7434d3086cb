//! The audit record of an export: who exported which list, and how many rows. Never the query.

use chrono::{DateTime, Utc};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Text, Timestamptz},
};
use diesel_async::RunQueryDsl;
use tokio::runtime::Handle;

use crate::{
    auth::{display_name::display_name_sql, signed_in::SignedIn},
    http::{error::ApiError, serving::requests::Requests},
    storage::{self, Pool},
};

/// A running export. Its end is recorded when this is dropped, whether all rows were sent or the client has left.
pub(super) struct Audit {
    id: i64,
    /// The start, by the database's clock.
    pub(super) at: DateTime<Utc>,
    /// How many rows were read.
    pub(super) rows: i64,
    pool: Pool,
    requests: Requests,
}

#[derive(QueryableByName)]
struct Begun {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
}

impl Audit {
    /// Records that an admin exports a list; none when the account does not exist any more.
    pub(super) async fn begin(
        pool: &Pool,
        requests: &Requests,
        table: &str,
        signed_in: &SignedIn,
    ) -> Result<Option<Self>, ApiError> {
        let statement = format!(
            "INSERT INTO exports (list, by) SELECT $1, {} FROM admins WHERE admins.id = $2 RETURNING id, at",
            display_name_sql("admins")
        );
        let mut connection = storage::connection(pool).await?;
        // Read to its end: the row arrives before the commit.
        let begun: Vec<Begun> = sql_query(statement)
            .bind::<Text, _>(table)
            .bind::<BigInt, _>(signed_in.admin_id)
            .load(&mut connection)
            .await?;
        let begun = begun.into_iter().next();
        let (pool, requests) = (pool.clone(), requests.clone());
        Ok(begun.map(|Begun { id, at }| Self { id, at, rows: 0, pool, requests }))
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
        // No runtime while the process ends.
        if Handle::try_current().is_ok() {
            drop(self.requests.spawn(end));
        }
    }
}

async fn end(pool: &Pool, id: i64, rows: i64) -> anyhow::Result<()> {
    let mut connection = storage::get(pool).await?;
    sql_query("UPDATE exports SET rows = $2, ended_at = now() WHERE id = $1")
        .bind::<BigInt, _>(id)
        .bind::<BigInt, _>(rows)
        .execute(&mut connection)
        .await?;
    Ok(())
}
