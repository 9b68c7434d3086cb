//! Pages of the records that a search or another filter finds: two statements in one read-only transaction.

use std::time::Duration;

use agency_core::{
    filter::Filter,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    search::TOKENISER,
};
use diesel::{
    dsl::{exists, not},
    prelude::*,
    sql_types::BigInt,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::{
    http::{error::ApiError, permit::acquire_permit},
    inbox::{
        condition::{Condition, key_column, order_by},
        model::{list::ListResponse, submission::Row},
        resource::Resource,
        submission::rows_from,
    },
    storage::schema::submissions,
};

/// Maximum hits that are counted. Later pages are empty.
pub(crate) const COUNT_CAP: i64 = 10_000;

/// Maximum offset in hits of pages that are read by scanning the index of the order.
const SCANNED_HITS: i64 = 500;

/// Makes the transaction scan the index of the order. The index of the words can only be read as a bitmap of all hits.
pub(crate) const SCAN_ORDER_INDEX: &str = "SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off";

/// Loads a page of hits for an admin.
pub(crate) async fn load_hits<R: Resource>(
    connection: &mut AsyncPgConnection,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<ListResponse<R>> {
    let condition = Condition::new(R::STORED.table, filter, admin_id, None);
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            let needs_index = condition.has_words || filter.sort.is_by_name();
            let complete = !needs_index || is_complete(connection, R::STORED.table).await?;
            let count = count_hits(connection, &condition).await?;
            let after = i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX);
            let results = if after >= count.min(COUNT_CAP) {
                Vec::new()
            } else {
                read_rows(connection, &condition, filter, after, count).await?
            };
            Ok(ListResponse { count: count.min(COUNT_CAP), more: count > COUNT_CAP, complete, results })
        })
        .await
}

/// Counts the hits, at most one more than [`COUNT_CAP`].
pub(crate) async fn count_hits(
    connection: &mut AsyncPgConnection,
    condition: &Condition,
) -> QueryResult<i64> {
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let statement = format!(
        "SELECT count(*) AS count FROM (SELECT FROM submissions AS s WHERE {} LIMIT {COUNT_CAP} + 1) AS hits",
        condition.sql
    );
    let Count { count } = condition.bind(statement).get_result(connection).await?;
    Ok(count)
}

/// Reads the rows of a page. Few hits are all found and then sorted:
///
/// ```sql
/// WITH hits AS MATERIALIZED (SELECT s.id, s.created_at FROM submissions AS s WHERE {condition})
/// SELECT s.id, … FROM (SELECT s.id FROM hits AS s ORDER BY s.created_at DESC, s.id DESC LIMIT 10 OFFSET 20) AS page
/// JOIN submissions AS s ON s.id = page.id JOIN … ORDER BY s.created_at DESC, s.id DESC
/// ```
///
/// The first pages of many hits are found by scanning the index of the order, which has a hit every few rows. For later
/// pages, Postgres chooses the plan.
async fn read_rows<R: Resource>(
    connection: &mut AsyncPgConnection,
    condition: &Condition,
    filter: &Filter,
    after: i64,
    count: i64,
) -> QueryResult<Vec<Row<R>>> {
    if count > COUNT_CAP && after < SCANNED_HITS {
        connection.batch_execute(SCAN_ORDER_INDEX).await?;
    }
    let hits = condition.with_hits(&format!("s.id, s.{}", key_column(filter.sort)), count <= COUNT_CAP);
    let order = order_by(filter.sort, false);
    let size = i64::from(DASHBOARD_PAGE_SIZE).min(COUNT_CAP - after);
    let page = format!("(SELECT s.id FROM hits AS s {order} LIMIT {size} OFFSET {after}) AS page");
    let rows = rows_from::<R>(&format!("{page} JOIN submissions AS s ON s.id = page.id"));
    condition.bind(format!("{hits} SELECT {rows} {order}")).load(connection).await
}

/// Returns whether all records of a kind have words and sort keys of this server's tokeniser.
pub(crate) async fn is_complete(connection: &mut AsyncPgConnection, kind: &str) -> QueryResult<bool> {
    let outdated = submissions::table
        .filter(submissions::kind.eq(kind))
        .filter(submissions::words_version.lt(TOKENISER));
    diesel::select(not(exists(outdated))).get_result(connection).await
}

/// Connections of the pool for each search permit.
const CONNECTIONS_PER_PERMIT: usize = 4;

/// Time for which a search waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Permits for searches.
pub(crate) struct SearchLimit(pub(crate) Semaphore);

impl SearchLimit {
    /// Creates the permits for a pool of this size.
    pub(crate) fn new(pool_size: usize) -> Self {
        Self(Semaphore::new((pool_size / CONNECTIONS_PER_PERMIT).max(1)))
    }

    /// Waits for a permit for a filter. A whole list or box needs none. Fails with 503 after ten seconds.
    pub(crate) async fn permit(&self, filter: &Filter) -> Result<Option<SemaphorePermit<'_>>, ApiError> {
        if filter.is_whole() { Ok(None) } else { acquire_permit(&self.0, TIMEOUT).await.map(Some) }
    }
}
