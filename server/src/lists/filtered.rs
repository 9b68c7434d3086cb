//! One page of the records that a filter asks for.
//!
//! Nobody keeps counts of these. The hits are looked for once, and their numbers kept in a cache: further pages, and the
//! same page later, are made of them and of what changed since. All that a page is made of is of one snapshot.

use std::sync::Arc;

use agency_core::{
    filter::Filter,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    sort::SortOrder,
};
use chrono::{DateTime, Utc};
use diesel::{
    expression::Expression,
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, methods::LoadQuery};

use crate::{
    lists::{
        condition::{Condition, LOOKED_FOR, MOST},
        hits::FindHits,
        page::{ListRow, Listed, Rows, order_by},
        search_cache::{Candidates, Hits, SearchCache, Since, SortKey},
        since::FindSince,
    },
    workflow::work::{Work, WorkSql, columns, owner},
};

/// How many hits behind a page's end are kept where there are many, for the pages behind it.
const AHEAD: i64 = 100;

/// A page of the records that are asked for by this admin.
pub(crate) async fn read<Row>(
    connection: &mut AsyncPgConnection,
    searches: &SearchCache,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Rows<Row>>
where
    Row: ListRow + Send + 'static,
    for<'query> Chosen<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (Row, Work)>,
{
    let condition = Condition::new(Row::STORED.table, filter, admin_id);
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            let (candidates, complete) = find(connection, searches, &condition, filter).await?;
            let Candidates { count, ids, skip } = candidates;
            let rows: Vec<(Row, Work)> = if ids.is_empty() {
                Vec::new()
            } else {
                let (skip, selection) = (to_i64(skip), Row::construct_selection());
                let (_, take) = part(filter);
                let chosen =
                    Chosen { table: Row::STORED.table, sort: filter.sort, ids, skip, take, selection };
                chosen.load(connection).await?
            };
            let count = count.map_or(i64::MAX, to_i64);
            let records = rows.into_iter().map(|(row, work)| Listed { row, work }).collect();
            Ok(Rows { count: count.min(MOST), more: count > MOST, complete, records })
        })
        .await
}

/// Among which records those of a page are, and whether all records could be found.
async fn find(
    connection: &mut AsyncPgConnection,
    searches: &SearchCache,
    condition: &Condition,
    filter: &Filter,
) -> QueryResult<(Candidates, bool)> {
    let (after, take) = part(filter);
    let (from, size) = (to_usize(after), to_usize(take));
    let search = condition.search(filter.sort);
    let known = match searches.get(&search) {
        Some(hits) => renew(connection, condition, filter.sort, hits).await?,
        None => None,
    };
    if let Some(hits) = &known {
        searches.keep(search.clone(), Arc::clone(hits));
        if let Some(candidates) = hits.page(from, size) {
            return Ok((candidates, true));
        }
    }
    let depth = if take == 0 { 0 } else { after + take + AHEAD };
    let condition = condition.clone().with_generic_plan().with_known(known.as_deref());
    let (count, complete, xmin, ids): (i64, bool, String, Vec<i64>) =
        FindHits { condition, sort: filter.sort, depth }.get_result(connection).await?;
    // Where they are known to be many they were not counted, so what may have gone since they were is remembered.
    let lost = known.map_or(0, |hits| hits.lost);
    let hits = Arc::new(Hits::found(ids, count <= LOOKED_FOR, lost, xmin));
    // Words that are being made anew may take hits away.
    if complete {
        searches.keep(search, Arc::clone(&hits));
    }
    // As many as were looked for are there, so these reach to the page's end.
    Ok((hits.page(from, size).unwrap_or_default(), complete))
}

/// Hits as they are now; none where much changed since, where that is not known, and while words are being made anew.
async fn renew(
    connection: &mut AsyncPgConnection,
    condition: &Condition,
    sort: SortOrder,
    hits: Arc<Hits>,
) -> QueryResult<Option<Arc<Hits>>> {
    let statement = FindSince { condition: condition.clone().of_each(), sort, xmin: hits.xmin.clone() };
    let (is_known, xmin, changed, ids, times, names): Found = statement.get_result(connection).await?;
    if !is_known {
        return Ok(None);
    }
    if changed.is_empty() {
        return Ok(Some(hits));
    }
    let keys = times.into_iter().map(SortKey::At).chain(names.into_iter().map(SortKey::Named));
    let since = Since { changed: changed.into_iter().collect(), hits: keys.zip(ids).collect(), xmin };
    Ok(hits.after(since, sort).map(Arc::new))
}

/// What [`FindSince`] finds.
type Found = (bool, String, Vec<i64>, Vec<i64>, Vec<DateTime<Utc>>, Vec<String>);

/// How many hits stand before a page, and how many on it.
fn part(filter: &Filter) -> (i64, i64) {
    let after = i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX).min(MOST);
    (after, i64::from(DASHBOARD_PAGE_SIZE).min(MOST - after))
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn to_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// The statement for the records of a page, out of those among which they are.
pub(crate) struct Chosen<Selection> {
    table: &'static str,
    sort: SortOrder,
    ids: Vec<i64>,
    skip: i64,
    take: i64,
    selection: Selection,
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for Chosen<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { table, .. } = self;
        out.push_sql("SELECT ");
        self.selection.walk_ast(out.reborrow())?;
        out.push_sql(&format!(", {} FROM (SELECT id FROM {table} WHERE id = ANY(", columns(table)));
        out.push_bind_param::<Array<BigInt>, _>(&self.ids)?;
        out.push_sql(&format!(") {} OFFSET (SELECT ", order_by("", self.sort)));
        out.push_bind_param::<BigInt, _>(&self.skip)?;
        out.push_sql(") LIMIT (SELECT ");
        out.push_bind_param::<BigInt, _>(&self.take)?;
        out.push_sql(&format!(
            ")) AS page JOIN {table} ON {table}.id = page.id {} {}",
            owner(table),
            order_by(&format!("{table}."), self.sort)
        ));
        Ok(())
    }
}

/// Prepared once a connection for each list and order: the text tells them apart.
impl<Selection> QueryId for Chosen<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for Chosen<Selection> {
    type SqlType = (Selection::SqlType, WorkSql);
}
