//! The bounds of a list's buckets, some of which are rows' names.

use diesel::{
    QueryResult, sql_query,
    sql_types::{Array, BigInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

/// Keeps folding away from a list until the transaction ends.
pub(crate) async fn lock(connection: &mut AsyncPgConnection, list: &str) -> QueryResult<()> {
    sql_query("SELECT pg_advisory_xact_lock(hashtextextended('list_fold ' || $1, 0))")
        .bind::<Text, _>(list)
        .execute(connection)
        .await
        .map(drop)
}

/// Joins the buckets whose lower bounds are these rows' names with those before them, so that the names can go.
///
/// Inside a transaction that deletes the rows. Folding keeps away until that ends; one that began before fails on the
/// buckets changed here, and comes again. It divides what grew too large.
pub(crate) async fn release(connection: &mut AsyncPgConnection, list: &str, ids: &[i64]) -> QueryResult<()> {
    lock(connection, list).await?;
    // The first bucket begins before every row, so each of these has one before it.
    sql_query(
        "WITH named AS ( \
             SELECT * FROM list_buckets WHERE list = $1 AND sorted_by = 'name_key' \
         ), gone AS ( \
             DELETE FROM list_buckets WHERE id IN (SELECT id FROM named WHERE row_id = ANY($2)) RETURNING * \
         ), joined AS ( \
             SELECT ( \
                 SELECT id FROM named \
                 WHERE row_id <> ALL($2) AND (name_key, row_id) < (gone.name_key, gone.row_id) \
                 ORDER BY name_key DESC, row_id DESC LIMIT 1 \
             ) AS id, gone.rows \
             FROM gone \
         ), grown AS ( \
             UPDATE list_buckets SET rows = list_buckets.rows + more.rows \
             FROM (SELECT id, sum(rows)::int AS rows FROM joined GROUP BY id) AS more \
             WHERE list_buckets.id = more.id \
             RETURNING list_buckets.id \
         ) \
         UPDATE list_totals SET to_divide = last.to_divide || ARRAY(SELECT id FROM grown), \
             fold = last.fold + 1, settled_by = last.settled_by, folded_by = pg_current_xact_id() \
         FROM list_last($1) AS last \
         WHERE list_totals.list = $1 AND EXISTS (SELECT FROM grown)",
    )
    .bind::<Text, _>(list)
    .bind::<Array<BigInt>, _>(ids)
    .execute(connection)
    .await
    .map(drop)
}
