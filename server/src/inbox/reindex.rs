//! Updates the search words and keys of submissions that have none, or those of an older tokeniser. Several instances may reindex
//! at the same time.

use agency_core::{
    search::TOKENISER,
    sort::{SortOrder, name_key},
};
use anyhow::Result;
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    inbox::{page::Page, rows::load_rows},
    intake::search_document::{email_key, index, search_words},
    resources::List,
    storage::{self, Pool, schema::submissions, tsvector::tsvector},
};

/// Rows that are read and written at once.
const BATCH_ROWS: u32 = 500;

/// Reindexes a batch of each list. Returns true when no row is out of date.
pub(crate) async fn reindex(pool: &Pool) -> Result<bool> {
    let mut is_complete = true;
    for list in List::ALL {
        is_complete &= reindex_batch(&mut *storage::get(pool).await?, list).await?;
    }
    Ok(is_complete)
}

/// Reindexes a batch of a list. Returns true for the last batch. Locks the submissions, so that several instances take
/// different ones.
pub(crate) async fn reindex_batch(connection: &mut AsyncPgConnection, list: List) -> QueryResult<bool> {
    connection
        .transaction(async |connection| {
            let outdated: Vec<i64> = submissions::table
                .filter(submissions::kind.eq(list.name()))
                .filter(submissions::words_version.lt(TOKENISER))
                .order((submissions::words_version, submissions::id))
                .limit(BATCH_ROWS.into())
                .select(submissions::id)
                .for_update()
                .skip_locked()
                .load(connection)
                .await?;
            let locked = submissions::table.filter(submissions::id.eq_any(&outdated)).into_boxed();
            let rows = load_rows(connection, Page::new(locked, BATCH_ROWS), SortOrder::default()).await?;
            for row in &rows {
                let submission = &row.submission;
                let words = search_words(&index(row.texts(), &submission.email));
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
