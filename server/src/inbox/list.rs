//! Pages of a whole list or box, with an exact count, in any order. Later pages are read from the end.

use std::sync::Arc;

use agency_core::{
    filter::Filter,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    sort::{SortField, SortOrder},
};
use axum::{extract::State, http::HeaderMap, response::Response};
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use tokio::join;

use crate::{
    auth::current_admin::CurrentAdmin,
    http::{
        error::{ApiError, ErrorResponse},
        etag,
    },
    inbox::{
        filtered::{filtered, sorted},
        page::Page,
        params::ListParams,
        record_path::ListPath,
        rows::{ListResponse, load_counted_rows, load_rows},
        search,
        state::InboxState,
    },
    resources::List,
    storage::{
        self,
        list_counts::{count_records, counted},
    },
};

/// Maximum offset in rows of pages that are read from the front, without reading the count first.
const FRONT_ROWS: i64 = 1_000;

/// Returns a page of the list.
#[utoipa::path(
    get,
    path = "/",
    tag = "records",
    params(
        ListPath,
        ListParams,
        ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
    ),
    responses(
        (status = 200, description = "One page, with its tag", body = ListResponse),
        (status = 304, description = "Not modified"),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn list_records(
    admin: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    ListPath { list }: ListPath,
    ListParams(filter): ListParams,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let permit = state.search_permit(&filter).await?;
    let mut connection = storage::connection(&state.pool).await?;
    let page = load_page(&mut connection, list, &filter, admin.id).await?;
    drop((connection, permit));
    etag::answer(&headers, &page)
}

/// Loads the page that a filter selects for an admin.
pub(crate) async fn load_page(
    connection: &mut AsyncPgConnection,
    list: List,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<ListResponse> {
    if filter.is_whole() {
        read_whole(connection, list, filter, admin_id).await
    } else {
        search::load_hits(connection, list, filter, admin_id).await
    }
}

/// Reads a page of a whole list or box.
async fn read_whole(
    connection: &mut AsyncPgConnection,
    list: List,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<ListResponse> {
    let kind = list.name();
    let skip = i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX);
    if skip < FRONT_ROWS {
        // Sent together. The rows come with their count, in one statement.
        let page = page_at(list, filter, admin_id, filter.sort, skip);
        let page = load_counted_rows(connection, page, filter.sort, counted(kind, filter.state));
        let (rows, complete) = join!(page, is_complete(connection, kind, filter.sort));
        let (rows, complete) = (rows?, complete?);
        if let [(_, count), ..] = &rows[..] {
            let count = count.unwrap_or_default();
            let results = rows.into_iter().map(|(row, _)| row).collect();
            return Ok(ListResponse { count, more: false, complete, results });
        }
    }
    let mut snapshot = connection.build_transaction().read_only().repeatable_read();
    snapshot
        .run(async |connection| read_from_nearer_end(connection, list, filter, admin_id, skip).await)
        .await
}

/// Reads the count, then a page from the nearer end.
async fn read_from_nearer_end(
    connection: &AsyncPgConnection,
    list: List,
    filter: &Filter,
    admin_id: i64,
    skip: i64,
) -> QueryResult<ListResponse> {
    let Filter { sort, state, .. } = *filter;
    let kind = list.name();
    let (count, complete) =
        join!(count_records(connection, kind, state), is_complete(connection, kind, sort));
    let (count, complete) = (count?, complete?);
    let size = (count - skip).clamp(0, i64::from(DASHBOARD_PAGE_SIZE));
    let behind = count - skip - size;
    let read = |sort, skip| load_rows(connection, page_at(list, filter, admin_id, sort, skip), sort);
    let results = if size == 0 {
        Vec::new()
    } else if behind < skip {
        let mut results = read(sort.reversed(), behind).await?;
        // The last page can be shorter.
        results.truncate(usize::try_from(size).unwrap_or_default());
        results.reverse();
        results
    } else {
        read(sort, skip).await?
    };
    Ok(ListResponse { count, more: false, complete, results })
}

/// Returns whether an order has every record in its place.
async fn is_complete(connection: &AsyncPgConnection, kind: &str, sort: SortOrder) -> QueryResult<bool> {
    match sort.field() {
        SortField::CreatedAt => Ok(true),
        SortField::NameKey => search::is_complete(connection, kind).await,
    }
}

/// Returns the page after a number of other records in an order. Only an index is scanned for those.
fn page_at<'a>(list: List, filter: &Filter, admin_id: i64, sort: SortOrder, skip: i64) -> Page<'a> {
    let found = sorted(filtered(list.name(), filter, admin_id), sort);
    // Without an offset, Postgres plans the statement once.
    let found = if skip > 0 { found.offset(skip) } else { found };
    Page::new(found, DASHBOARD_PAGE_SIZE)
}
