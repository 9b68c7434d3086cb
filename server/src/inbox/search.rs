//! Pages of the records that a search or another filter finds: the count, then the page, in one read-only transaction.

use agency_core::{
    filter::Filter,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    search::TOKENISER,
    sort::SortField,
};
use diesel::{
    dsl::{array, cardinality, exists, not},
    pg::Pg,
    prelude::*,
    sql_types::{Array, BigInt},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    inbox::{
        filtered::{filtered, sorted, terms},
        page::Page,
        rows::{ListResponse, load_rows},
    },
    resources::List,
    storage::{
        functions::set_config,
        schema::submissions::{self, BoxedQuery},
    },
};

/// Maximum hits that are counted. Later pages are empty.
pub(crate) const COUNT_CAP: i64 = 10_000;

/// Maximum offset in hits of pages that are read by scanning the index of the order.
const SCANNED_HITS: i64 = 500;

/// How a transaction of searches finds the hits. The best way depends on how common the words are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    /// As Postgres estimates for these words, not for any.
    Estimated,
    /// Finds all hits, then sorts them.
    Sorting,
    /// Scans the index of the order. The index of the words can only be read as a bitmap of all hits.
    Scanning,
}

impl Plan {
    /// Sets the way for the next statements of the transaction.
    pub(crate) async fn set(self, connection: &mut AsyncPgConnection) -> QueryResult<()> {
        let set = |setting, value| set_config(setting, value, true);
        let set = match self {
            Self::Estimated => {
                diesel::select(set("plan_cache_mode", "force_custom_plan")).execute(connection).await
            }
            Self::Sorting => diesel::select(set("enable_indexscan", "off")).execute(connection).await,
            Self::Scanning => {
                let settings = (set("enable_bitmapscan", "off"), set("enable_sort", "off"));
                diesel::select(settings).execute(connection).await
            }
        };
        set.map(drop)
    }
}

/// Loads a page of hits for an admin.
pub(crate) async fn load_hits(
    connection: &mut AsyncPgConnection,
    list: List,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<ListResponse> {
    let kind = list.name();
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            Plan::Estimated.set(connection).await?;
            let needs_index = filter.sort.field() == SortField::NameKey || terms(&filter.query()).is_some();
            let complete = !needs_index || is_complete(connection, kind).await?;
            let count = count_hits(connection, filtered(kind, filter, admin_id)).await?;
            let skip = i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX);
            let mut results = Vec::new();
            if skip < count.min(COUNT_CAP) {
                if count <= COUNT_CAP {
                    Plan::Sorting.set(connection).await?;
                } else if skip < SCANNED_HITS {
                    // There is a hit every few rows.
                    Plan::Scanning.set(connection).await?;
                }
                let hits = sorted(filtered(kind, filter, admin_id), filter.sort).offset(skip);
                let page = Page::new(hits, DASHBOARD_PAGE_SIZE);
                results = load_rows(connection, page, filter.sort).await?;
            }
            Ok(ListResponse { count: count.min(COUNT_CAP), more: count > COUNT_CAP, complete, results })
        })
        .await
}

/// Counts hits, at most one more than [`COUNT_CAP`].
pub(crate) async fn count_hits(
    mut connection: &AsyncPgConnection,
    hits: BoxedQuery<'_, Pg>,
) -> QueryResult<i64> {
    let hits = hits.select(submissions::id).limit(COUNT_CAP + 1);
    let count = cardinality::<Array<BigInt>, _>(array(hits));
    diesel::select(count).get_result(&mut connection).await.map(i32::into)
}

/// Returns whether all records of a kind have words and sort keys of this server's tokeniser.
pub(crate) async fn is_complete(mut connection: &AsyncPgConnection, kind: &str) -> QueryResult<bool> {
    let outdated = submissions::table
        .filter(submissions::kind.eq(kind))
        .filter(submissions::words_version.lt(TOKENISER));
    diesel::select(not(exists(outdated))).get_result(&mut connection).await
}
