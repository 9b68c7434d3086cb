//! Which records of a list changed lately, as the migrations' triggers note it in `recent_changes`.

use diesel::{QueryResult, pg::Pg, query_builder::AstPass, sql_query, sql_types::Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

/// How many are looked at one by one, rather than that a search is carried out anew.
pub(super) const FEW: i64 = 1_000;

/// How many of a list stay, and how many are deleted at once.
const STAY: i64 = 2 * FEW;
const PART: i64 = 10_000;

/// The changes of a list since a snapshot whose `xmin` this is, no more than one beyond the few.
pub(super) fn walk_since<'b>(
    table: &str,
    xmin: &'b String,
    out: &mut AstPass<'_, 'b, Pg>,
) -> QueryResult<()> {
    out.push_sql(&format!(
        "SELECT record_id FROM recent_changes WHERE list = '{table}' AND written_by >= (SELECT "
    ));
    out.push_bind_param::<Text, _>(xmin)?;
    out.push_sql(&format!("::text::xid8) LIMIT {FEW} + 1"));
    Ok(())
}

/// Whether the changes since a snapshot whose `xmin` this is are all there, as an SQL expression.
pub(super) fn walk_are_kept<'b>(
    table: &str,
    xmin: &'b String,
    out: &mut AstPass<'_, 'b, Pg>,
) -> QueryResult<()> {
    // What was deleted came before whatever is there. The last one is found at once, whatever was deleted before it.
    out.push_sql(&format!(
        "coalesce((SELECT true FROM recent_changes WHERE list = '{table}' AND written_by < (SELECT "
    ));
    out.push_bind_param::<Text, _>(xmin)?;
    out.push_sql("::text::xid8) ORDER BY written_by DESC LIMIT 1), false)");
    Ok(())
}

/// Deletes, from the first on, what no search asks for any more: all but the last of a list, and what transactions of
/// another cluster wrote, whose backup this was, because their numbers mean nothing here.
pub(super) async fn prune(connection: &mut AsyncPgConnection, table: &str) -> QueryResult<usize> {
    sql_query(format!(
        "DELETE FROM recent_changes WHERE ctid = ANY (ARRAY( \
         SELECT ctid FROM recent_changes WHERE list = $1 \
             AND (written_by >= pg_snapshot_xmax(pg_current_snapshot()) OR written_by < ( \
                 SELECT written_by FROM recent_changes WHERE list = $1 \
                 ORDER BY written_by DESC OFFSET {STAY} LIMIT 1)) \
         ORDER BY written_by LIMIT {PART}))"
    ))
    .bind::<Text, _>(table)
    .execute(connection)
    .await
}
