//! What changed since the hits of a search were found.

use agency_core::sort::SortOrder;
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt, Bool, Text, Timestamptz},
};

use crate::lists::{
    changes::{self, FEW},
    condition::Condition,
    page::key_of,
};

/// The statement. It tells whether all that changed is known, and few; the snapshot's `xmin`; the numbers of the records
/// that changed, came or went; and of those that are hits, with the times or the names by which they are sorted.
pub(super) struct FindSince {
    pub(super) condition: Condition,
    pub(super) sort: SortOrder,
    /// The `xmin` of the snapshot that the hits were found in.
    pub(super) xmin: String,
}

impl QueryFragment<Pg> for FindSince {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { condition, sort, xmin } = self;
        let (table, key) = (condition.table(), key_of(*sort));
        out.push_sql("WITH changes AS MATERIALIZED (");
        changes::walk_since(table, xmin, &mut out)?;
        out.push_sql("), known AS MATERIALIZED (SELECT ");
        changes::walk_are_kept(table, xmin, &mut out)?;
        out.push_sql(&format!(
            " AND {} AND (SELECT count(*) FROM changes) <= {FEW} AS is_known), changed AS MATERIALIZED ( \
             SELECT DISTINCT record_id FROM changes WHERE (SELECT is_known FROM known)), hits AS MATERIALIZED ( \
             SELECT hit.id, hit.{key} FROM changed CROSS JOIN LATERAL (",
            condition.is_complete()
        ));
        condition.walk_hits(key, &mut out)?;
        let (times, names) = match key {
            "created_at" => ("ARRAY(SELECT created_at FROM hits)", "'{}'::text[]"),
            _ => ("'{}'::timestamptz[]", "ARRAY(SELECT name_key FROM hits)"),
        };
        out.push_sql(&format!(
            " AND {}.id = changed.record_id OFFSET 0) AS hit) SELECT is_known, \
             pg_snapshot_xmin(pg_current_snapshot())::text, ARRAY(SELECT record_id FROM changed), \
             ARRAY(SELECT id FROM hits), {times}, {names} FROM known",
            if condition.is_words_alone() { "found_by" } else { table },
        ));
        Ok(())
    }
}

/// Prepared once a connection for each list, order and filter: the text tells them apart.
impl QueryId for FindSince {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for FindSince {
    type SqlType = (Bool, Text, Array<BigInt>, Array<BigInt>, Array<Timestamptz>, Array<Text>);
}
