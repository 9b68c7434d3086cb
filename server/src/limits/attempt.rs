//! Attempts in the database: a row for each subject, with the times of the attempts that still count.
//!
//! Row locks serialize parallel attempts, so that the count is exact. All instances use the clock of the database.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::{self, array_remove},
    pg::data_types::PgInterval,
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Binary, Interval, Nullable, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::storage::schema::attempt_windows;

/// Counts an attempt for subjects `$1`, unless one of them has `$2` attempts within `$3`. Returns a row for each subject that
/// was counted.
///
/// Diesel's query builder has no `unnest`, by which one statement counts for all subjects. It locks their rows in their order,
/// and none while a limit is full.
const COUNT: &str = "
    INSERT INTO attempt_windows AS kept (subject, made_at)
    SELECT subject, ARRAY[now()]
    FROM unnest($1, $2) WITH ORDINALITY AS counted (subject, max_attempts, nth)
    WHERE NOT EXISTS (
        SELECT FROM unnest($1, $2) AS bounds (subject, max_attempts) JOIN attempt_windows USING (subject)
        WHERE (SELECT count(*) FROM unnest(made_at) AS at WHERE at > now() - $3) >= max_attempts
    )
    ORDER BY nth
    ON CONFLICT (subject) DO UPDATE
    SET made_at = ARRAY(SELECT at FROM unnest(kept.made_at) AS at WHERE at > now() - $3) || now()
    WHERE (SELECT count(*) FROM unnest(kept.made_at) AS at WHERE at > now() - $3)
        < ($2)[array_position($1, kept.subject)]
    RETURNING now() AS made_at";

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
        #[derive(QueryableByName)]
        struct Counted {
            #[diesel(sql_type = Timestamptz)]
            made_at: DateTime<Utc>,
        }
        let query = sql_query(COUNT).bind::<Array<Binary>, _>(&self.keys);
        let query = query.bind::<Array<BigInt>, _>(&self.bounds).bind::<Interval, _>(self.window());
        let counted: Vec<Counted> = query.load(&mut connection).await?;
        let [Counted { made_at }, ..] = counted.as_slice() else { return Ok(None) };
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

/// Counts attempts, or none of them. Returns whether all were counted.
pub(crate) async fn count_all(connection: &AsyncPgConnection, attempts: &[Attempt]) -> QueryResult<bool> {
    let mut counted: Vec<CountedAttempt> = Vec::new();
    for attempt in attempts {
        let Some(attempt) = attempt.count(connection).await? else {
            for attempt in counted {
                take_back(connection, &attempt.keys, attempt.made_at).await?;
            }
            return Ok(false);
        };
        counted.push(attempt);
    }
    Ok(true)
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
