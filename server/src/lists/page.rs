//! One page of a list in one statement: the list's count and the page's rows, of one snapshot.
//!
//! `list_place` (in the migrations) tells how to reach the page; this walks there by the order's index. Diesel's own
//! query language has no lateral joins, so the statement is put together here, and only here.

use agency_core::{
    form::Stored,
    keys::RecordKey,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    sort::SortOrder,
};
use diesel::{
    expression::{Expression, Selectable},
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Nullable},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, methods::LoadQuery};

use crate::lists::{
    ListParams,
    record::{self, Record},
};

/// How far to walk along an index: beyond the largest bucket that `list_divide` leaves.
const REACH: i64 = 5_000;

/// A record of a table that `list_attach` made a list.
pub(crate) trait ListRow: Selectable<Pg> + Sized {
    /// The table, and what a record of it is called.
    const STORED: Stored;
}

/// What is read of a list. Every [`ListRow`] has it; the trait keeps what Diesel asks of the rows in one place.
pub(crate) trait ReadList: ListRow + Send + 'static {
    /// A page, as [`read`] tells it.
    fn page(
        connection: &mut AsyncPgConnection,
        params: ListParams,
    ) -> impl Future<Output = QueryResult<(i64, Vec<Self>)>> + Send;

    /// One record.
    fn find(
        connection: &mut AsyncPgConnection,
        key: RecordKey<'_>,
    ) -> impl Future<Output = QueryResult<Option<Self>>> + Send;
}

impl<Row> ReadList for Row
where
    Row: ListRow + Send + 'static,
    for<'query> Page<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (i64, Option<Row>)>,
    for<'query> Record<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, Row>,
{
    fn page(
        connection: &mut AsyncPgConnection,
        params: ListParams,
    ) -> impl Future<Output = QueryResult<(i64, Vec<Self>)>> + Send {
        read(connection, params)
    }

    fn find(
        connection: &mut AsyncPgConnection,
        key: RecordKey<'_>,
    ) -> impl Future<Output = QueryResult<Option<Self>>> + Send {
        record::read(connection, key)
    }
}

/// How many rows the list has, and those of the page, in the list's order; none past the last page.
pub(crate) async fn read<Row>(
    connection: &mut AsyncPgConnection,
    params: ListParams,
) -> QueryResult<(i64, Vec<Row>)>
where
    Row: ListRow + Send + 'static,
    for<'query> Page<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (i64, Option<Row>)>,
{
    let page = Page::of::<Row>(params);
    let rows: Vec<(i64, Option<Row>)> = page.load(connection).await?;
    let count = rows.iter().map(|(count, _)| *count).next().unwrap_or_default();
    Ok((count, rows.into_iter().filter_map(|(_, row)| row).collect()))
}

/// The statement for the page that begins after so many rows.
pub(crate) struct Page<Selection> {
    table: &'static str,
    sort: SortOrder,
    after: i64,
    selection: Selection,
}

impl<Selection> Page<Selection> {
    /// A page of the list of these records.
    pub(crate) fn of<Row: ListRow<SelectExpression = Selection>>(params: ListParams) -> Self {
        Self {
            table: Row::STORED.table,
            sort: params.sort,
            after: i64::try_from(offset(params.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX),
            selection: Row::construct_selection(),
        }
    }
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for Page<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { table, sort, .. } = self;
        let (key, place) = match sort {
            SortOrder::Newest | SortOrder::Oldest => ("created_at", "at"),
            SortOrder::NameAsc | SortOrder::NameDesc => ("name_key", "named"),
        };
        let descending = sort.is_descending();
        let direction = if descending { "DESC" } else { "ASC" };
        out.push_sql("SELECT place.count, ");
        self.selection.walk_ast(out.reborrow())?;
        out.push_sql(&format!(" FROM list_place('{table}', '{key}', {descending}, "));
        out.push_bind_param::<BigInt, _>(&self.after)?;
        // The limits that look needless are constants: without them Postgres guesses that a tenth of the table will
        // be read, and sorts all of it.
        out.push_sql(&format!(
            ", {DASHBOARD_PAGE_SIZE}, {REACH}) AS place \
             LEFT JOIN LATERAL ( \
             (SELECT id FROM (SELECT {key}, id FROM {table} WHERE ({key}, id) >= (place.{place}, place.numbered) \
             ORDER BY {key}, id LIMIT {REACH}) AS near \
             WHERE place.way = 'on' ORDER BY {key}, id OFFSET place.skip LIMIT place.take) \
             UNION ALL \
             (SELECT id FROM (SELECT {key}, id FROM {table} ORDER BY {key} DESC, id DESC LIMIT {REACH}) AS near \
             WHERE place.way = 'back' ORDER BY {key} DESC, id DESC OFFSET place.skip LIMIT place.take) \
             LIMIT {DASHBOARD_PAGE_SIZE}) AS page ON true \
             LEFT JOIN {table} ON {table}.id = page.id \
             ORDER BY {table}.{key} {direction}, {table}.id {direction}"
        ));
        Ok(())
    }
}

/// Prepared once a connection for each list and order: the text tells them apart.
impl<Selection> QueryId for Page<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for Page<Selection> {
    type SqlType = (BigInt, Nullable<Selection::SqlType>);
}
