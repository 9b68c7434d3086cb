//! Updates the search words and keys of submissions that have none, or those of an older tokeniser. Several instances may reindex
//! at the same time.

use agency_core::{
    search::TOKENISER,
    sort::{SortOrder, name_key},
};
use anyhow::Result;
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use futures_util::{FutureExt as _, future::BoxFuture};

use crate::{
    inbox::{model::submission::Row, page::Page, resource::Resource},
    intake::search_document::{email_key, index, search_words},
    storage::{self, Pool, schema::submissions, tsvector::tsvector},
};

/// Rows that are read and written at once.
const BATCH_ROWS: u32 = 500;

/// Reindexes a batch of one kind. Returns true when no row is out of date.
pub(crate) fn reindex_kind<R: Resource>(pool: &Pool) -> BoxFuture<'_, Result<bool>> {
    async { Ok(batch::<R>(&mut *storage::get(pool).await?).await?) }.boxed()
}

/// Reindexes a batch of one kind. Returns true for the last batch. Locks the submissions, so that several instances take
/// different ones.
pub(crate) async fn batch<R: Resource>(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    connection
        .transaction(async |connection| {
            let outdated: Vec<i64> = submissions::table
                .filter(submissions::kind.eq(R::STORED.table))
                .filter(submissions::words_version.lt(TOKENISER))
                .order((submissions::words_version, submissions::id))
                .limit(BATCH_ROWS.into())
                .select(submissions::id)
                .for_update()
                .skip_locked()
                .load(connection)
                .await?;
            let locked = submissions::table.filter(submissions::id.eq_any(&outdated)).into_boxed();
            let rows =
                R::load_sorted(connection, Page::new(locked, BATCH_ROWS), SortOrder::default()).await?;
            for Row { submission, details } in &rows {
                let words = search_words(&index(details.texts(submission), &submission.email));
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
