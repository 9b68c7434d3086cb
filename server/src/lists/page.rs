//! One page of a list in one statement: the list's count and the page's rows, of one snapshot.
//!
//! `list_place` (in the migrations) tells how to reach the page; this walks there by the order's index. Diesel's own
//! query language has no lateral joins, so the statement is put together here, and only here.

use std::sync::Arc;

use agency_core::{
    filter::Filter,
    form::Stored,
    keys::RecordKey,
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    sort::SortOrder,
    work::RecordState,
};
use diesel::{
    expression::{Expression, Selectable},
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Nullable},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, methods::LoadQuery};

use crate::{
    lists::{
        box_of,
        filtered::{self, Chosen},
        others::Others,
        record::{self, Record},
        search_cache::SearchCache,
        walk::{self, Part, Walk},
    },
    retention::date::Times,
    search::words::Searched,
    workflow::{
        history::History,
        work::{Work, WorkSql, columns, owner},
    },
};

/// How far to walk along an index: beyond the largest bucket that `list_divide` leaves.
const REACH: i64 = 5_000;

/// A record of a table that `list_attach` made a list.
pub(crate) trait ListRow: Selectable<Pg> + Sized {
    /// The table, and what a record of it is called.
    const STORED: Stored;

    /// What it is found by.
    fn searched(&self) -> Searched;
}

/// A record as it stands in a list.
#[derive(Debug)]
pub(crate) struct Listed<Row> {
    pub(crate) row: Row,
    pub(crate) work: Work,
}

/// A record with all that was done with it, and what else came from its address.
pub(crate) struct Found<Row> {
    pub(crate) row: Row,
    pub(crate) work: Work,
    pub(crate) times: Times,
    pub(crate) history: History,
    pub(crate) others: Others,
    /// Why it began as spam.
    pub(crate) spam_reasons: Vec<String>,
}

/// A page of a list.
#[derive(Debug)]
pub(crate) struct Rows<Row> {
    /// How many rows the list has.
    pub(crate) count: i64,
    /// Whether there are more than that, which nobody counted.
    pub(crate) more: bool,
    /// Whether all of them can be searched.
    pub(crate) complete: bool,
    /// Those of the page, in the list's order; none past the last page.
    pub(crate) records: Vec<Listed<Row>>,
}

impl<Row> Rows<Row> {
    /// A page of a list whose rows are all counted.
    pub(super) fn new(count: i64, rows: impl Iterator<Item = Option<(Row, Work)>>) -> Self {
        let records = rows.flatten().map(|(row, work)| Listed { row, work }).collect();
        Self { count, more: false, complete: true, records }
    }
}

/// What is read of a list. Every [`ListRow`] has it; the trait keeps what Diesel asks of the rows in one place.
pub(crate) trait ReadList: ListRow + Send + 'static {
    /// A page, for whoever asks.
    fn page(
        connection: &mut AsyncPgConnection,
        searches: &SearchCache,
        filter: &Filter,
        admin_id: i64,
    ) -> impl Future<Output = QueryResult<Rows<Self>>> + Send;

    /// One record.
    fn find(
        connection: &mut AsyncPgConnection,
        key: RecordKey<'_>,
    ) -> impl Future<Output = QueryResult<Option<Found<Self>>>> + Send;

    /// A part of a walk through a list.
    fn part(
        connection: &mut AsyncPgConnection,
        walk: &Arc<Walk>,
        ids: Vec<i64>,
    ) -> impl Future<Output = QueryResult<Vec<Listed<Self>>>> + Send;
}

impl<Row> ReadList for Row
where
    Row: ListRow + Send + 'static,
    for<'query> Page<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (i64, Option<(Row, Work)>)>,
    for<'query> Chosen<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (Row, Work)>,
    for<'query> Record<Row::SelectExpression>:
        LoadQuery<'query, AsyncPgConnection, (Row, Work, Times, History, Others, Vec<String>)>,
    for<'query> Part<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (Row, Work)>,
{
    async fn page(
        connection: &mut AsyncPgConnection,
        searches: &SearchCache,
        filter: &Filter,
        admin_id: i64,
    ) -> QueryResult<Rows<Self>> {
        if filter.is_whole() {
            read(connection, filter).await
        } else {
            filtered::read(connection, searches, filter, admin_id).await
        }
    }

    fn find(
        connection: &mut AsyncPgConnection,
        key: RecordKey<'_>,
    ) -> impl Future<Output = QueryResult<Option<Found<Self>>>> + Send {
        record::read(connection, key)
    }

    fn part(
        connection: &mut AsyncPgConnection,
        walk: &Arc<Walk>,
        ids: Vec<i64>,
    ) -> impl Future<Output = QueryResult<Vec<Listed<Self>>>> + Send {
        walk::read(connection, walk, ids)
    }
}

