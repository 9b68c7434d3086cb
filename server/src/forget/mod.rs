//! The command that answers a request for erasure: deletes all that came from an e-mail address.

#[cfg(test)]
mod tests;

use agency_core::contact::EMAIL;
use anyhow::{Result, anyhow};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Text},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use futures_util::TryStreamExt as _;

use crate::{
    lists::{bounds, upkeep},
    schema::idempotency_keys,
    storage::{self, Pool},
};

/// Deletes the consultations and applications of an address, CVs and idempotency keys with them, all of it or nothing,
/// and tells how many there were.
#[expect(clippy::print_stdout, reason = "how many there were is what the command answers with")]
pub(crate) async fn forget(pool: &Pool, email: &str) -> Result<()> {
    let email = EMAIL.normalize(email);
    EMAIL.judge(&email).map_err(|message| anyhow!("{message}"))?;
    let key = same(&email);
    let mut connection = storage::get(pool).await?;
    let (consultations, applications) = connection
        .transaction(async |connection| -> QueryResult<_> {
            // Every row is looked at, which may take longer than a request may.
            connection.batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0").await?;
            let consultations = delete(connection, "consultations", &key).await?;
            Ok((consultations, delete(connection, "applications", &key).await?))
        })
        .await?;
    println!("consultations: {consultations}\napplications: {applications}");
    // What tells the lists of the deleted rows has their names, and goes when it is counted.
    upkeep::fold(&mut connection).await?;
    Ok(())
}

/// What two ways of writing an address have in common.
fn same(email: &str) -> String {
    EMAIL.normalize(email).to_lowercase()
}

async fn delete(connection: &mut AsyncPgConnection, list: &str, key: &str) -> QueryResult<usize> {
    let (ids, slugs): (Vec<_>, Vec<_>) = find(connection, list, key).await?.into_iter().unzip();
    bounds::release(connection, list, &ids).await?;
    let deleted = sql_query(format!("DELETE FROM {list} WHERE id = ANY($1)"))
        .bind::<Array<BigInt>, _>(&ids)
        .execute(connection)
        .await?;
    diesel::delete(idempotency_keys::table.filter(idempotency_keys::slug.eq_any(slugs)))
        .execute(connection)
        .await?;
    Ok(deleted)
}

/// Ids and slugs of an address. Compared here, because the database's lower case depends on how it was set up.
async fn find(connection: &mut AsyncPgConnection, list: &str, key: &str) -> QueryResult<Vec<(i64, String)>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        id: i64,
        #[diesel(sql_type = Text)]
        slug: String,
        #[diesel(sql_type = Text)]
        email: String,
    }
    let rows =
        sql_query(format!("SELECT id, slug, email FROM {list}")).load_stream::<Row>(connection).await?;
    let found = rows.try_filter_map(async |row| Ok((same(&row.email) == key).then_some((row.id, row.slug))));
    found.try_collect().await
}
