//! The submissions of a page.

use diesel::{
    expression::{AppearsOnTable, ValidGrouping, is_aggregate},
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, QueryFragment, QueryId},
    sql_types::{BigInt, Bool},
};

use crate::storage::schema::submissions::{self, BoxedQuery};

/// Condition that a submission is one of the first that a query finds:
///
/// ```sql
/// submissions.id = ANY (ARRAY(
///     SELECT submissions.id FROM submissions WHERE submissions.kind = $1
///     ORDER BY submissions.created_at DESC, submissions.id DESC OFFSET $2 LIMIT 10
/// ))
/// ```
///
/// The limit is part of the text. Diesel would bind it, and then Postgres would plan the joins with the rows on every call,
/// because it takes a bound limit for a tenth of the table.
pub(crate) struct Page<'a> {
    ids: BoxedQuery<'a, Pg, BigInt>,
    limit: u32,
}

impl<'a> Page<'a> {
    /// Takes at most so many rows of a query.
    pub(crate) fn new(rows: BoxedQuery<'a, Pg>, limit: u32) -> Self {
        Self { ids: rows.select(submissions::id), limit }
    }
}

impl Expression for Page<'_> {
    type SqlType = Bool;
}

impl<Source> AppearsOnTable<Source> for Page<'_> where submissions::id: AppearsOnTable<Source> {}

impl ValidGrouping<()> for Page<'_> {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for Page<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Page<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("submissions.id = ANY (ARRAY(");
        QueryFragment::<Pg>::walk_ast(&self.ids, out.reborrow())?;
        out.push_sql(&format!(" LIMIT {}))", self.limit));
        Ok(())
    }
}
