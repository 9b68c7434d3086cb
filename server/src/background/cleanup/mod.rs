//! Deletes expired idempotency keys, refresh tokens and rate limit windows.
//!
//! Every instance does so. Rows that another one is deleting are skipped, and batches keep locks short.

#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::Result;
use diesel::{
    QueryableByName,
    sql_types::{BigInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    background::jittered,
    storage::{self, Pool},
};

/// The shortest pause between two runs.
const PAUSE: Duration = Duration::from_mins(10);

/// How many rows a statement deletes at most.
const BATCH: usize = 1_000;

/// Tables with their keys, and the condition for expired rows. Retries of a form end long before its idempotency key
/// expires: with the page that holds it.
const EXPIRED: [(&str, &str, &str); 2] = [
    ("idempotency_keys", "key", "created_at < now() - interval '7 days'"),
    ("refresh_tokens", "token_hash", "expires_at <= now()"),
];

/// Tables that are looked through in pieces, because an index of the times would cost every write more than a look through
/// the table costs now and then. No limit looks further back than a day.
const EXPIRED_UNINDEXED: [(&str, &str); 1] =
    [("attempt_windows", "coalesce(made_at[cardinality(made_at)], '-infinity') < now() - interval '1 day'")];

/// How many pages of such a table a statement scans.
const PAGES: i64 = 200;

/// The first page of each piece of a table.
const PIECES: &str = "SELECT page FROM generate_series(\
     0, pg_relation_size($2::regclass) / current_setting('block_size')::bigint, $1) AS page";

/// Cleans up, and returns the pause before the next time: 10 to 15 minutes.
pub(crate) async fn run(pool: Pool) -> Result<Duration> {
    let rows = clean_up(&pool).await?;
    if rows > 0 {
        tracing::info!(rows, "deleted expired rows");
    }
    Ok(jittered(PAUSE))
}

/// Deletes all expired rows and returns how many there were.
pub(crate) async fn clean_up(pool: &Pool) -> Result<usize> {
    let mut deleted: usize = 0;
    for (table, key, expired) in EXPIRED {
        loop {
            // Returned to the pool between batches, so that requests need not wait.
            let mut connection = storage::get(pool).await?;
            let rows = delete(&mut connection, table, key, expired).await?;
            deleted = deleted.saturating_add(rows);
            if rows < BATCH {
                break;
            }
        }
    }
    for (table, expired) in EXPIRED_UNINDEXED {
        deleted = deleted.saturating_add(clean_up_pieces(pool, table, expired).await?);
    }
    Ok(deleted)
}

/// Deletes the expired rows of a table, piece by piece.
async fn clean_up_pieces(pool: &Pool, table: &str, expired: &str) -> Result<usize> {
    #[derive(QueryableByName)]
    struct Piece {
        #[diesel(sql_type = BigInt)]
        page: i64,
    }
    let pieces: Vec<Piece> = {
        let mut connection = storage::get(pool).await?;
        let pieces = diesel::sql_query(PIECES).bind::<BigInt, _>(PAGES).bind::<Text, _>(table);
        pieces.load(&mut connection).await?
    };
    let mut deleted: usize = 0;
    for Piece { page } in pieces {
        let statement = format!(
            "DELETE FROM {table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM {table} \
             WHERE ctid >= '({page},0)' AND ctid < '({},0)' AND {expired} FOR UPDATE SKIP LOCKED))",
            page.saturating_add(PAGES)
        );
        let mut connection = storage::get(pool).await?;
        deleted = deleted.saturating_add(diesel::sql_query(statement).execute(&mut connection).await?);
    }
    Ok(deleted)
}

async fn delete(
    connection: &mut AsyncPgConnection,
    table: &str,
    key: &str,
    expired: &str,
) -> diesel::QueryResult<usize> {
    let statement = format!(
        "DELETE FROM {table} WHERE {key} IN \
         (SELECT {key} FROM {table} WHERE {expired} LIMIT {BATCH} FOR UPDATE SKIP LOCKED)"
    );
    diesel::sql_query(statement).execute(connection).await
}
