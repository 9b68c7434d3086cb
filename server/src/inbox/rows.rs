//! The query of records, for all lists: submissions with the columns of their forms and their assignees.

use agency_core::{keys::RecordKey, sort::SortOrder};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    inbox::{filtered::sorted, model::submission::Record, page::Page},
    resources::{List, rows},
    storage::{list_counts::ListCount, schema::submissions},
};

/// Loads the record of a list with this key.
pub(crate) async fn load_row(
    mut connection: &AsyncPgConnection,
    list: List,
    key: RecordKey<'_>,
) -> QueryResult<Option<Record>> {
    let rows = rows().filter(submissions::kind.eq(list.name())).select(Record::as_select()).into_boxed();
    let row = match key {
        RecordKey::Id(id) => rows.filter(submissions::id.eq(id)),
        RecordKey::Slug(slug) => rows.filter(submissions::slug.eq(slug)),
    };
    row.get_result(&mut connection).await.optional()
}

/// Loads the records of a page in an order, each with a count.
pub(crate) async fn load_counted_rows(
    mut connection: &AsyncPgConnection,
    page: Page<'_>,
    sort: SortOrder,
    count: ListCount<'_>,
) -> QueryResult<Vec<(Record, Option<i64>)>> {
    let rows = rows().filter(page).select((Record::as_select(), count)).into_boxed();
    sorted(rows, sort).load(&mut connection).await
}

/// Loads the records of a page in an order.
pub(crate) async fn load_rows(
    connection: &AsyncPgConnection,
    page: Page<'_>,
    sort: SortOrder,
) -> QueryResult<Vec<Record>> {
    let rows = load_counted_rows(connection, page, sort, ListCount::none()).await?;
    Ok(rows.into_iter().map(|(row, _)| row).collect())
}
