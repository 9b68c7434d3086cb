//! The queue of deliveries in Postgres: rows are leased, then marked. All times are the database's.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::{self, Eq, IntervalDsl as _, NotEq, case_when, count_star, not},
    prelude::*,
    sql_types::{Bool, Text, Timestamptz},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    background::delivery::row::{DeliveryState, Purpose, Transport},
    storage::{functions::coalesce_time, schema::deliveries},
};

/// How many days after its first failure a delivery is given up.
const GIVE_UP_DAYS: i32 = 1;

/// Longer than any backoff. A row that is due later was dated by a clock that has been set back since, so it is due now.
const MAX_DELAY_HOURS: i32 = 2;

/// A delivery that this instance may send until its lease ends.
#[derive(Clone, Debug, Default, Queryable, Selectable)]
#[diesel(table_name = deliveries, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Leased {
    pub(crate) id: i64,
    /// The number of this attempt, so that only its own result is marked.
    pub(crate) tries: i32,
    pub(crate) failures: i32,
    /// Whether it is one of many that nobody waits for.
    #[diesel(select_expression = deliveries::purpose.eq(Purpose::Deleted), select_expression_type = Eq<deliveries::purpose, Purpose>)]
    pub(crate) is_deletion: bool,
    /// Whether somebody must know when it is given up. Acknowledgements fail when a visitor mistypes an address.
    #[diesel(select_expression = deliveries::purpose.ne(Purpose::Acknowledge), select_expression_type = NotEq<deliveries::purpose, Purpose>)]
    pub(crate) is_reported: bool,
    /// The address of a mail.
    pub(crate) recipient: Option<String>,
    pub(crate) message_id: String,
    /// Kept as long as it is not sent.
    #[diesel(select_expression = deliveries::message.assume_not_null())]
    pub(crate) message: String,
}

/// What a row is changed to that is not sent any more: without its texts, which may name a person.
#[derive(AsChangeset)]
#[diesel(table_name = deliveries, treat_none_as_null = true)]
struct Emptied {
    state: DeliveryState,
    message: Option<String>,
    answer: Option<String>,
    failing_since: Option<DateTime<Utc>>,
}

impl Emptied {
    const fn to(state: DeliveryState) -> Self {
        Self { state, message: None, answer: None, failing_since: None }
    }
}

/// Leases due rows, the oldest first, but deletions last: a sweep may write many. Other instances skip them until the lease
/// ends.
pub(crate) async fn lease(
    connection: &mut AsyncPgConnection,
    transport: Transport,
    max: usize,
    time: Duration,
) -> QueryResult<Vec<Leased>> {
    let leasing = connection.transaction(async |connection| {
        let now = dsl::now.into_sql::<Timestamptz>();
        let is_due = deliveries::due_at.le(now).or(deliveries::due_at.gt(now + MAX_DELAY_HOURS.hours()));
        let due: Vec<i64> = deliveries::table
            .filter(deliveries::transport.eq(transport))
            .filter(deliveries::state.eq(DeliveryState::Waiting))
            .filter(not(deliveries::held))
            .filter(is_due)
            // An index has this order.
            .order((deliveries::purpose.eq(Purpose::Deleted), deliveries::due_at))
            .limit(i64::try_from(max).unwrap_or(i64::MAX))
            .select(deliveries::id)
            .for_update()
            .skip_locked()
            .load(connection)
            .await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        diesel::update(deliveries::table.filter(deliveries::id.eq_any(due)))
            .set((
                deliveries::due_at.eq(dsl::now.into_sql::<Timestamptz>() + time.as_secs_f64().seconds()),
                deliveries::tries.eq(deliveries::tries + 1),
            ))
            .returning(Leased::as_returning())
            .get_results(connection)
            .await
    });
    leasing.await
}

/// Renews the lease of a row, unless another instance has leased it by now.
pub(crate) async fn renew(
    connection: &mut AsyncPgConnection,
    leased: &Leased,
    time: Duration,
) -> QueryResult<()> {
    let own = deliveries::table.find(leased.id).filter(deliveries::tries.eq(leased.tries));
    let waiting = own.filter(deliveries::state.eq(DeliveryState::Waiting));
    diesel::update(waiting)
        .set(deliveries::due_at.eq(dsl::now.into_sql::<Timestamptz>() + time.as_secs_f64().seconds()))
        .execute(connection)
        .await
        .map(drop)
}

/// Marks a row as sent, even if another instance has leased it by now.
pub(crate) async fn mark_sent(connection: &mut AsyncPgConnection, leased: &Leased) -> QueryResult<()> {
    let unsent = deliveries::table.find(leased.id).filter(deliveries::state.eq_any(DeliveryState::UNSENT));
    diesel::update(unsent)
        .set((Emptied::to(DeliveryState::Sent), deliveries::sent_at.eq(dsl::now)))
        .execute(connection)
        .await
        .map(drop)
}

/// Marks a row that the settings do not ask for.
pub(crate) async fn mark_dropped(connection: &mut AsyncPgConnection, leased: &Leased) -> QueryResult<()> {
    let unsent = deliveries::table.find(leased.id).filter(deliveries::state.eq_any(DeliveryState::UNSENT));
    diesel::update(unsent).set(Emptied::to(DeliveryState::Dropped)).execute(connection).await.map(drop)
}

