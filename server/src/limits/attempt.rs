//! Attempts in the database: a row for each subject, with the times of the attempts that still count.
//!
//! Row locks serialize parallel attempts, so that the count is exact. All instances use the clock of the database.

use chrono::{DateTime, Utc};
use diesel::{
    pg::data_types::PgInterval,
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Binary, Interval, Nullable, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{limits::Limit, storage::prepared::Prepared};

/// Counts an attempt for subjects `$1`, locked in their order, unless one of them has `$2` attempts within `$3`.
const COUNT: &str = "INSERT INTO attempt_windows AS kept (subject, made_at) \
     SELECT subject, ARRAY[now()] FROM unnest($1, $2) WITH ORDINALITY AS counted (subject, max_attempts, nth) \
     WHERE NOT EXISTS ( \
         SELECT FROM unnest($1, $2) AS bounds (subject, max_attempts) JOIN attempt_windows USING (subject) \
         WHERE (SELECT count(*) FROM unnest(made_at) AS at WHERE at > now() - $3) >= max_attempts \
     ) ORDER BY nth \
     ON CONFLICT (subject) DO UPDATE \
     SET made_at = ARRAY(SELECT at FROM unnest(kept.made_at) AS at WHERE at > now() - $3) || now() \
     WHERE (SELECT count(*) FROM unnest(kept.made_at) AS at WHERE at > now() - $3) \
         < ($2)[array_position($1, kept.subject)] \
     RETURNING now() AS made_at";

/// Takes back the attempts at times `$2` of subjects `$1`, locked in the order of counting.
const TAKE_BACK: &str = "WITH kept AS (SELECT subject FROM attempt_windows WHERE subject = ANY($1) \
         ORDER BY array_position($1, subject) FOR UPDATE) \
     UPDATE attempt_windows SET made_at = ARRAY(SELECT at FROM unnest(made_at) AS at WHERE at <> ALL($2)) \
     FROM kept WHERE attempt_windows.subject = kept.subject";

/// Computes the seconds until an attempt of subjects `$1` would be counted, with the limits of [`COUNT`].
const WAIT: &str = "SELECT ceil(max(extract(epoch FROM oldest - now() + $3)))::bigint AS seconds FROM ( \
         SELECT (SELECT min(at) FROM unnest(made_at) AS at WHERE at > now() - $3) AS oldest \
         FROM attempt_windows JOIN unnest($1, $2) AS bounds (subject, max_attempts) USING (subject) \
         WHERE (SELECT count(*) FROM unnest(made_at) AS at WHERE at > now() - $3) >= max_attempts \
     ) AS full_windows";

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
        let counted: Vec<Counted> = Prepared(query).load(&mut connection).await?;
        let [Counted { made_at }, ..] = counted.as_slice() else { return Ok(None) };
        if counted.len() < self.keys.len() {
            // A parallel attempt reached the limit of a subject at the same time. A refused attempt counts for no subject.
            take_back(connection, &self.keys, &[*made_at]).await?;
            return Ok(None);
        }
        Ok(Some(CountedAttempt { keys: self.keys.clone(), made_at: *made_at }))
    }

    /// Returns the seconds until the attempt would be allowed. Returns `None` if it is allowed now.
    pub(super) async fn wait(&self, mut connection: &AsyncPgConnection) -> QueryResult<Option<u64>> {
        #[derive(QueryableByName)]
        struct Wait {
            #[diesel(sql_type = Nullable<BigInt>)]
            seconds: Option<i64>,
        }
        let query = sql_query(WAIT).bind::<Array<Binary>, _>(&self.keys);
        let query = query.bind::<Array<BigInt>, _>(&self.bounds).bind::<Interval, _>(self.window());
        let Wait { seconds } = Prepared(query).get_result(&mut connection).await?;
        Ok(seconds.map(|seconds| seconds.max(1).unsigned_abs()))
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
                take_back(connection, &attempt.keys, &[attempt.made_at]).await?;
            }
            return Ok(false);
        };
        counted.push(attempt);
    }
    Ok(true)
}

/// Takes back the attempts at these times from every subject. Does nothing for attempts that were taken back before.
pub(super) async fn take_back(
    mut connection: &AsyncPgConnection,
    keys: &[Vec<u8>],
    times: &[DateTime<Utc>],
) -> QueryResult<()> {
    let query = sql_query(TAKE_BACK).bind::<Array<Binary>, _>(keys).bind::<Array<Timestamptz>, _>(times);
    query.execute(&mut connection).await.map(drop)
}
