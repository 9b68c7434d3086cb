//! The query of records, for all lists: submissions with the columns of their forms and their assignees.

use agency_core::{keys::RecordKey, sort::SortOrder};
use diesel::{
    pg::Pg,
    prelude::*,
    sql_types::{BigInt, Nullable},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    inbox::{filtered::sorted, page::Page, submission::Record},
    resources::{List, rows},
    storage::schema::{list_counts, submissions},
};

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListResponse {
    /// Number of records in the list, at most 10,000 with any filter but the state.
    pub(crate) count: i64,
    /// Whether there are more records than `count`.
    pub(crate) more: bool,
    /// Whether the index of this search or order has every record. While older ones are being indexed, a search can miss
    /// some, and an order by name can have some in another place.
    pub(crate) complete: bool,
    /// The records of the page.
    pub(crate) results: Vec<Record>,
}

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

/// Loads the records of a page in an order, each with a count from the same snapshot.
pub(crate) async fn load_counted_rows(
    mut connection: &AsyncPgConnection,
    page: Page<'_>,
    sort: SortOrder,
    count: list_counts::BoxedQuery<'_, Pg, Nullable<BigInt>>,
) -> QueryResult<Vec<(Record, Option<i64>)>> {
    let rows = rows().filter(page).select((Record::as_select(), count.single_value())).into_boxed();
    sorted(rows, sort).load(&mut connection).await
}

/// Loads the records of a page in an order.
pub(crate) async fn load_rows(
    mut connection: &AsyncPgConnection,
    page: Page<'_>,
    sort: SortOrder,
) -> QueryResult<Vec<Record>> {
    let rows = rows().filter(page).select(Record::as_select()).into_boxed();
    sorted(rows, sort).load(&mut connection).await
}
