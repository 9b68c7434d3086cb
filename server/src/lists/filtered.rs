//! One page of the records that a filter asks for, in one statement.
//!
//! Nobody keeps counts of these. At most 10,000 hits are taken: where there are no more, they are counted and sorted;
//! where there are, the order's index is walked, which finds enough of them soon, and the count is said to be more.

use agency_core::{
    filter::Filter,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    sort::SortOrder,
};
use diesel::{
    expression::Expression,
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Bool, Nullable},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, methods::LoadQuery};

use crate::{
    lists::{
        condition::Condition,
        page::{ListRow, Rows, key_of},
    },
    search::fill,
    workflow::work::{Work, WorkSql, columns, owner},
};

/// How many hits are counted.
pub(super) const MOST: i64 = 10_000;

/// How many hits there are, whether there are more, whether all records could be found, and one of the page.
pub(crate) type Hit<Row> = (i64, bool, bool, Option<(Row, Work)>);

/// A page of the records that are asked for by this admin.
pub(crate) async fn read<Row>(
    connection: &mut AsyncPgConnection,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Rows<Row>>
where
    Row: ListRow + Send + 'static,
    for<'query> FilteredPage<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, Hit<Row>>,
{
    let after = i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX);
    let page = FilteredPage {
        table: Row::STORED.table,
        condition: Condition::new(Row::STORED.table, filter, admin_id),
        is_search: !filter.query().is_empty(),
        sort: filter.sort,
        after: after.min(MOST),
        take: i64::from(DASHBOARD_PAGE_SIZE).min(MOST.saturating_sub(after)).max(0),
        selection: Row::construct_selection(),
    };
    let rows: Vec<Hit<Row>> = page.load(connection).await?;
    let first = rows.iter().map(|(count, more, complete, _)| (*count, *more, *complete)).next();
    let (count, more, complete) = first.unwrap_or_default();
    Ok(Rows { more, complete, ..Rows::new(count, rows.into_iter().map(|(.., row)| row)) })
}

/// The statement.
pub(crate) struct FilteredPage<Selection> {
    table: &'static str,
    condition: Condition,
    is_search: bool,
    sort: SortOrder,
    after: i64,
    take: i64,
    selection: Selection,
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for FilteredPage<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let table = self.table;
        let key = key_of(self.sort);
        let direction = if self.sort.is_descending() { "DESC" } else { "ASC" };
        let order = format!("ORDER BY {key} {direction}, id {direction}");
        let source = self.condition.source();
        out.push_sql(&format!(
            "WITH hits AS MATERIALIZED (SELECT {table}.id, {table}.{key} FROM {source} WHERE "
        ));
        self.condition.walk(&mut out)?;
        let complete = if self.is_search { fill::is_complete(table) } else { "true".to_owned() };
        out.push_sql(&format!(
            " LIMIT {MOST} + 1), counted AS MATERIALIZED (SELECT count(*) AS count FROM hits) \
             SELECT least(counted.count, {MOST}), counted.count > {MOST}, {complete}, "
        ));
        self.selection.walk_ast(out.reborrow())?;
        out.push_sql(&format!(
            ", {} FROM counted LEFT JOIN ( \
             (SELECT id FROM hits WHERE (SELECT count FROM counted) <= {MOST} {order} OFFSET ",
            columns(table)
        ));
        out.push_bind_param::<BigInt, _>(&self.after)?;
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.take)?;
        // The limit that looks needless keeps Postgres from sorting all hits instead of walking the index.
        out.push_sql(&format!(
            ") UNION ALL (SELECT id FROM (SELECT {table}.id, {table}.{key} FROM {source} \
             WHERE (SELECT count FROM counted) > {MOST} AND "
        ));
        self.condition.walk(&mut out)?;
        out.push_sql(&format!(
            " ORDER BY {table}.{key} {direction}, {table}.id {direction} LIMIT {MOST}) AS near {order} OFFSET "
        ));
        out.push_bind_param::<BigInt, _>(&self.after)?;
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.take)?;
        out.push_sql(&format!(
            ")) AS page ON true LEFT JOIN {table} ON {table}.id = page.id {} \
             ORDER BY {table}.{key} {direction}, {table}.id {direction}",
            owner(table)
        ));
        Ok(())
    }
}

/// Prepared once a connection for each list, order and filter: the text tells them apart. A search never is.
impl<Selection> QueryId for FilteredPage<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for FilteredPage<Selection> {
    type SqlType = (BigInt, Bool, Bool, Nullable<(Selection::SqlType, WorkSql)>);
}
