//! One page of the records that a filter asks for, in one statement.
//!
//! Nobody keeps counts of these. At most 10,000 hits are taken: where there are no more, they are counted and sorted;
//! where there are, the order's index is walked, and the count is said to be more. The walk finds enough of them soon,
//! unless the page is far from both ends or all of them stand at the far one: it gives up, and all of them are sorted.

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
        condition::{Condition, MOST},
        page::{ListRow, Rows, key_of},
        uncounted::Uncounted,
    },
    search::fill,
    workflow::work::{Work, WorkSql, columns, owner},
};

/// How many rows of the order are looked at for words at the most.
const FARTHEST: i64 = 50_000;

/// How many hits there are, whether there are more, whether all records could be found, how often records lost their
/// words, and one of the page.
pub(crate) type Hit<Row> = (i64, bool, bool, i64, Option<(Row, Work)>);

/// A page of the records that are asked for by this admin.
pub(crate) async fn read<Row>(
    connection: &mut AsyncPgConnection,
    uncounted: &Uncounted,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Rows<Row>>
where
    Row: ListRow + Send + 'static,
    for<'query> FilteredPage<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, Hit<Row>>,
{
    let after = i64::try_from(offset(filter.page, DASHBOARD_PAGE_SIZE)).unwrap_or(i64::MAX);
    let after = after.min(MOST);
    let take = i64::from(DASHBOARD_PAGE_SIZE).min(MOST - after);
    let condition =
        Condition::new(Row::STORED.table, filter, admin_id).with_generic_plan().with_known(uncounted);
    let search = condition.search();
    let page = FilteredPage {
        table: Row::STORED.table,
        condition,
        sort: filter.sort,
        after,
        take,
        until: if take == 0 { 0 } else { after + take },
        selection: Row::construct_selection(),
    };
    let rows: Vec<Hit<Row>> = page.load(connection).await?;
    let first =
        rows.iter().map(|(count, more, complete, losses, _)| (*count, *more, *complete, *losses)).next();
    let (count, more, complete, losses) = first.unwrap_or_default();
    // Words that are being made anew may take hits away.
    if let Some(search) = search.filter(|_| more && complete) {
        uncounted.remember(search, losses);
    }
    Ok(Rows { more, complete, ..Rows::new(count, rows.into_iter().map(|(.., row)| row)) })
}

/// The statement.
///
/// Its limits are selected: were they bound as such, Postgres would take the plan of all numbers for so much dearer that
/// it would plan every search anew, which takes longer than most searches do.
pub(crate) struct FilteredPage<Selection> {
    table: &'static str,
    condition: Condition,
    sort: SortOrder,
    after: i64,
    take: i64,
    /// How many hits reach to the page's end; none where it has no rows.
    until: i64,
    selection: Selection,
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for FilteredPage<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { table, condition, .. } = self;
        let key = key_of(self.sort);
        let direction = if self.sort.is_descending() { "DESC" } else { "ASC" };
        let order = format!("ORDER BY {key} {direction}, id {direction}");
        let order_of_all = format!("ORDER BY {table}.{key} {direction}, {table}.id {direction}");

        condition.walk_counted(key, &mut out)?;
        let reach = self.reach();
        let words = condition.words_of_each();
        // The limit within keeps Postgres from sorting all hits instead of walking the index.
        out.push_sql(&format!(
            ", walked AS MATERIALIZED (SELECT {table}.id, {table}.{key} FROM ( \
             SELECT {table}.id, {table}.{key} FROM {table} WHERE (SELECT count FROM counted) > {MOST} AND "
        ));
        condition.walk_rows(&mut out)?;
        out.push_sql(&format!(" {order_of_all} LIMIT {reach}) AS {table}{words} WHERE "));
        condition.walk_words(&mut out)?;
        out.push_sql(" LIMIT (SELECT ");
        out.push_bind_param::<BigInt, _>(&self.until)?;
        out.push_sql(")");

        let (complete, losses) = if condition.has_words() {
            (fill::is_complete(table), fill::losses(table))
        } else {
            ("true".to_owned(), "0::bigint".to_owned())
        };
        out.push_sql(&format!(
            ") SELECT least(counted.count, {MOST}), counted.count > {MOST}, {complete}, {losses}, "
        ));
        self.selection.walk_ast(out.reborrow())?;
        out.push_sql(&format!(
            ", {} FROM counted LEFT JOIN ((SELECT id FROM hits WHERE (SELECT count FROM counted) <= {MOST} {order}",
            columns(table)
        ));
        self.walk_part(&mut out)?;
        out.push_sql(") UNION ALL (SELECT id FROM walked WHERE (SELECT count(*) FROM walked) >= ");
        out.push_bind_param::<BigInt, _>(&self.until)?;
        out.push_sql(&format!(" {order}"));
        self.walk_part(&mut out)?;
        if condition.has_words() {
            out.push_sql(") UNION ALL (SELECT id FROM (");
            condition.walk_hits(key, &mut out)?;
            // Without an offset within, Postgres would walk the order's index once more.
            out.push_sql(&format!(
                " OFFSET 0) AS many WHERE (SELECT count FROM counted) > {MOST} AND (SELECT count(*) FROM walked) < "
            ));
            out.push_bind_param::<BigInt, _>(&self.until)?;
            out.push_sql(&format!(" {order}"));
            self.walk_part(&mut out)?;
        }
        out.push_sql(&format!(
            ")) AS page ON true LEFT JOIN {table} ON {table}.id = page.id {} {order_of_all}",
            owner(table)
        ));
        Ok(())
    }
}

impl<Selection> FilteredPage<Selection> {
    /// How many rows of the order are looked at for words before all hits are sorted, so that the one costs no more than
    /// the other. In steps, so that few statements are kept prepared.
    fn reach(&self) -> String {
        let reach = match self.until {
            _ if !self.condition.has_words() => return MOST.to_string(),
            _ if !self.condition.is_words_alone() => return FARTHEST.to_string(),
            ..=300 => 5_000,
            301..=1_000 => 15_000,
            _ => FARTHEST,
        };
        // Hits that filled the first partition alone are many.
        format!("(SELECT CASE WHEN is_one_partition THEN {FARTHEST} ELSE {reach} END FROM counted)")
    }

    /// Takes the page's rows out of those that are in order.
    fn walk_part<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(" OFFSET (SELECT ");
        out.push_bind_param::<BigInt, _>(&self.after)?;
        out.push_sql(") LIMIT (SELECT ");
        out.push_bind_param::<BigInt, _>(&self.take)?;
        out.push_sql(")");
        Ok(())
    }
}

/// Prepared once a connection for each list, order and filter: the text tells them apart. Of searches only those for words
/// alone are.
impl<Selection> QueryId for FilteredPage<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for FilteredPage<Selection> {
    type SqlType = (BigInt, Bool, Bool, BigInt, Nullable<(Selection::SqlType, WorkSql)>);
}
