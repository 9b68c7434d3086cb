//! Attempts in the database: a row for each subject, with the times of those that still count.
//!
//! A row's lock lets parallel attempts take turns, so that none slips past the count. The clock is the database's, the
//! same for all instances. Diesel's own query language has no common table expressions, so the statements are put
//! together here.

use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt, Binary, Nullable},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::limits::attempt::Attempt;

/// Counts an attempt, unless one of its subjects had too many; whether it was counted.
pub(super) async fn count(connection: &mut AsyncPgConnection, attempt: &Attempt) -> QueryResult<bool> {
    let counted: i64 = Count(attempt).get_result(connection).await?;
    let counted = usize::try_from(counted).unwrap_or_default();
    // A parallel attempt filled a later subject meanwhile: what is refused counts for none.
    let (refused, is_whole) = (attempt.subjects.get(..counted), counted == attempt.subjects.len());
    if let Some(subjects @ [_, ..]) = refused.filter(|_| !is_whole) {
        take_back(connection, subjects).await?;
    }
    Ok(is_whole)
}

/// Takes back the last attempt of every subject.
pub(super) async fn take_back(connection: &mut AsyncPgConnection, subjects: &[Vec<u8>]) -> QueryResult<()> {
    // Locked in the order in which they are counted: neither waits for the other.
    let statement = "WITH kept AS (SELECT subject FROM attempt_windows WHERE subject = ANY($1) \
         ORDER BY array_position($1, subject) FOR UPDATE) \
         UPDATE attempt_windows SET made_at = made_at[:cardinality(made_at) - 1] FROM kept \
         WHERE attempt_windows.subject = kept.subject";
    let query = diesel::sql_query(statement).bind::<Array<Binary>, _>(subjects);
    query.execute(connection).await.map(drop)
}

/// How many seconds it is until a refused attempt would be let through.
pub(super) async fn wait(connection: &mut AsyncPgConnection, attempt: &Attempt) -> QueryResult<u64> {
    #[derive(QueryableByName)]
    struct Wait {
        #[diesel(sql_type = Nullable<BigInt>)]
        seconds: Option<i64>,
    }
    let (allowed, recent) = (attempt.limit.attempts, attempt.limit.recent("made_at"));
    let statement = format!(
        "SELECT ceil(max(extract(epoch FROM oldest - now())) + {})::bigint AS seconds FROM (\
         SELECT (SELECT min(at) FROM {recent}) AS oldest FROM attempt_windows \
         WHERE subject = ANY($1) AND (SELECT count(*) FROM {recent}) >= {allowed}) AS full_windows",
        attempt.limit.window.as_secs()
    );
    let query = diesel::sql_query(statement).bind::<Array<Binary>, _>(&attempt.subjects);
    let Wait { seconds } = query.get_result(connection).await?;
    Ok(seconds.unwrap_or_default().max(1).unsigned_abs())
}

impl Attempt {
    /// Counts the attempt in the caller's transaction; false when a limit is full.
    pub(crate) async fn count(&self, connection: &mut AsyncPgConnection) -> QueryResult<bool> {
        count(connection, self).await
    }

    /// Counts as a part of a statement: as many expressions of its `WITH` as there are subjects, `counted_0` and so on.
    /// Each has a row when it was counted, and the next one is counted only then.
    pub(crate) fn walk_ast<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let allowed = self.limit.attempts;
        for (nth, subject) in self.subjects.iter().enumerate() {
            let comma = if nth == 0 { "" } else { ", " };
            out.push_sql(&format!(
                "{comma}counted_{nth} AS (INSERT INTO attempt_windows AS kept (subject, made_at) SELECT "
            ));
            out.push_bind_param::<Binary, _>(subject)?;
            out.push_sql(", ARRAY[now()]");
            match nth.checked_sub(1) {
                Some(before) => out.push_sql(&format!(" FROM counted_{before}")),
                None => self.unless_full(out)?,
            }
            let recent = self.limit.recent("kept.made_at");
            out.push_sql(&format!(
                " ON CONFLICT (subject) DO UPDATE SET made_at = ARRAY(SELECT at FROM {recent}) || now() \
                 WHERE (SELECT count(*) FROM {recent}) < {allowed} RETURNING 1)"
            ));
        }
        Ok(())
    }

    /// What is refused for a later subject is not counted for the first one.
    fn unless_full<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        for (nth, subject) in self.subjects.iter().skip(1).enumerate() {
            out.push_sql(if nth == 0 { " WHERE " } else { " AND " });
            out.push_sql("NOT EXISTS (SELECT FROM attempt_windows WHERE subject = ");
            out.push_bind_param::<Binary, _>(subject)?;
            let recent = self.limit.recent("made_at");
            out.push_sql(&format!(" AND (SELECT count(*) FROM {recent}) >= {})", self.limit.attempts));
        }
        Ok(())
    }
}

/// Counts an attempt: for how many of its subjects.
struct Count<'a>(&'a Attempt);

impl QueryFragment<Pg> for Count<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH ");
        self.0.walk_ast(&mut out)?;
        for nth in 0..self.0.subjects.len() {
            let begin = if nth == 0 { " SELECT " } else { " + " };
            out.push_sql(&format!("{begin}(SELECT count(*) FROM counted_{nth})"));
        }
        Ok(())
    }
}

/// Prepared once a connection for each limit: the text tells them apart.
impl QueryId for Count<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Count<'_> {
    type SqlType = BigInt;
}
