//! All rows of a list, whole or filtered, one after the other: first which come next, then these, a part at a time.
//!
//! Which come next is asked for in thousands, so that a search whose hits have to be sorted is carried out once for so
//! many. A part is bounded by the bytes of its rows, which are known before they are read.

use std::sync::Arc;

use agency_core::{filter::Filter, form::Form, search};
use chrono::{DateTime, Utc};
use diesel::{
    expression::Expression,
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_query,
    sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz},
};

use diesel_async::{AsyncPgConnection, RunQueryDsl as _, methods::LoadQuery};

use crate::{
    lists::{
        condition::Condition,
        page::{ListRow, Listed, key_of},
    },
    search::fill,
    workflow::work::{Work, WorkSql, columns, owner},
};

/// Of how many rows it is asked at once that they come next.
const AHEAD: usize = 10_000;

/// A row that comes next: its number, its texts' bytes, and its place in an order by time or by name.
pub(crate) type Coming = (i64, i64, Option<DateTime<Utc>>, Option<String>);

/// Which records are walked through, and in which order.
pub(crate) struct Walk {
    table: &'static str,
    condition: Condition,
    /// What is searched for, where rows are among them that the database cannot find yet: these are judged as they are read.
    judged_by: Option<search::Query>,
    sort: &'static str,
    direction: &'static str,
    /// The bytes of a row's texts.
    bytes: String,
    /// Later ones are left out.
    until: DateTime<Utc>,
}

impl Walk {
    /// The records of a form that a filter asks for, when this admin asks, and that were there at this time.
    pub(crate) async fn new(
        connection: &mut AsyncPgConnection,
        form: &Form,
        table: &'static str,
        filter: &Filter,
        admin_id: i64,
        until: DateTime<Utc>,
    ) -> QueryResult<Self> {
        let bytes = form.texts.iter().map(|rule| format!("coalesce(octet_length({table}.{}), 0)", rule.name));
        let query = filter.query();
        let is_complete = query.is_empty() || is_complete(connection, table).await?;
        let condition = Condition::new(table, filter, admin_id);
        Ok(Self {
            table,
            condition: if is_complete { condition } else { condition.with_unfilled() },
            judged_by: Some(query).filter(|_| !is_complete),
            sort: key_of(filter.sort),
            direction: if filter.sort.is_descending() { "DESC" } else { "ASC" },
            bytes: bytes.collect::<Vec<_>>().join(" + "),
            until,
        })
    }

    /// The rows that come behind one, and whether none comes behind these.
    pub(crate) async fn next(
        &self,
        connection: &mut AsyncPgConnection,
        after: Option<&Coming>,
    ) -> QueryResult<(Vec<Coming>, bool)> {
        let coming: Vec<Coming> = Next { walk: self, after }.load(connection).await?;
        let is_end = coming.len() < AHEAD;
        Ok((coming, is_end))
    }

    fn order(&self) -> String {
        let Self { table, sort, direction, .. } = self;
        format!(" ORDER BY {table}.{sort} {direction}, {table}.id {direction}")
    }
}

/// The statement for what comes behind a row.
struct Next<'a> {
    walk: &'a Walk,
    after: Option<&'a Coming>,
}

impl QueryFragment<Pg> for Next<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Walk { table, condition, sort, direction, bytes, until, .. } = self.walk;
        let place = if *sort == "created_at" {
            format!("{table}.created_at, NULL::text")
        } else {
            format!("NULL::timestamptz, {table}.name_key")
        };
        out.push_sql(&format!(
            "SELECT {table}.id, ({bytes})::bigint, {place} FROM {} WHERE ",
            condition.source()
        ));
        condition.walk(&mut out)?;
        out.push_sql(&format!(" AND {table}.created_at <= "));
        out.push_bind_param::<Timestamptz, _>(until)?;
        if let Some((id, _, at, named)) = self.after {
            let sign = if *direction == "DESC" { "<" } else { ">" };
            out.push_sql(&format!(" AND ({table}.{sort}, {table}.id) {sign} ("));
            match (at, named) {
                (Some(at), _) => out.push_bind_param::<Timestamptz, _>(at)?,
                (None, named) => out.push_bind_param::<Nullable<Text>, _>(named)?,
            }
            out.push_sql(", ");
            out.push_bind_param::<BigInt, _>(id)?;
            out.push_sql(")");
        }
        out.push_sql(&self.walk.order());
        out.push_sql(&format!(" LIMIT {AHEAD}"));
        Ok(())
    }
}

/// Prepared once a connection for each list, order and filter: the text tells them apart. A search never is.
impl QueryId for Next<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Next<'_> {
    type SqlType = (BigInt, BigInt, Nullable<Timestamptz>, Nullable<Text>);
}

/// Those of some rows that are still asked for.
pub(super) async fn read<Row>(
    connection: &mut AsyncPgConnection,
    walk: &Arc<Walk>,
    ids: Vec<i64>,
) -> QueryResult<Vec<Listed<Row>>>
where
    Row: ListRow + Send + 'static,
    for<'query> Part<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (Row, Work)>,
{
    let part = Part { walk: Arc::clone(walk), ids, selection: Row::construct_selection() };
    let rows: Vec<(Row, Work)> = part.load(connection).await?;
    let is_found =
        |row: &Row| walk.judged_by.as_ref().is_none_or(|query| query.matches(&row.searched().index));
    Ok(rows.into_iter().filter(|(row, _)| is_found(row)).map(|(row, work)| Listed { row, work }).collect())
}

/// Whether a search finds every row of a table that it should.
async fn is_complete(connection: &mut AsyncPgConnection, table: &str) -> QueryResult<bool> {
    #[derive(QueryableByName)]
    struct Progress {
        #[diesel(sql_type = Bool)]
        is_complete: bool,
    }
    let statement = format!("SELECT {} AS is_complete", fill::is_complete(table));
    let found: Progress = diesel_async::RunQueryDsl::get_result(sql_query(statement), connection).await?;
    Ok(found.is_complete)
}

/// The statement for a part.
pub(crate) struct Part<Selection> {
    walk: Arc<Walk>,
    ids: Vec<i64>,
    selection: Selection,
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for Part<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Walk { table, condition, .. } = &*self.walk;
        out.push_sql("SELECT ");
        self.selection.walk_ast(out.reborrow())?;
        // The offsets that look needless keep the rows what they are found by: without statistics Postgres would look for
        // the words first, and for each hit among all numbers.
        out.push_sql(&format!(", {} FROM (SELECT * FROM {table} WHERE id = ANY(", columns(table)));
        out.push_bind_param::<Array<BigInt>, _>(&self.ids)?;
        out.push_sql(&format!(") OFFSET 0) AS {table}{}{} WHERE ", condition.words_of_each(), owner(table)));
        condition.walk(&mut out)?;
        out.push_sql(&self.walk.order());
        Ok(())
    }
}

/// Prepared once a connection for each list, order and filter: the text tells them apart. A search never is.
impl<Selection> QueryId for Part<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for Part<Selection> {
    type SqlType = (Selection::SqlType, WorkSql);
}
