//! Pages of a whole list or box, with an exact count, in any order. Later pages are read from the end.

use agency_core::{
    filter::Filter,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    work::RecordState,
};
use diesel::{QueryResult, deserialize::QueryableByName, dsl::sql, sql_types::BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::{
    inbox::{
        condition::{boxed_sql, list_sql, order_by},
        model::{list::ListResponse, submission::Row},
        resource::Resource,
        search,
        submission::rows_from,
    },
    storage::prepared::Prepared,
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
        read_whole(connection, filter).await
    } else {
        search::load_hits(connection, filter, admin_id).await
    }
}

/// Reads a page of a whole list or box.
async fn read_whole<R: Resource>(
    connection: &mut AsyncPgConnection,
    filter: &Filter,
) -> QueryResult<ListResponse<R>> {
    let after = i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX);
    let mut rows = Vec::new();
    if after < FRONT_ROWS {
        rows = read_rows::<R>(connection, filter, after, false).await?;
    }
    let count = match rows.as_slice().first() {
        Some(first) => first.count,
        None => count(connection, R::STORED.table, filter.state).await?,
    };
    let size = (count - after).clamp(0, i64::from(DASHBOARD_PAGE_SIZE));
    if rows.is_empty() && size > 0 {
        let behind = count - after - size;
        rows = read_rows(connection, filter, after.min(behind), behind < after).await?;
        if behind < after {
            rows.truncate(usize::try_from(size).unwrap_or_default());
            rows.reverse();
        }
    }
    let complete = !filter.sort.is_by_name() || search::is_complete(connection, R::STORED.table).await?;
    let results = rows.into_iter().map(|counted| counted.row).collect();
    Ok(ListResponse { count, more: false, complete, results })
}

/// Counts the records of a list or of one of its boxes.
pub(crate) async fn count(
    connection: &mut AsyncPgConnection,
    kind: &str,
    state: Option<RecordState>,
) -> QueryResult<i64> {
    Prepared(diesel::select(sql::<BigInt>(&count_sql(kind, state)))).get_result(connection).await
}

/// Returns the count of a list or box as an SQL expression.
fn count_sql(kind: &str, state: Option<RecordState>) -> String {
    let list = list_sql(kind, state);
    format!("(SELECT coalesce(sum(s.count), 0)::bigint FROM list_counts AS s WHERE {list})")
}

/// Row with the count of its list.
#[derive(QueryableByName)]
struct CountedRow<R> {
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(embed)]
    row: Row<R>,
}

/// Reads ten rows after `skip` others, in the order of the list or in reverse:
///
/// ```sql
/// SELECT (SELECT coalesce(sum(s.count), 0)::bigint FROM list_counts AS s WHERE s.kind = 'consultations') AS count, s.id, …
/// FROM (SELECT s.id FROM submissions AS s WHERE s.kind = 'consultations'
///       ORDER BY s.created_at DESC, s.id DESC LIMIT 10 OFFSET $1) AS page
/// JOIN submissions AS s ON s.id = page.id
/// JOIN consultations AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to
/// ORDER BY s.created_at DESC, s.id DESC
/// ```
///
/// The inner statement is an index-only scan; if nothing is skipped, it reads the rows themselves. `LIMIT` is a constant,
/// because Postgres estimates a parameter there as a tenth of the table.
async fn read_rows<R: Resource>(
    connection: &mut AsyncPgConnection,
    filter: &Filter,
    skip: i64,
    is_reversed: bool,
) -> QueryResult<Vec<CountedRow<R>>> {
    let order = order_by(filter.sort, is_reversed);
    let (read, page) = if skip == 0 {
        ("s.*", ") AS s")
    } else {
        ("s.id", " OFFSET $1) AS page JOIN submissions AS s ON s.id = page.id")
    };
    let source = format!(
        "(SELECT {read} FROM submissions AS s WHERE {list} {order} LIMIT {DASHBOARD_PAGE_SIZE}{page}",
        list = list_sql(R::STORED.table, filter.state),
    );
    let statement = format!(
        "SELECT {count} AS count, {rows} {order}",
        count = count_sql(R::STORED.table, filter.state),
        rows = rows_from::<R>(&source),
    );
    let statement = boxed_sql(statement);
    let statement = if skip == 0 { statement } else { statement.bind::<BigInt, _>(skip) };
    Prepared(statement).load(connection).await
}
