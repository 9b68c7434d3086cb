//! One page of somebody's records, of all states or of one, in one statement.
//!
//! Nobody keeps counts of these. At most 10,000 hits are taken: where there are no more, they are counted and sorted;
//! where there are, the order's index is walked, which finds enough of them soon, and the count is said to be more.

use agency_core::{
    pagination::{DASHBOARD_PAGE_SIZE, offset},
    sort::SortOrder,
    work::RecordState,
};
use diesel::{
    expression::Expression,
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Bool, Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, methods::LoadQuery};

use crate::{
    lists::{
        Assigned, ListParams,
        page::{ListRow, Rows, key_of},
    },
    workflow::work::{Work, WorkSql, columns, owner},
};

/// How many hits are counted.
const MOST: i64 = 10_000;

/// How many hits there are, whether there are more, and one of the page.
pub(crate) type Hit<Row> = (i64, bool, Option<(Row, Work)>);

/// A page of the records of the account that is asked for.
pub(crate) async fn read<Row>(
    connection: &mut AsyncPgConnection,
    params: ListParams,
    admin_id: i64,
) -> QueryResult<Rows<Row>>
where
    Row: ListRow + Send + 'static,
    for<'query> AssignedPage<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, Hit<Row>>,
{
    let after = i64::try_from(offset(params.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX);
    let page = AssignedPage {
        table: Row::STORED.table,
        state: params.state,
        owner: match params.assigned {
            Some(Assigned::Me) => Owner::Id(admin_id),
            Some(Assigned::To(username)) => Owner::Username(username),
            Some(Assigned::Nobody) | None => Owner::Nobody,
        },
        sort: params.sort,
        after: after.min(MOST),
        take: i64::from(DASHBOARD_PAGE_SIZE).min(MOST.saturating_sub(after)).max(0),
        selection: Row::construct_selection(),
    };
    let rows: Vec<Hit<Row>> = page.load(connection).await?;
    let (count, more) = rows.iter().map(|(count, more, _)| (*count, *more)).next().unwrap_or_default();
    Ok(Rows::new(count, more, rows.into_iter().map(|(.., row)| row)))
}

/// The statement.
pub(crate) struct AssignedPage<Selection> {
    table: &'static str,
    state: Option<RecordState>,
    owner: Owner,
    sort: SortOrder,
    after: i64,
    take: i64,
    selection: Selection,
}

enum Owner {
    Nobody,
    Id(i64),
    Username(String),
}

impl<Selection> AssignedPage<Selection> {
    /// Which rows are hits.
    fn condition<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if let Some(state) = self.state {
            out.push_sql(&format!("state = '{}' AND ", state.as_str()));
        }
        match &self.owner {
            Owner::Nobody => out.push_sql("assigned_to IS NULL"),
            Owner::Id(id) => {
                out.push_sql("assigned_to = ");
                out.push_bind_param::<BigInt, _>(id)?;
            }
            Owner::Username(username) => {
                out.push_sql("assigned_to = (SELECT admins.id FROM admins WHERE admins.username = ");
                out.push_bind_param::<Text, _>(username)?;
                out.push_sql(")");
            }
        }
        Ok(())
    }
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for AssignedPage<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let table = self.table;
        let key = key_of(self.sort);
        let direction = if self.sort.is_descending() { "DESC" } else { "ASC" };
        let order = format!("ORDER BY {key} {direction}, id {direction}");
        out.push_sql(&format!("WITH hits AS MATERIALIZED (SELECT id, {key} FROM {table} WHERE "));
        self.condition(&mut out)?;
        out.push_sql(&format!(
            " LIMIT {MOST} + 1), counted AS MATERIALIZED (SELECT count(*) AS count FROM hits) \
             SELECT least(counted.count, {MOST}), counted.count > {MOST}, "
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
            ") UNION ALL (SELECT id FROM (SELECT id, {key} FROM {table} \
             WHERE (SELECT count FROM counted) > {MOST} AND "
        ));
        self.condition(&mut out)?;
        out.push_sql(&format!(" {order} LIMIT {MOST}) AS near {order} OFFSET "));
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

/// Prepared once a connection for each list, order and filter: the text tells them apart.
impl<Selection> QueryId for AssignedPage<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for AssignedPage<Selection> {
    type SqlType = (BigInt, Bool, Nullable<(Selection::SqlType, WorkSql)>);
}
