//! Audit records of exports: admin, list and row count, never the query.

use agency_core::messages::server as say;
use chrono::{DateTime, Utc};
use diesel::{dsl::now, prelude::*, sql_types::Text};
use diesel_async::RunQueryDsl;

use crate::{
    auth::{current_admin::CurrentAdmin, display_name::display_name},
    http::error::ApiError,
    resources::List,
    storage::{
        self, Pool,
        schema::{admins, exports},
    },
};

/// Records the start of an export. Returns its id, and the start by the clock of the database. Fails with 401 if the
/// account has been removed.
pub(super) async fn begin(
    pool: &Pool,
    list: List,
    admin: &CurrentAdmin,
) -> Result<(i64, DateTime<Utc>), ApiError> {
    let mut connection = storage::connection(pool).await?;
    // Read to its end: the row arrives before the commit.
    let begun: Vec<(i64, DateTime<Utc>)> = admins::table
        .find(admin.id)
        .select((list.name().into_sql::<Text>(), display_name()))
        .insert_into(exports::table)
        .into_columns((exports::list, exports::by))
        .returning((exports::id, exports::at))
        .load(&mut connection)
        .await?;
    begun.into_iter().next().ok_or(ApiError::unauthorized(say::TOKEN_INVALID))
}

/// Records the end of an export, whether all rows were sent or the client has disconnected.
pub(super) async fn end(pool: &Pool, id: i64, rows: i64) -> anyhow::Result<()> {
    let mut connection = storage::get(pool).await?;
    diesel::update(exports::table.find(id))
        .set((exports::rows.eq(rows), exports::ended_at.eq(now)))
        .execute(&mut connection)
        .await?;
    Ok(())
}
