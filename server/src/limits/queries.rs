//! Attempts in the database: a row for each subject, with the times of those that still count.
//!
//! A row's lock lets parallel attempts take turns, so that none slips past the count. The clock is the database's, the
//! same for all instances. Diesel's own query language has no common table expressions, so the statements are put
//! together here.

use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt, Binary, Nullable, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::limits::attempt::{Attempt, CountedAttempt};

/// Counts an attempt. Returns none when one of its subjects had too many.
pub(super) async fn count(
    connection: &mut AsyncPgConnection,
    attempt: &Attempt,
) -> QueryResult<Option<CountedAttempt>> {
    let (counted, made_at): (i64, DateTime<Utc>) = Count(attempt).get_result(connection).await?;
    let counted = usize::try_from(counted).unwrap_or_default();
    let mut keys = attempt.keys();
    if counted == keys.len() {
        return Ok(Some(CountedAttempt { keys, made_at }));
    }
    // A parallel attempt filled a later subject in the same moment: what is refused counts for none.
    keys.truncate(counted);
    if !keys.is_empty() {
        take_back(connection, &keys, &[made_at]).await?;
    }
    Ok(None)
}

/// Takes back the attempts of these times from every subject. What was taken back before stays as it is.
pub(super) async fn take_back(
    connection: &mut AsyncPgConnection,
    keys: &[Vec<u8>],
    times: &[DateTime<Utc>],
) -> QueryResult<()> {
    // Locked in the order in which they are counted: neither waits for the other.
    let statement = "WITH kept AS (SELECT subject FROM attempt_windows WHERE subject = ANY($1) \
         ORDER BY array_position($1, subject) FOR UPDATE) \
         UPDATE attempt_windows SET made_at = ARRAY(SELECT at FROM unnest(made_at) AS at WHERE at <> ALL($2)) \
         FROM kept WHERE attempt_windows.subject = kept.subject";
    let query = diesel::sql_query(statement).bind::<Array<Binary>, _>(keys);
    query.bind::<Array<Timestamptz>, _>(times).execute(connection).await.map(drop)
}

/// Returns how many seconds it is until a refused attempt would be let through.
pub(super) async fn wait(connection: &mut AsyncPgConnection, attempt: &Attempt) -> QueryResult<u64> {
    #[derive(QueryableByName)]
    struct Wait {
        #[diesel(sql_type = Nullable<BigInt>)]
        seconds: Option<i64>,
    }
    let recent = attempt.limit.recent("made_at");
    let statement = format!(
        "SELECT ceil(max(extract(epoch FROM oldest - now())) + {})::bigint AS seconds FROM (\
         SELECT (SELECT min(at) FROM {recent}) AS oldest FROM attempt_windows \
         JOIN unnest($1, $2) AS bounds (subject, max_attempts) USING (subject) \
         WHERE (SELECT count(*) FROM {recent}) >= max_attempts) AS full_windows",
        attempt.limit.window.as_secs()
    );
    let bounds = attempt.subjects.iter().map(|subject| i64::from(subject.max_attempts)).collect::<Vec<_>>();
    let query = diesel::sql_query(statement).bind::<Array<Binary>, _>(attempt.keys());
    let Wait { seconds } = query.bind::<Array<BigInt>, _>(bounds).get_result(connection).await?;
    Ok(seconds.unwrap_or_default().max(1).unsigned_abs())
}

impl Attempt {
    /// Counts the attempt in the caller's transaction; none when a limit is full.
    pub(crate) async fn count(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> QueryResult<Option<CountedAttempt>> {
        count(connection, self).await
    }

    /// Counts as a part of a statement: as many expressions of its `WITH` as there are subjects, `counted_0` and so on.
    /// Each has a row when it was counted, and the next one is counted only then.
    pub(crate) fn walk_ast<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        for (nth, subject) in self.subjects.iter().enumerate() {
            let comma = if nth == 0 { "" } else { ", " };
            out.push_sql(&format!(
                "{comma}counted_{nth} AS (INSERT INTO attempt_windows AS kept (subject, made_at) SELECT "
            ));
            out.push_bind_param::<Binary, _>(&subject.key)?;
            out.push_sql(", ARRAY[now()]");
            match nth.checked_sub(1) {
                Some(before) => out.push_sql(&format!(" FROM counted_{before}")),
                None => self.unless_full(out)?,
            }
            let recent = self.limit.recent("kept.made_at");
            out.push_sql(&format!(
                " ON CONFLICT (subject) DO UPDATE SET made_at = ARRAY(SELECT at FROM {recent}) || now() \
                 WHERE (SELECT count(*) FROM {recent}) < {} RETURNING 1)",
                subject.max_attempts
            ));
        }
        Ok(())
    }

    /// What is refused for a later subject is not counted for the first one.
    fn unless_full<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        for (nth, subject) in self.subjects.iter().skip(1).enumerate() {
            out.push_sql(if nth == 0 { " WHERE " } else { " AND " });
            out.push_sql("NOT EXISTS (SELECT FROM attempt_windows WHERE subject = ");
            out.push_bind_param::<Binary, _>(&subject.key)?;
            let recent = self.limit.recent("made_at");
            out.push_sql(&format!(" AND (SELECT count(*) FROM {recent}) >= {})", subject.max_attempts));
        }
        Ok(())
    }
}

/// Counts an attempt. Returns for how many of its subjects, and when.
struct Count<'a>(&'a Attempt);

impl QueryFragment<Pg> for Count<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH ");
        self.0.walk_ast(&mut out)?;
        for nth in 0..self.0.subjects.len() {
            let begin = if nth == 0 { " SELECT " } else { " + " };
            out.push_sql(&format!("{begin}(SELECT count(*) FROM counted_{nth})"));
        }
        out.push_sql(", now()");
        Ok(())
    }
}

/// Prepared once a connection for each limit: the text tells them apart.
impl QueryId for Count<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Count<'_> {
    type SqlType = (BigInt, Timestamptz);
}
