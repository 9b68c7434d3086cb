//! Updates the search words of submissions that have none, or those of an older tokeniser. Several instances may reindex
//! at the same time.

use std::{future::Future, pin::Pin};

use agency_core::search::TOKENISER;
use anyhow::Result;
use diesel::{
    QueryResult, sql_query,
    sql_types::{Array, BigInt, SmallInt, Text},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _};

use crate::{
    inbox::{
        resource::Resource,
        submission::{Row, select_rows},
    },
    intake::search_document::{email_key, tsvector},
    storage::{self, Pool},
};

/// Rows that are read and written at once.
const BATCH_ROWS: i64 = 500;

/// Reindexes a batch of one kind. Returns true when no row is out of date.
pub(crate) type Reindex =
    for<'a> fn(&'a mut AsyncPgConnection) -> Pin<Box<dyn Future<Output = QueryResult<bool>> + Send + 'a>>;

/// Returns the function that reindexes a batch of one kind.
pub(crate) const fn reindexer<R: Resource>() -> Reindex {
    |connection| Box::pin(batch::<R>(connection))
}

/// Reindexes a batch of every kind. Returns true when no row is out of date.
pub(crate) async fn reindex(pool: &Pool, kinds: &[Reindex]) -> Result<bool> {
    let mut connection = storage::get(pool).await?;
    let mut is_complete = true;
    for batch in kinds {
        is_complete &= batch(&mut connection).await?;
    }
    Ok(is_complete)
}

/// Reindexes a batch of one kind. Returns true for the last batch. Locks the submissions, so that several instances take
/// different ones.
pub(crate) async fn batch<R: Resource>(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    connection
        .transaction(async |connection| {
            let outdated = format!(
                "{} WHERE s.kind = '{}' AND s.words_version < {TOKENISER} \
                 ORDER BY s.words_version, s.id LIMIT {BATCH_ROWS} FOR UPDATE OF s SKIP LOCKED",
                select_rows::<R>(),
                R::STORED.table
            );
            let rows: Vec<Row<R>> = sql_query(outdated).load(connection).await?;
            let is_last = rows.len() < usize::try_from(BATCH_ROWS).unwrap_or_default();
            if !rows.is_empty() {
                update(connection, &rows).await?;
            }
            Ok(is_last)
        })
        .await
}

async fn update<R: Resource>(connection: &mut AsyncPgConnection, rows: &[Row<R>]) -> QueryResult<usize> {
    let ids = rows.iter().map(|row| row.submission.id).collect::<Vec<_>>();
    let email_keys = rows.iter().map(|row| email_key(&row.submission.email)).collect::<Vec<_>>();
    let words = rows.iter().map(|row| tsvector(row.details.texts(&row.submission))).collect::<Vec<_>>();
    sql_query(
        "UPDATE submissions AS s SET words = n.words::tsvector, email_key = n.email_key, words_version = $1 \
         FROM unnest($2, $3, $4) AS n (id, email_key, words) WHERE s.id = n.id",
    )
    .bind::<SmallInt, _>(TOKENISER)
    .bind::<Array<BigInt>, _>(ids)
    .bind::<Array<Text>, _>(email_keys)
    .bind::<Array<Text>, _>(words)
    .execute(connection)
    .await
}
