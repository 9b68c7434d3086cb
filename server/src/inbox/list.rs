//! Pages of a whole list or box, with an exact count, in any order. Later pages are read from the end.

use agency_core::{
    filter::Filter,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    sort::SortOrder,
    work::RecordState,
};
use diesel::{
    declare_sql_function,
    dsl::sum,
    pg::Pg,
    prelude::*,
    sql_types::{Nullable, Numeric},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use tokio::join;
use utoipa::ToSchema;

use crate::{
    inbox::{
        filtered::{filtered, sorted},
        page::Page,
        resource::{Resource, load_rows},
        search,
        submission::Row,
    },
    storage::schema::{list_counts, submissions::BoxedQuery},
};

/// Maximum offset in rows of pages that are read from the front, without reading the count first.
const FRONT_ROWS: i64 = 1_000;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListResponse_WorkedResponse_RecordResponse)]
pub(crate) struct ListResponse<T> {
    /// Number of records in the list, at most 10,000 for a search.
    pub(crate) count: i64,
    /// Whether there are more records than `count`.
    pub(crate) more: bool,
    /// Whether the index of this search or order has every record. While older ones are being indexed, a search can miss
    /// some, and an order by name can have some in another place.
    pub(crate) complete: bool,
    /// The records of the page.
    pub(crate) results: Vec<T>,
}

impl<T> ListResponse<T> {
    /// Converts the records.
    pub(crate) fn map<U>(self, convert: impl FnMut(T) -> U) -> ListResponse<U> {
        let Self { count, more, complete, results } = self;
        ListResponse { count, more, complete, results: results.into_iter().map(convert).collect() }
    }
}

/// Loads the page that a filter selects for an admin.
pub(crate) async fn load_page<R: Resource>(
    connection: &mut AsyncPgConnection,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<ListResponse<Row<R>>> {
    if filter.is_whole() {
        read_whole(connection, filter, admin_id).await
    } else {
        search::load_hits(connection, filter, admin_id).await
    }
}

/// Reads a page of a whole list or box.
async fn read_whole<R: Resource>(
    connection: &AsyncPgConnection,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<ListResponse<Row<R>>> {
    let Filter { sort, state, .. } = *filter;
    let kind = R::STORED.table;
    let rows = |sort, skip| read_rows::<R>(connection, filtered(kind, filter, admin_id), sort, skip);
    let count = count(connection, kind, state);
    let complete =
        async { if sort.is_by_name() { search::is_complete(connection, kind).await } else { Ok(true) } };
    let skip = i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX);
    if skip < FRONT_ROWS {
        // Sent together, so that they cost one round trip.
        let (results, count, complete) = join!(rows(sort, skip), count, complete);
        return Ok(ListResponse { count: count?, more: false, complete: complete?, results: results? });
    }
    let (count, complete) = join!(count, complete);
    let (count, complete) = (count?, complete?);
    let size = (count - skip).clamp(0, i64::from(DASHBOARD_PAGE_SIZE));
    let behind = count - skip - size;
    let results = if size == 0 {
        Vec::new()
    } else if behind < skip {
        let mut results = rows(sort.reversed(), behind).await?;
        // The last page can be shorter.
        results.truncate(usize::try_from(size).unwrap_or_default());
        results.reverse();
        results
    } else {
        rows(sort, skip).await?
    };
    Ok(ListResponse { count, more: false, complete, results })
}

/// Counts the records of a list or of one of its boxes.
pub(crate) async fn count(
    mut connection: &AsyncPgConnection,
    kind: &str,
    state: Option<RecordState>,
) -> QueryResult<i64> {
    let mut shards = list_counts::table.filter(list_counts::kind.eq(kind)).into_boxed();
    if let Some(state) = state {
        shards = shards.filter(list_counts::state.eq(state.as_str()));
    }
    let count: Option<i64> = shards.select(int8(sum(list_counts::count))).get_result(&mut connection).await?;
    Ok(count.unwrap_or_default())
}

/// Reads the rows of a page, after `skip` others in an order. Only an index is scanned for those.
async fn read_rows<R: Resource>(
    connection: &AsyncPgConnection,
    list: BoxedQuery<'_, Pg>,
    sort: SortOrder,
    skip: i64,
) -> QueryResult<Vec<Row<R>>> {
    let list = sorted(list, sort);
    // Without an offset, Postgres plans the statement once.
    let list = if skip > 0 { list.offset(skip) } else { list };
    load_rows(connection, Page::new(list, DASHBOARD_PAGE_SIZE), sort).await
}

#[declare_sql_function]
extern "SQL" {
    /// Casts a sum.
    fn int8(sum: Nullable<Numeric>) -> Nullable<BigInt>;
}
