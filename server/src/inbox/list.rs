//! Pages of a whole list or box, with an exact count, in any order. Later pages are read from the end.

use agency_core::{
    filter::Filter,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    sort::SortOrder,
};
use diesel::{pg::Pg, prelude::*};
use diesel_async::AsyncPgConnection;
use tokio::join;

use crate::{
    inbox::{
        filtered::{filtered, sorted},
        model::{list::ListResponse, submission::Row},
        page::Page,
        resource::Resource,
        search,
    },
    storage::{list_counts::count_records, schema::submissions::BoxedQuery},
};

/// Maximum offset in rows of pages that are read from the front, without reading the count first.
const FRONT_ROWS: i64 = 1_000;

/// Loads the page that a filter selects for an admin.
pub(crate) async fn load_page<R: Resource>(
    connection: &mut AsyncPgConnection,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<ListResponse<R>> {
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
) -> QueryResult<ListResponse<R>> {
    let Filter { sort, state, .. } = *filter;
    let kind = R::STORED.table;
    let rows = |sort, skip| read_rows::<R>(connection, filtered(kind, filter, admin_id), sort, skip);
    let count = count_records(connection, kind, state);
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
    R::load_sorted(connection, Page::new(list, DASHBOARD_PAGE_SIZE), sort).await
}
