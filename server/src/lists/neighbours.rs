//! The records before and after one in a list, found from its own place, so that it need not be in the list any more.
//!
//! As for a page, at most 10,000 hits of a search are taken, and the order's index is walked where there are more, or all
//! hits are gone through where it leads to none.

use agency_core::{filter::Filter, keys::RecordKey};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};
use serde::Serialize;
use utoipa::ToSchema;

use crate::lists::{
    condition::{Condition, LOOKED_FOR},
    page::key_of,
    record::Key,
    search_cache::SearchCache,
};

/// How many rows of the order are looked at for words.
const REACH: i64 = 5_000;

/// The records beside one.
#[derive(Debug, PartialEq, Eq, Serialize, Queryable, ToSchema)]
pub(crate) struct NeighboursResponse {
    /// The slug of the one before it; null where it is the first.
    previous: Option<String>,
    /// The slug of the one after it; null where it is the last.
    next: Option<String>,
}

/// What stands beside a record in the list that this admin asks for; none where there is no such record.
pub(crate) async fn read(
    connection: &mut AsyncPgConnection,
    table: &'static str,
    searches: &SearchCache,
    key: RecordKey<'_>,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Option<NeighboursResponse>> {
    let neighbours = Neighbours::new(table, key, filter, admin_id);
    let hits = searches.get(&neighbours.condition.search(filter.sort));
    let condition = neighbours.condition.with_known(hits.as_deref());
    Neighbours { condition, ..neighbours }.get_result(connection).await.optional()
}

/// The statement.
pub(super) struct Neighbours {
    table: &'static str,
    key: Key,
    condition: Condition,
    /// Whether it is a whole list or box, where the index leads to the next record at once.
    is_whole: bool,
    sort: &'static str,
    is_descending: bool,
}

impl Neighbours {
    /// What stands beside a record in the list that this admin asks for.
    pub(super) fn new(table: &'static str, key: RecordKey<'_>, filter: &Filter, admin_id: i64) -> Self {
        Self {
            table,
            key: Key::of(key),
            condition: Condition::new(table, filter, admin_id).with_generic_plan(),
            is_whole: filter.is_whole(),
            sort: key_of(filter.sort),
            is_descending: filter.sort.is_descending(),
        }
    }

    /// Adds the nearest record on one side.
    fn nearest<'b>(&'b self, is_above: bool, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { table, sort, condition, .. } = self;
        let (sign, direction) = if is_above { (">", "ASC") } else { ("<", "DESC") };
        let first = format!("ORDER BY {sort} {direction}, id {direction} LIMIT 1");
        let beyond = format!("({sort}, id) {sign} (here.{sort}, here.id)");
        if !self.is_whole {
            let few = format!("(SELECT count FROM counted) <= {LOOKED_FOR}");
            out.push_sql(&format!("(SELECT id FROM hits WHERE {few} AND {beyond} {first}) UNION ALL "));
        }
        let many = if self.is_whole {
            "true".to_owned()
        } else {
            format!("(SELECT count FROM counted) > {LOOKED_FOR}")
        };
        out.push_sql(&format!(
            "(SELECT {table}.id FROM (SELECT id FROM {table} WHERE {many} AND {beyond} AND "
        ));
        condition.walk_rows(out)?;
        let reach = if condition.has_words() { REACH.to_string() } else { "1".to_owned() };
        out.push_sql(&format!(
            " ORDER BY {sort} {direction}, id {direction} LIMIT {reach}) AS {table}{} WHERE ",
            condition.words_of_each()
        ));
        condition.walk_words(out)?;
        out.push_sql(" LIMIT 1)");
        if condition.has_words() {
            out.push_sql(" UNION ALL (SELECT id FROM (");
            condition.walk_hits(sort, out)?;
            out.push_sql(&format!(" OFFSET 0) AS many WHERE {many} AND {beyond} {first})"));
        }
        if !self.is_whole {
            // What comes first is found first, and then nothing is looked for any more.
            out.push_sql(" LIMIT 1");
        }
        Ok(())
    }
}

impl QueryFragment<Pg> for Neighbours {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { table, sort, .. } = self;
        if !self.is_whole {
            self.condition.walk_counted(sort, &mut out)?;
        }
        out.push_sql(" SELECT ");
        for is_above in [self.is_descending, !self.is_descending] {
            out.push_sql(&format!("(SELECT slug FROM {table} WHERE {table}.id = ("));
            self.nearest(is_above, &mut out)?;
            out.push_sql(if is_above == self.is_descending { ")), " } else { ")) " });
        }
        out.push_sql(&format!("FROM {table} AS here WHERE "));
        self.key.walk("here", &mut out)
    }
}

/// Prepared once a connection for each list, order and filter: the text tells them apart. Of searches only those for words
/// alone are.
impl QueryId for Neighbours {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Neighbours {
    type SqlType = (Nullable<Text>, Nullable<Text>);
}
