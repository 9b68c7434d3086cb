//! What is kept of an export: that there was one, by whom, and how many rows. Never what was asked for.

use chrono::{DateTime, Utc};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Text, Timestamptz},
};
use diesel_async::RunQueryDsl;
use tokio::runtime::Handle;

use crate::{
    auth::signed_in::SignedIn,
    http::{error::ApiError, run_to_end::Requests},
    storage::{self, Pool},
    workflow::work::name_of,
};

/// An export that goes on. Its end is kept when it is dropped, whether all of it was sent or its client has left.
pub(super) struct Kept {
    id: i64,
    /// When it began, by the database's clock.
    pub(super) at: DateTime<Utc>,
    /// How many rows were read for it.
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

impl Kept {
    /// Keeps that somebody exports a table's records; none when there is no such account any more.
    pub(super) async fn begin(
        pool: &Pool,
        requests: &Requests,
        table: &str,
        signed_in: &SignedIn,
    ) -> Result<Option<Self>, ApiError> {
        let statement = format!(
            "INSERT INTO exports (list, by) SELECT $1, {} FROM admins WHERE admins.id = $2 RETURNING id, at",
            name_of("admins")
        );
        let mut connection = storage::connection(pool).await?;
        // Read to its end: the rows come before the commit.
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

impl Drop for Kept {
    fn drop(&mut self) {
        let (id, rows, pool) = (self.id, self.rows, self.pool.clone());
        let end = async move {
            if let Err(error) = end(&pool, id, rows).await {
                tracing::error!(
                    error = format!("{error:#}"),
                    export = id,
                    rows,
                    "an export's end is not kept"
                );
            }
        };
        // A process that ends keeps nothing any more.
        if Handle::try_current().is_ok() {
            drop(self.requests.spawn(None, end));
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
