//! The mail queue in Postgres: mails are leased, then marked. All times are the database's.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::{self, count_star, sql},
    prelude::*,
    sql_query,
    sql_types::{BigInt, Bool, Double, Integer, Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::storage::schema::mails;

/// How long after its first failure a mail is given up.
const GIVE_UP_AFTER: &str = "interval '1 day'";

/// Longer than any backoff. A mail that is due later was dated by a clock that has been set back since, so it is due now.
const MAX_DELAY: &str = "interval '2 hours'";

/// A mail that this instance may send until its lease ends.
#[derive(Clone, Debug, QueryableByName)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Leased {
    pub(crate) id: i64,
    /// The number of this attempt, so that only its own result is marked.
    pub(crate) tries: i32,
    /// The number of failures in a row.
    pub(crate) failures: i32,
    pub(crate) recipient: String,
    pub(crate) message_id: String,
    #[diesel(sql_type = Text)]
    pub(crate) message: String,
}

/// Leases due mails, the oldest first. Other instances skip them until the lease ends.
pub(crate) async fn lease(
    connection: &mut AsyncPgConnection,
    max: usize,
    time: Duration,
) -> QueryResult<Vec<Leased>> {
    sql_query(format!(
        "WITH due AS (SELECT id FROM mails WHERE state = 'waiting' AND NOT held \
             AND (due_at <= now() OR due_at > now() + {MAX_DELAY}) \
             ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) \
         UPDATE mails SET due_at = now() + $2 * interval '1 second', tries = tries + 1 \
         FROM due WHERE mails.id = due.id \
         RETURNING mails.id, tries, failures, recipient, message_id, message"
    ))
    .bind::<BigInt, _>(i64::try_from(max).unwrap_or(i64::MAX))
    .bind::<Double, _>(time.as_secs_f64())
    .load(connection)
    .await
}

/// Marks a mail as sent, even if another instance has leased it by now. With its message, the database empties its subject.
pub(crate) async fn mark_sent(connection: &mut AsyncPgConnection, mail: &Leased) -> QueryResult<()> {
    diesel::update(mails::table.find(mail.id).filter(mails::state.eq_any(["waiting", "failed"])))
        .set((
            (mails::state.eq("sent"), mails::sent_at.eq(dsl::now)),
            (mails::message.eq(None::<String>), mails::answer.eq(None::<String>)),
            mails::failing_since.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Marks a failure, with the mail server's reply. The mail is due again after `again`, unless that is none or it has failed
/// for a day. Returns whether it is given up; none if another instance has leased it.
pub(crate) async fn mark_failed(
    connection: &mut AsyncPgConnection,
    mail: &Leased,
    answer: &str,
    again: Option<Duration>,
) -> QueryResult<Option<bool>> {
    #[derive(QueryableByName)]
    struct Marked {
        #[diesel(sql_type = Bool)]
        given_up: bool,
    }
    let marked = sql_query(format!(
        "UPDATE mails SET failures = failures + 1, failing_since = coalesce(failing_since, now()), answer = $3, \
         due_at = now() + coalesce($4, 0) * interval '1 second', \
         state = CASE WHEN $4 IS NULL OR failing_since <= now() - {GIVE_UP_AFTER} THEN 'failed' ELSE 'waiting' END \
         WHERE id = $1 AND tries = $2 AND state = 'waiting' RETURNING state = 'failed' AS given_up"
    ))
    .bind::<BigInt, _>(mail.id)
    .bind::<Integer, _>(mail.tries)
    .bind::<Text, _>(answer)
    .bind::<Nullable<Double>, _>(again.map(|time| time.as_secs_f64()))
    .get_result::<Marked>(connection)
    .await
    .optional()?;
    Ok(marked.map(|marked| marked.given_up))
}

/// Holds the unsent mails of a submission while it is spam, or releases them. Keeps `due_at`, because a worker may be
/// sending one.
pub(crate) async fn hold(
    connection: &mut AsyncPgConnection,
    submission_id: i64,
    held: bool,
) -> QueryResult<()> {
    let unsent = mails::table
        .filter(mails::submission_id.eq(submission_id))
        .filter(mails::state.eq_any(["waiting", "failed"]));
    diesel::update(unsent)
        .set((mails::held.eq(held), mails::failures.eq(0), mails::failing_since.eq(None::<DateTime<Utc>>)))
        .execute(connection)
        .await
        .map(drop)
}

/// Counts the mails that wait to be sent. Returns also the age of the oldest, in seconds.
pub(crate) async fn count_waiting(connection: &mut AsyncPgConnection) -> QueryResult<(i64, f64)> {
    let oldest = "greatest(0, coalesce(extract(epoch FROM now() - min(created_at)), 0))::float8";
    let waiting = mails::table.filter(sql::<Bool>("state = 'waiting' AND NOT held"));
    waiting.select((count_star(), sql::<Double>(oldest))).first(connection).await
}

/// Counts the failed notices of new records. Returns also the mail server's last reply. Acknowledgements do not count: they
/// fail when a visitor mistypes an address.
pub(crate) async fn count_failed(connection: &mut AsyncPgConnection) -> QueryResult<(i64, Option<String>)> {
    let failed = sql::<Bool>("state = 'failed' AND purpose = 'notify' AND NOT held");
    let answer = sql::<Nullable<Text>>("(array_agg(answer ORDER BY id DESC))[1]");
    mails::table.filter(failed).select((count_star(), answer)).first(connection).await
}

/// Queues failed notices again, and drops those to addresses that `notified` does not name. Returns how many of each.
pub(crate) async fn requeue_failed(
    connection: &mut AsyncPgConnection,
    notified: &[String],
) -> QueryResult<(usize, usize)> {
    let failed = mails::table.filter(mails::state.eq("failed")).filter(mails::purpose.eq("notify"));
    let dropped = diesel::update(failed.filter(mails::recipient.ne_all(notified)))
        .set((mails::state.eq("dropped"), mails::message.eq(None::<String>)))
        .execute(connection)
        .await?;
    let again = diesel::update(failed)
        .set((
            (mails::state.eq("waiting"), mails::due_at.eq(dsl::now)),
            (mails::failures.eq(0), mails::failing_since.eq(None::<DateTime<Utc>>)),
        ))
        .execute(connection)
        .await?;
    Ok((again, dropped))
}
