//! Attempts in the database: a row for each subject, with the times of the attempts that still count.
//!
//! Row locks serialize parallel attempts, so that the count is exact. All instances use the clock of the database.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::{self, array_remove},
    pg::{Pg, data_types::PgInterval},
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt, Binary, Interval, Nullable, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::storage::schema::attempt_windows;

/// Maximum attempts of a subject in a time.
pub(super) struct Limit {
    pub(super) name: &'static str,
    pub(super) window: Duration,
    pub(super) max: i64,
}

/// What an attempt counts for: its key, and its maximum.
pub(super) type Subject = (Vec<u8>, i64);

/// Attempt to count. Rows are locked in the order of the subjects, which is the same for all attempts: narrow networks,
/// wide networks, accounts; one device or session before all of its account.
pub(crate) struct Attempt {
    pub(super) limit: &'static Limit,
    keys: Vec<Vec<u8>>,
    bounds: Vec<i64>,
}

/// Counted attempt, which can be taken back. Has no keys if attempts are not limited.
#[derive(Default)]
pub(crate) struct CountedAttempt {
    pub(super) keys: Vec<Vec<u8>>,
    /// Time of the count, by the clock of the database.
    pub(crate) made_at: DateTime<Utc>,
}

impl Attempt {
    pub(super) fn new(limit: &'static Limit, subjects: Vec<Subject>) -> Self {
        let (keys, bounds) = subjects.into_iter().unzip();
        Self { limit, keys, bounds }
    }

    /// Counts the attempt. Returns `None` if one of its subjects has reached its limit.
    pub(crate) async fn count(
        &self,
        mut connection: &AsyncPgConnection,
    ) -> QueryResult<Option<CountedAttempt>> {
        let count = Count { keys: &self.keys, bounds: &self.bounds, window: self.window() };
        let counted: Vec<DateTime<Utc>> = count.load(&mut connection).await?;
        let [made_at, ..] = counted.as_slice() else { return Ok(None) };
        if counted.len() < self.keys.len() {
            // A parallel attempt reached the limit of a subject at the same time. A refused attempt counts for no subject.
            take_back(connection, &self.keys, *made_at).await?;
            return Ok(None);
        }
        Ok(Some(CountedAttempt { keys: self.keys.clone(), made_at: *made_at }))
    }

    /// Returns the seconds until the attempt would be allowed. Returns `None` if it is allowed now.
    pub(super) async fn wait(&self, mut connection: &AsyncPgConnection) -> QueryResult<Option<u64>> {
        type Window = (Vec<u8>, Vec<Option<DateTime<Utc>>>, DateTime<Utc>);
        let windows: Vec<Window> = attempt_windows::table
            .filter(attempt_windows::subject.eq_any(&self.keys))
            .select((attempt_windows::subject, attempt_windows::made_at, dsl::now.into_sql::<Timestamptz>()))
            .load(&mut connection)
            .await?;
        let waits = windows.into_iter().filter_map(|(subject, made_at, now)| {
            let (_, max) = self.keys.iter().zip(&self.bounds).find(|(key, _)| **key == subject)?;
            let counting = made_at.into_iter().flatten().filter(|at| *at > now - self.limit.window);
            let counting = counting.collect::<Vec<_>>();
            let is_full = i64::try_from(counting.len()).is_ok_and(|count| count >= *max);
            let oldest = counting.into_iter().min().filter(|_| is_full)?;
            (oldest + self.limit.window - now).to_std().ok()
        });
        let rounded_up = |wait: Duration| wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        Ok(waits.max().map(rounded_up))
    }

    fn window(&self) -> PgInterval {
        PgInterval::from_microseconds(i64::try_from(self.limit.window.as_micros()).unwrap_or(i64::MAX))
    }
}

/// Counts an attempt, unless one of its subjects has as many within the window as it may. Returns the time for each subject
/// that was counted:
///
/// ```sql
/// WITH bounds (subject, max_attempts, nth) AS (SELECT * FROM unnest($1, $2) WITH ORDINALITY),
///     since (start) AS (SELECT now() - $3)
/// INSERT INTO attempt_windows AS kept (subject, made_at)
/// SELECT subject, ARRAY[now()] FROM bounds
/// WHERE NOT EXISTS (
///     SELECT FROM bounds JOIN attempt_windows USING (subject)
///     WHERE (SELECT count(*) FROM unnest(made_at) AS at, since WHERE at > start) >= max_attempts
/// )
/// ORDER BY nth
/// ON CONFLICT (subject) DO UPDATE
/// SET made_at = ARRAY(SELECT at FROM unnest(kept.made_at) AS at, since WHERE at > start) || now()
/// WHERE (SELECT count(*) FROM unnest(kept.made_at) AS at, since WHERE at > start)
///     < (SELECT max_attempts FROM bounds WHERE bounds.subject = kept.subject)
/// RETURNING now()
/// ```
///
/// Diesel's query builder has no `unnest`, by which one statement counts for all subjects. It locks their rows in their
/// order, and none while a limit is full.
struct Count<'a> {
    keys: &'a [Vec<u8>],
    bounds: &'a [i64],
    window: PgInterval,
}

impl QueryId for Count<'_> {
    type QueryId = Count<'static>;
}

impl Query for Count<'_> {
    type SqlType = Timestamptz;
}

impl QueryFragment<Pg> for Count<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH bounds (subject, max_attempts, nth) AS (SELECT * FROM unnest(");
        out.push_bind_param::<Array<Binary>, _>(&self.keys)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.bounds)?;
        out.push_sql(") WITH ORDINALITY), since (start) AS (SELECT now() - ");
        out.push_bind_param::<Interval, _>(&self.window)?;
        out.push_sql(
            ")
            INSERT INTO attempt_windows AS kept (subject, made_at)
            SELECT subject, ARRAY[now()] FROM bounds
            WHERE NOT EXISTS (
                SELECT FROM bounds JOIN attempt_windows USING (subject)
                WHERE (SELECT count(*) FROM unnest(made_at) AS at, since WHERE at > start) >= max_attempts
            )
            ORDER BY nth
            ON CONFLICT (subject) DO UPDATE
            SET made_at = ARRAY(SELECT at FROM unnest(kept.made_at) AS at, since WHERE at > start) || now()
            WHERE (SELECT count(*) FROM unnest(kept.made_at) AS at, since WHERE at > start)
                < (SELECT max_attempts FROM bounds WHERE bounds.subject = kept.subject)
            RETURNING now()",
        );
        Ok(())
    }
}

/// Takes back an attempt from every subject, in the order of counting. Does nothing for one that was taken back before.
pub(super) async fn take_back(
    mut connection: &AsyncPgConnection,
    keys: &[Vec<u8>],
    made_at: DateTime<Utc>,
) -> QueryResult<()> {
    for key in keys {
        let others = array_remove::<Array<_>, Nullable<Timestamptz>, _, _>(attempt_windows::made_at, made_at);
        let window = diesel::update(attempt_windows::table.find(key));
        window.set(attempt_windows::made_at.eq(others)).execute(&mut connection).await?;
    }
    Ok(())
}
