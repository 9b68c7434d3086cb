//! The mail queue in Postgres: mails are leased, then marked. All times are the database's.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::{self, IntervalDsl as _, case_when, count_star, not},
    prelude::*,
    sql_types::{Bool, Text, Timestamptz},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    background::mail::state::{MailPurpose, MailState},
    storage::{functions::coalesce_time, schema::mails},
};

/// How many days after its first failure a mail is given up.
const GIVE_UP_DAYS: i32 = 1;

/// Longer than any backoff. A mail that is due later was dated by a clock that has been set back since, so it is due now.
const MAX_DELAY_HOURS: i32 = 2;

/// A mail that this instance may send until its lease ends.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Leased {
    pub(crate) id: i64,
    /// The number of this attempt, so that only its own result is marked.
    pub(crate) tries: i32,
    /// The number of failures in a row.
    pub(crate) failures: i32,
    pub(crate) recipient: String,
    pub(crate) message_id: String,
    /// Kept as long as the mail is not sent.
    #[diesel(select_expression = mails::message.assume_not_null())]
    pub(crate) message: String,
}

/// Leases due mails, the oldest first. Other instances skip them until the lease ends.
pub(crate) async fn lease(
    connection: &mut AsyncPgConnection,
    max: usize,
    time: Duration,
) -> QueryResult<Vec<Leased>> {
    let leasing = connection.transaction(async |connection| {
        let now = dsl::now.into_sql::<Timestamptz>();
        let is_due = mails::due_at.le(now).or(mails::due_at.gt(now + MAX_DELAY_HOURS.hours()));
        let due: Vec<i64> = mails::table
            .filter(mails::state.eq(MailState::Waiting))
            .filter(not(mails::held))
            .filter(is_due)
            .order(mails::due_at)
            .limit(i64::try_from(max).unwrap_or(i64::MAX))
            .select(mails::id)
            .for_update()
            .skip_locked()
            .load(connection)
            .await?;
        diesel::update(mails::table.filter(mails::id.eq_any(due)))
            .set((mails::due_at.eq(now + time.as_secs_f64().seconds()), mails::tries.eq(mails::tries + 1)))
            .returning(Leased::as_returning())
            .get_results(connection)
            .await
    });
    leasing.await
}

/// Marks a mail as sent, even if another instance has leased it by now. With its message, the database empties its subject.
pub(crate) async fn mark_sent(connection: &mut AsyncPgConnection, mail: &Leased) -> QueryResult<()> {
    diesel::update(mails::table.find(mail.id).filter(mails::state.eq_any(MailState::UNSENT)))
        .set((
            (mails::state.eq(MailState::Sent), mails::sent_at.eq(dsl::now)),
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
    let now = dsl::now.into_sql::<Timestamptz>();
    let is_last = again.is_none().into_sql::<Bool>();
    let is_given_up = is_last.or(mails::failing_since.le((now - GIVE_UP_DAYS.days()).nullable()));
    let leased = mails::table.find(mail.id).filter(mails::tries.eq(mail.tries));
    let state: Option<MailState> = diesel::update(leased.filter(mails::state.eq(MailState::Waiting)))
        .set((
            mails::failures.eq(mails::failures + 1),
            mails::failing_since.eq(coalesce_time(mails::failing_since, now).nullable()),
            mails::answer.eq(answer),
            mails::due_at.eq(now + again.unwrap_or_default().as_secs_f64().seconds()),
            mails::state
                .eq(case_when::<_, _, Text>(is_given_up, MailState::Failed).otherwise(MailState::Waiting)),
        ))
        .returning(mails::state)
        .get_result(connection)
        .await
        .optional()?;
    Ok(state.map(|state| state == MailState::Failed))
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
        .filter(mails::state.eq_any(MailState::UNSENT));
    diesel::update(unsent)
        .set((mails::held.eq(held), mails::failures.eq(0), mails::failing_since.eq(None::<DateTime<Utc>>)))
        .execute(connection)
        .await
        .map(drop)
}

/// Counts the mails that wait to be sent. Returns also the age of the oldest, in seconds.
pub(crate) async fn count_waiting(connection: &mut AsyncPgConnection) -> QueryResult<(i64, f64)> {
    let (count, oldest, now): (i64, Option<DateTime<Utc>>, DateTime<Utc>) = mails::table
        .filter(mails::state.eq(MailState::Waiting))
        .filter(not(mails::held))
        .select((count_star(), dsl::min(mails::created_at), dsl::now.into_sql::<Timestamptz>()))
        .first(connection)
        .await?;
    let age = oldest.map_or(0.0, |oldest| (now - oldest).as_seconds_f64());
    Ok((count, age.max(0.0)))
}

/// Counts the failed notices of new records. Returns also the mail server's last reply. Acknowledgements do not count: they
/// fail when a visitor mistypes an address.
pub(crate) async fn count_failed(connection: &mut AsyncPgConnection) -> QueryResult<(i64, Option<String>)> {
    let (count, last): (i64, Option<i64>) = mails::table
        .filter(mails::state.eq(MailState::Failed))
        .filter(mails::purpose.eq(MailPurpose::Notify))
        .filter(not(mails::held))
        .select((count_star(), dsl::max(mails::id)))
        .first(connection)
        .await?;
    let Some(last) = last else { return Ok((0, None)) };
    let answer = mails::table.find(last).select(mails::answer).first(connection).await.optional()?;
    Ok((count, answer.flatten()))
}

/// Queues failed notices again, and drops those to addresses that `notified` does not name. Returns how many of each.
pub(crate) async fn requeue_failed(
    connection: &mut AsyncPgConnection,
    notified: &[String],
) -> QueryResult<(usize, usize)> {
    let failed = mails::table
        .filter(mails::state.eq(MailState::Failed))
        .filter(mails::purpose.eq(MailPurpose::Notify));
    let dropped = diesel::update(failed.filter(mails::recipient.ne_all(notified)))
        .set((mails::state.eq(MailState::Dropped), mails::message.eq(None::<String>)))
        .execute(connection)
        .await?;
    let again = diesel::update(failed)
        .set((
            (mails::state.eq(MailState::Waiting), mails::due_at.eq(dsl::now)),
            (mails::failures.eq(0), mails::failing_since.eq(None::<DateTime<Utc>>)),
        ))
        .execute(connection)
        .await?;
    Ok((again, dropped))
}