/// Marks a failure, with the receiver's answer. The row is due again after `again`, unless that is none or it has failed for
/// a day. Returns whether it is given up; none if another instance has leased it.
pub(crate) async fn mark_failed(
    connection: &mut AsyncPgConnection,
    leased: &Leased,
    answer: &str,
    again: Option<Duration>,
) -> QueryResult<Option<bool>> {
    let now = dsl::now.into_sql::<Timestamptz>();
    let is_last = again.is_none().into_sql::<Bool>();
    let is_given_up = is_last.or(deliveries::failing_since.le((now - GIVE_UP_DAYS.days()).nullable()));
    let own = deliveries::table.find(leased.id).filter(deliveries::tries.eq(leased.tries));
    let waiting = own.filter(deliveries::state.eq(DeliveryState::Waiting));
    diesel::update(waiting)
        .set((
            deliveries::failures.eq(deliveries::failures + 1),
            deliveries::failing_since.eq(coalesce_time(deliveries::failing_since, now).nullable()),
            deliveries::answer.eq(answer),
            deliveries::due_at.eq(now + again.unwrap_or_default().as_secs_f64().seconds()),
            deliveries::state
                .eq(case_when::<_, _, Text>(is_given_up, DeliveryState::Failed)
                    .otherwise(DeliveryState::Waiting)),
        ))
        .returning(deliveries::state.eq(DeliveryState::Failed))
        .get_result(connection)
        .await
        .optional()
}

/// Holds the unsent rows of a record while it is spam, or releases them. Keeps `due_at`, because a worker may be sending one.
pub(crate) async fn hold(connection: &mut AsyncPgConnection, slug: &str, held: bool) -> QueryResult<()> {
    let unsent = deliveries::table
        .filter(deliveries::slug.eq(slug))
        .filter(deliveries::state.eq_any(DeliveryState::UNSENT));
    diesel::update(unsent)
        .set((
            deliveries::held.eq(held),
            deliveries::failures.eq(0),
            deliveries::failing_since.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Counts the rows that wait to be sent, without acknowledgements: the address may be one that no server accepts. Returns
/// also the age of the oldest in seconds, without deletions, which are sent slowly.
pub(crate) async fn count_waiting(
    connection: &mut AsyncPgConnection,
    transport: Transport,
) -> QueryResult<(i64, f64)> {
    let now = dsl::now.into_sql::<Timestamptz>();
    let oldest = dsl::min(deliveries::created_at).aggregate_filter(deliveries::purpose.ne(Purpose::Deleted));
    let (count, oldest, now): (i64, Option<DateTime<Utc>>, DateTime<Utc>) = deliveries::table
        .filter(deliveries::transport.eq(transport))
        .filter(deliveries::state.eq(DeliveryState::Waiting))
        .filter(deliveries::purpose.ne(Purpose::Acknowledge))
        .filter(not(deliveries::held))
        .select((count_star(), oldest, now))
        .first(connection)
        .await?;
    let age = oldest.map_or(0.0, |oldest| (now - oldest).as_seconds_f64());
    Ok((count, age.max(0.0)))
}

/// Returns the condition of failed rows that the dashboard reports.
#[dsl::auto_type(no_type_alias)]
fn is_failure(transport: Transport) -> _ {
    let (failed, unreported): (DeliveryState, Purpose) = (DeliveryState::Failed, Purpose::Acknowledge);
    deliveries::transport
        .eq(transport)
        .and(deliveries::state.eq(failed))
        .and(deliveries::purpose.ne(unreported))
        .and(not(deliveries::held))
}

/// Counts the failed rows that the dashboard reports. Returns also the receiver's last answer.
pub(crate) async fn count_failed(
    connection: &mut AsyncPgConnection,
    transport: Transport,
) -> QueryResult<(i64, Option<String>)> {
    let (count, last): (i64, Option<i64>) = deliveries::table
        .filter(is_failure(transport))
        .select((count_star(), dsl::max(deliveries::id)))
        .first(connection)
        .await?;
    let Some(last) = last else { return Ok((0, None)) };
    let answer = deliveries::table.find(last).select(deliveries::answer);
    let answer: Option<Option<String>> = answer.first(connection).await.optional()?;
    Ok((count, answer.flatten()))
}

/// Queues the failed rows that the dashboard reports again. Returns how many.
pub(crate) async fn requeue_failed(
    connection: &mut AsyncPgConnection,
    transport: Transport,
) -> QueryResult<usize> {
    diesel::update(deliveries::table.filter(is_failure(transport)))
        .set((
            (deliveries::state.eq(DeliveryState::Waiting), deliveries::due_at.eq(dsl::now)),
            (deliveries::failures.eq(0), deliveries::failing_since.eq(None::<DateTime<Utc>>)),
        ))
        .execute(connection)
        .await
}

/// Drops the failed notices to addresses that `notified` does not name, in any letter case. Returns how many.
pub(crate) async fn drop_unnotified(
    connection: &mut AsyncPgConnection,
    notified: &[String],
) -> QueryResult<usize> {
    let failed = deliveries::table.filter(is_failure(Transport::Mail));
    let recipients: Vec<Option<String>> =
        failed.select(deliveries::recipient).distinct().load(connection).await?;
    let is_notified = |recipient: &String| notified.iter().any(|one| one.eq_ignore_ascii_case(recipient));
    let recipients = recipients.into_iter().flatten();
    let unnotified = recipients.filter(|recipient| !is_notified(recipient)).collect::<Vec<_>>();
    diesel::update(failed.filter(deliveries::recipient.eq_any(unnotified)))
        .set(Emptied::to(DeliveryState::Dropped))
        .execute(connection)
        .await
}

/// Drops all webhooks that are not sent, for a server without a receiver. Returns how many.
pub(crate) async fn drop_webhooks(connection: &mut AsyncPgConnection) -> QueryResult<usize> {
    let unsent = deliveries::table
        .filter(deliveries::transport.eq(Transport::Webhook))
        .filter(deliveries::state.eq_any(DeliveryState::UNSENT));
    diesel::update(unsent).set(Emptied::to(DeliveryState::Dropped)).execute(connection).await
}