/// A page of a table or of one of its boxes.
pub(crate) async fn read<Row>(connection: &mut AsyncPgConnection, filter: &Filter) -> QueryResult<Rows<Row>>
where
    Row: ListRow + Send + 'static,
    for<'query> Page<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (i64, Option<(Row, Work)>)>,
{
    let page = Page::of::<Row>(filter);
    let rows: Vec<(i64, Option<(Row, Work)>)> = page.load(connection).await?;
    let count = rows.iter().map(|(count, _)| *count).next().unwrap_or_default();
    Ok(Rows::new(count, rows.into_iter().map(|(_, row)| row)))
}

/// The statement for the page that begins after so many rows.
pub(crate) struct Page<Selection> {
    table: &'static str,
    state: Option<RecordState>,
    sort: SortOrder,
    after: i64,
    selection: Selection,
}

impl<Selection> Page<Selection> {
    /// A page of the list of these records.
    pub(crate) fn of<Row: ListRow<SelectExpression = Selection>>(filter: &Filter) -> Self {
        Self {
            table: Row::STORED.table,
            state: filter.state,
            sort: filter.sort,
            after: i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX),
            selection: Row::construct_selection(),
        }
    }
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for Page<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { table, sort, .. } = self;
        let key = key_of(*sort);
        let place = if key == "created_at" { "at" } else { "named" };
        // As the functions behind the lists read a box's name.
        let list = self.state.map_or_else(|| (*table).to_owned(), |state| box_of(table, state));
        let condition = self.state.map_or("true".to_owned(), |state| format!("state = '{}'", state.as_str()));
        let descending = sort.is_descending();
        out.push_sql("SELECT place.count, ");
        self.selection.walk_ast(out.reborrow())?;
        out.push_sql(&format!(", {} FROM list_place('{list}', '{key}', {descending}, ", columns(table)));
        out.push_bind_param::<BigInt, _>(&self.after)?;
        // The limits that look needless are constants: without them Postgres guesses that a tenth of the table will
        // be read, and sorts all of it.
        out.push_sql(&format!(
            ", {DASHBOARD_PAGE_SIZE}, {REACH}) AS place \
             LEFT JOIN LATERAL ( \
             (SELECT id FROM (SELECT {key}, id FROM {table} \
             WHERE {condition} AND ({key}, id) >= (place.{place}, place.numbered) \
             ORDER BY {key}, id LIMIT {REACH}) AS near \
             WHERE place.way = 'on' ORDER BY {key}, id OFFSET place.skip LIMIT place.take) \
             UNION ALL \
             (SELECT id FROM (SELECT {key}, id FROM {table} WHERE {condition} \
             ORDER BY {key} DESC, id DESC LIMIT {REACH}) AS near \
             WHERE place.way = 'back' ORDER BY {key} DESC, id DESC OFFSET place.skip LIMIT place.take) \
             LIMIT {DASHBOARD_PAGE_SIZE}) AS page ON true \
             LEFT JOIN {table} ON {table}.id = page.id {} {}",
            owner(table),
            order_by(&format!("{table}."), *sort)
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
    type SqlType = (BigInt, Nullable<(Selection::SqlType, WorkSql)>);
}

/// The column of an order.
pub(super) const fn key_of(sort: SortOrder) -> &'static str {
    match sort {
        SortOrder::Newest | SortOrder::Oldest => "created_at",
        SortOrder::NameAsc | SortOrder::NameDesc => "name_key",
    }
}

/// An order, by the columns of a table that is named with its dot, or of the only one.
pub(super) fn order_by(table: &str, sort: SortOrder) -> String {
    let key = key_of(sort);
    let direction = if sort.is_descending() { "DESC" } else { "ASC" };
    format!("ORDER BY {table}{key} {direction}, {table}id {direction}")
}
