//! The hits of a search, looked for in one statement.
//!
//! Some more than are counted are taken at most: where there are no more, these are all; where there are, the order's index
//! is walked. The walk finds enough of them soon, unless the page is far from both ends or all of them stand at the far
//! one: it gives up, and all of them are sorted.

use agency_core::sort::SortOrder;
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt, Bool, Text},
};

use crate::lists::{
    condition::{Condition, LOOKED_FOR},
    page::{key_of, order_by},
};

/// How many rows of the order are looked at for words at the most.
const FARTHEST: i64 = 50_000;

/// The statement. It tells how many hits there are, no more than one beyond those that are looked for; whether all records
/// could be found; the snapshot's `xmin`; and the hits' numbers in their order: all, or the first where there are more.
///
/// Its limits are selected: were they bound as such, Postgres would take the plan of all numbers for so much dearer that
/// it would plan every search anew, which takes longer than most searches do.
pub(super) struct FindHits {
    pub(super) condition: Condition,
    pub(super) sort: SortOrder,
    /// How many of them are needed.
    pub(super) depth: i64,
}

impl QueryFragment<Pg> for FindHits {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { condition, sort, depth } = self;
        let (table, key) = (condition.table(), key_of(*sort));
        let order = order_by("", *sort);

        condition.walk_counted(key, &mut out)?;
        // The limit within keeps Postgres from sorting all hits instead of walking the index.
        out.push_sql(&format!(
            ", walked AS MATERIALIZED (SELECT {table}.id, {table}.{key} FROM ( \
             SELECT {table}.id, {table}.{key} FROM {table} \
             WHERE (SELECT count FROM counted) > {LOOKED_FOR} AND "
        ));
        condition.walk_rows(&mut out)?;
        out.push_sql(&format!(
            " {} LIMIT {}) AS {table}{} WHERE ",
            order_by(&format!("{table}."), *sort),
            self.reach(),
            condition.words_of_each()
        ));
        condition.walk_words(&mut out)?;
        out.push_sql(" LIMIT (SELECT ");
        out.push_bind_param::<BigInt, _>(depth)?;
        out.push_sql(&format!(
            ")) SELECT count, {}, pg_snapshot_xmin(pg_current_snapshot())::text, \
             CASE WHEN count <= {LOOKED_FOR} THEN ARRAY(SELECT id FROM hits {order}) ",
            condition.is_complete()
        ));
        if condition.has_words() {
            out.push_sql("WHEN (SELECT count(*) FROM walked) < ");
            out.push_bind_param::<BigInt, _>(depth)?;
            out.push_sql(" THEN ARRAY(SELECT id FROM (");
            condition.walk_hits(key, &mut out)?;
            // Without an offset within, Postgres would walk the order's index once more.
            out.push_sql(&format!(" OFFSET 0) AS many {order} LIMIT (SELECT "));
            out.push_bind_param::<BigInt, _>(depth)?;
            out.push_sql(")) ");
        }
        out.push_sql(&format!("ELSE ARRAY(SELECT id FROM walked {order}) END FROM counted"));
        Ok(())
    }
}

impl FindHits {
    /// How many rows of the order are looked at for words before all hits are sorted, so that the one costs no more than
    /// the other. In steps, so that few statements are kept prepared.
    fn reach(&self) -> String {
        let reach = match self.depth {
            _ if !self.condition.has_words() => return LOOKED_FOR.to_string(),
            _ if !self.condition.is_words_alone() => return FARTHEST.to_string(),
            ..=400 => 5_000,
            401..=1_100 => 15_000,
            _ => FARTHEST,
        };
        // Hits that filled the first partition alone are many.
        format!("(SELECT CASE WHEN is_one_partition THEN {FARTHEST} ELSE {reach} END FROM counted)")
    }
}

/// Prepared once a connection for each list, order and filter: the text tells them apart. Of searches only those for words
/// alone are.
impl QueryId for FindHits {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for FindHits {
    type SqlType = (BigInt, Bool, Text, Array<BigInt>);
}
