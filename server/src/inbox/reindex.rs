//! Updates the search words and keys of submissions that have none, or those of an older tokeniser. Several instances may reindex
//! at the same time.

use agency_core::{search::TOKENISER, sort::name_key};
use anyhow::Result;
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use futures_util::{FutureExt as _, future::BoxFuture};

use crate::{
    inbox::{
        condition::{boxed_sql, list_sql},
        model::submission::Row,
        resource::Resource,
        submission::rows_from,
    },
    intake::search_document::{email_key, search_words},
    storage::{self, Pool, schema::submissions, tsvector::tsvector},
};

/// Rows that are read and written at once.
const BATCH_ROWS: i64 = 500;

/// Reindexes a batch of one kind. Returns true when no row is out of date.
pub(crate) fn reindex_kind<R: Resource>(pool: &Pool) -> BoxFuture<'_, Result<bool>> {
    async { Ok(batch::<R>(&mut *storage::get(pool).await?).await?) }.boxed()
}

/// Reindexes a batch of one kind. Returns true for the last batch. Locks the submissions, so that several instances take
/// different ones.
pub(crate) async fn batch<R: Resource>(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    connection
        .transaction(async |connection| {
            let outdated = boxed_sql(format!(
                "SELECT {rows} WHERE {list} AND s.words_version < {TOKENISER} \
                 ORDER BY s.words_version, s.id LIMIT {BATCH_ROWS} FOR UPDATE OF s SKIP LOCKED",
                rows = rows_from::<R>("submissions AS s"),
                list = list_sql(R::STORED.table, None),
            ));
            let rows: Vec<Row<R>> = outdated.load(connection).await?;
            for Row { submission, details } in &rows {
                let words = search_words(details.texts(submission));
                diesel::update(submissions::table.find(submission.id))
                    .set((
                        submissions::words.eq(tsvector(words)),
                        submissions::name_key.eq(name_key(&submission.full_name)),
                        submissions::email_key.eq(email_key(&submission.email)),
                        submissions::words_version.eq(TOKENISER),
                    ))
                    .execute(connection)
                    .await?;
            }
            Ok(rows.len() < usize::try_from(BATCH_ROWS).unwrap_or_default())
        })
        .await
}
