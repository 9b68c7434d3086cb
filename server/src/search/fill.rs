//! Makes the words of rows that have none, or have those of an older tokeniser: rows that were stored before there were
//! any, or by a server of the release before. Any number of instances may do it.

use std::time::Duration;

use agency_core::search::TOKENISER;
use chrono::{DateTime, Utc};
use diesel::{
    QueryResult, QueryableByName,
    expression::Expression,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_query,
    sql_types::{Array, BigInt, Bool, SmallInt, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, methods::LoadQuery};
use futures_util::future::BoxFuture;

use crate::{
    kinds::KINDS,
    lists::page::ListRow,
    storage::{self, Pool},
};

/// How many rows are read and written at once.
const BATCH: i64 = 500;

/// Between two batches, and when nothing is missing.
const SHORT_PAUSE: Duration = Duration::from_millis(100);
const PAUSE: Duration = Duration::from_secs(30);

/// No form takes longer to be stored: what began before that is there or never comes.
const SETTLED: &str = "interval '5 minutes'";

/// A batch of a table's rows; whether nothing is missing any more.
pub(crate) type Fill = for<'a> fn(&'a mut AsyncPgConnection) -> BoxFuture<'a, QueryResult<bool>>;

/// Fills from time to time, and at once while something is missing.
pub(crate) async fn run(pool: Pool) {
    loop {
        let pause = match round(&pool).await {
            Ok(true) => PAUSE,
            Ok(false) => SHORT_PAUSE,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the words that records are found by wait");
                PAUSE
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// A batch of every table; whether nothing is missing in any.
pub(crate) async fn round(pool: &Pool) -> anyhow::Result<bool> {
    let mut connection = storage::get(pool).await?;
    let mut is_complete = true;
    for kind in KINDS {
        is_complete &= (kind.fill)(&mut connection).await?;
    }
    Ok(is_complete)
}

/// A batch of one table.
pub(crate) async fn batch<Row>(connection: &mut AsyncPgConnection) -> QueryResult<bool>
where
    Row: ListRow + Send + 'static,
    for<'query> Missing<Row::SelectExpression>:
        LoadQuery<'query, AsyncPgConnection, (i64, DateTime<Utc>, Row)>,
{
    let table = Row::STORED.table;
    let last = progress(connection, table).await?;
    // Words of a newer tokeniser are no concern of this server.
    if last.tokeniser > TOKENISER {
        return Ok(true);
    }
    let checked_to = if last.tokeniser == TOKENISER { last.checked_to } else { 0 };
    let missing = Missing { table, after: checked_to, selection: Row::construct_selection() };
    let rows: Vec<(i64, DateTime<Utc>, Row)> = missing.load(connection).await?;
    let is_complete = rows.is_empty();
    if !is_complete {
        let ids = rows.iter().map(|(id, ..)| *id).collect::<Vec<_>>();
        let found = rows.iter().map(|(.., row)| row.searched()).collect::<Vec<_>>();
        let (words, keys): (Vec<_>, Vec<_>) =
            found.into_iter().map(|searched| (searched.words(), searched.email_key)).unzip();
        // A row that is deleted meanwhile leaves no words behind. Searches that were kept without these words are told.
        sql_query(format!(
            "WITH made AS (INSERT INTO {table}_words AS s (id, tokeniser, created_at, name_key, email_key, words) \
             SELECT r.id, {TOKENISER}, r.created_at, r.name_key, n.email_key, n.words::tsvector \
             FROM unnest($1, $2, $3) AS n (id, email_key, words) JOIN {table} AS r ON r.id = n.id \
             FOR KEY SHARE OF r \
             ON CONFLICT (id) DO UPDATE \
             SET tokeniser = excluded.tokeniser, created_at = excluded.created_at, name_key = excluded.name_key, \
                 email_key = excluded.email_key, words = excluded.words \
             WHERE s.tokeniser < excluded.tokeniser \
             RETURNING id) \
             INSERT INTO recent_changes (list, record_id) SELECT '{table}', id FROM made"
        ))
        .bind::<Array<BigInt>, _>(&ids)
        .bind::<Array<Text>, _>(&keys)
        .bind::<Array<Text>, _>(&words)
        .execute(connection)
        .await?;
    }
    // Up to the last one that was missing, or to the end: but no further than where none can come any more.
    let reached = rows.last().map_or(i64::MAX, |(id, ..)| *id);
    sql_query(format!(
        "UPDATE words_progress AS p SET tokeniser = $1, is_complete = $2, checked_to = n.checked_to \
         FROM (SELECT coalesce(max(id), $3) AS checked_to FROM {table} \
             WHERE id > $3 AND id <= $4 AND created_at < now() - {SETTLED}) AS n \
         WHERE p.list = $5 AND p.tokeniser <= $1 \
             AND (p.tokeniser, p.is_complete, p.checked_to) IS DISTINCT FROM ($1, $2, n.checked_to)"
    ))
    .bind::<SmallInt, _>(TOKENISER)
    .bind::<Bool, _>(is_complete)
    .bind::<BigInt, _>(checked_to)
    .bind::<BigInt, _>(reached)
    .bind::<Text, _>(table)
    .execute(connection)
    .await?;
    Ok(is_complete)
}

/// Whether the words of all rows of a table are there, as an SQL expression.
pub(crate) fn is_complete(table: &str) -> String {
    format!(
        "coalesce((SELECT is_complete AND tokeniser = {TOKENISER} FROM words_progress WHERE list = '{table}'), false)"
    )
}

/// How far a table is.
#[derive(QueryableByName)]
struct Progress {
    #[diesel(sql_type = SmallInt)]
    tokeniser: i16,
    #[diesel(sql_type = BigInt)]
    checked_to: i64,
}

async fn progress(connection: &mut AsyncPgConnection, table: &str) -> QueryResult<Progress> {
    sql_query("SELECT tokeniser, checked_to FROM words_progress WHERE list = $1")
        .bind::<Text, _>(table)
        .get_result(connection)
        .await
}

/// The statement for rows behind an id that have no words of this tokeniser.
pub(crate) struct Missing<Selection> {
    table: &'static str,
    after: i64,
    selection: Selection,
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for Missing<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let table = self.table;
        out.push_sql(&format!("SELECT {table}.id, {table}.created_at, "));
        self.selection.walk_ast(out.reborrow())?;
        out.push_sql(&format!(" FROM {table} WHERE {table}.id > "));
        out.push_bind_param::<BigInt, _>(&self.after)?;
        out.push_sql(&format!(
            " AND NOT EXISTS (SELECT FROM {table}_words AS s WHERE s.id = {table}.id AND s.tokeniser >= {TOKENISER}) \
             ORDER BY {table}.id LIMIT {BATCH}"
        ));
        Ok(())
    }
}

/// Prepared once a connection for each table: the text tells them apart.
impl<Selection> QueryId for Missing<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for Missing<Selection> {
    type SqlType = (BigInt, Timestamptz, Selection::SqlType);
}
