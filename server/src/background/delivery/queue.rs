//! The queue of deliveries in Postgres: rows are leased, then marked. All times are the database's.

use std::time::Duration;

use diesel::QueryResult;
use diesel_async::AsyncPgConnection;

/// How many days after its first failure a delivery is given up.
pub(crate) const GIVE_UP_DAYS: i32 = 1;

/// Longer than any backoff. A row that is due later was dated by a clock that has been set back since, so it is due now.
pub(crate) const MAX_DELAY_HOURS: i32 = 2;

/// A row that this instance may send until its lease ends.
pub(crate) trait Queued: Sized + Send + Sync {
    /// Refers to the record of a row.
    type Record: ?Sized;

    /// Returns the number of failures in a row.
    fn failures(&self) -> i32;

    /// Leases due rows, the oldest first. Other instances skip them until the lease ends.
    fn lease(
        connection: &mut AsyncPgConnection,
        max: usize,
        time: Duration,
    ) -> impl Future<Output = QueryResult<Vec<Self>>> + Send;

    /// Marks a row as sent, even if another instance has leased it by now, and empties its message and answer.
    fn mark_sent(&self, connection: &mut AsyncPgConnection) -> impl Future<Output = QueryResult<()>> + Send;

    /// Marks a row that the settings do not ask for, and empties its message and answer.
    fn mark_dropped(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> impl Future<Output = QueryResult<()>> + Send;

    /// Marks a failure, with the receiver's answer. The row is due again after `again`, unless that is none or it has
    /// failed for a day. Returns whether it is given up; none if another instance has leased it.
    fn mark_failed(
        &self,
        connection: &mut AsyncPgConnection,
        answer: &str,
        again: Option<Duration>,
    ) -> impl Future<Output = QueryResult<Option<bool>>> + Send;

    /// Holds the unsent rows of a record while it is spam, or releases them. Keeps `due_at`, because a worker may be sending
    /// one.
    fn hold(
        connection: &mut AsyncPgConnection,
        record: &Self::Record,
        held: bool,
    ) -> impl Future<Output = QueryResult<()>> + Send;

    /// Counts the rows that wait to be sent. Returns also the age of the oldest, in seconds.
    fn count_waiting(
        connection: &mut AsyncPgConnection,
    ) -> impl Future<Output = QueryResult<(i64, f64)>> + Send;

    /// Counts the failed rows that the dashboard reports. Returns also the receiver's last answer.
    fn count_failed(
        connection: &mut AsyncPgConnection,
    ) -> impl Future<Output = QueryResult<(i64, Option<String>)>> + Send;

    /// Queues the failed rows that the dashboard reports again. Returns how many.
    fn requeue_failed(connection: &mut AsyncPgConnection) -> impl Future<Output = QueryResult<usize>> + Send;
}

/// Implements [`Queued`] for the `Leased` of a table. `record` is the column that refers to the record; `order` is the
/// order in which due rows are sent; `reported` is a condition of the failures that the dashboard reports.
macro_rules! queue {
    (
        $table:ident,
        record: $record:ident = $record_type:ty,
        order: $order:expr
        $(, reported: $reported:expr)?
    ) => {
        const _: () = {
            use std::time::Duration;

            use chrono::{DateTime, Utc};
            use diesel::{
                dsl::{self, IntervalDsl as _, case_when, count_star, not},
                prelude::*,
                sql_types::{Bool, Text, Timestamptz},
            };
            use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

            use $crate::{
                background::delivery::{
                    queue::{GIVE_UP_DAYS, MAX_DELAY_HOURS, Queued},
                    state::DeliveryState,
                },
                storage::functions::coalesce_time,
            };

            impl Queued for Leased {
                type Record = $record_type;

                fn failures(&self) -> i32 {
                    self.failures
                }

                async fn lease(
                    connection: &mut AsyncPgConnection,
                    max: usize,
                    time: Duration,
                ) -> QueryResult<Vec<Self>> {
                    let leasing = connection.transaction(async |connection| {
                        let now = dsl::now.into_sql::<Timestamptz>();
                        let is_due =
                            $table::due_at.le(now).or($table::due_at.gt(now + MAX_DELAY_HOURS.hours()));
                        let due: Vec<i64> = $table::table
                            .filter($table::state.eq(DeliveryState::Waiting))
                            .filter(not($table::held))
                            .filter(is_due)
                            .order($order)
                            .limit(i64::try_from(max).unwrap_or(i64::MAX))
                            .select($table::id)
                            .for_update()
                            .skip_locked()
                            .load(connection)
                            .await?;
                        if due.is_empty() {
                            return Ok(Vec::new());
                        }
                        diesel::update($table::table.filter($table::id.eq_any(due)))
                            .set((
                                $table::due_at.eq(now + time.as_secs_f64().seconds()),
                                $table::tries.eq($table::tries + 1),
                            ))
                            .returning(Self::as_returning())
                            .get_results(connection)
                            .await
                    });
                    leasing.await
                }

                async fn mark_sent(&self, connection: &mut AsyncPgConnection) -> QueryResult<()> {
                    let unsent = $table::table
                        .find(self.id)
                        .filter($table::state.eq_any(DeliveryState::UNSENT));
                    diesel::update(unsent)
                        .set((
                            ($table::state.eq(DeliveryState::Sent), $table::sent_at.eq(dsl::now)),
                            ($table::message.eq(None::<String>), $table::answer.eq(None::<String>)),
                            $table::failing_since.eq(None::<DateTime<Utc>>),
                        ))
                        .execute(connection)
                        .await
                        .map(drop)
                }

                async fn mark_dropped(&self, connection: &mut AsyncPgConnection) -> QueryResult<()> {
                    let unsent = $table::table
                        .find(self.id)
                        .filter($table::state.eq_any(DeliveryState::UNSENT));
                    diesel::update(unsent)
                        .set((
                            $table::state.eq(DeliveryState::Dropped),
                            ($table::message.eq(None::<String>), $table::answer.eq(None::<String>)),
                            $table::failing_since.eq(None::<DateTime<Utc>>),
                        ))
                        .execute(connection)
                        .await
                        .map(drop)
                }

                async fn mark_failed(
                    &self,
                    connection: &mut AsyncPgConnection,
                    answer: &str,
                    again: Option<Duration>,
                ) -> QueryResult<Option<bool>> {
                    let now = dsl::now.into_sql::<Timestamptz>();
                    let is_last = again.is_none().into_sql::<Bool>();
                    let is_given_up =
                        is_last.or($table::failing_since.le((now - GIVE_UP_DAYS.days()).nullable()));
                    let leased = $table::table.find(self.id).filter($table::tries.eq(self.tries));
                    let waiting = leased.filter($table::state.eq(DeliveryState::Waiting));
                    let state: Option<DeliveryState> = diesel::update(waiting)
                        .set((
                            $table::failures.eq($table::failures + 1),
                            $table::failing_since.eq(coalesce_time($table::failing_since, now).nullable()),
                            $table::answer.eq(answer),
                            $table::due_at.eq(now + again.unwrap_or_default().as_secs_f64().seconds()),
                            $table::state.eq(case_when::<_, _, Text>(is_given_up, DeliveryState::Failed)
                                .otherwise(DeliveryState::Waiting)),
                        ))
                        .returning($table::state)
                        .get_result(connection)
                        .await
                        .optional()?;
                    Ok(state.map(|state| state == DeliveryState::Failed))
                }

                async fn hold(
                    connection: &mut AsyncPgConnection,
                    record: &$record_type,
                    held: bool,
                ) -> QueryResult<()> {
                    let unsent = $table::table
                        .filter($table::$record.eq(record))
                        .filter($table::state.eq_any(DeliveryState::UNSENT));
                    diesel::update(unsent)
                        .set((
                            $table::held.eq(held),
                            $table::failures.eq(0),
                            $table::failing_since.eq(None::<DateTime<Utc>>),
                        ))
                        .execute(connection)
                        .await
                        .map(drop)
                }

                async fn count_waiting(connection: &mut AsyncPgConnection) -> QueryResult<(i64, f64)> {
                    let now = dsl::now.into_sql::<Timestamptz>();
                    let (count, oldest, now): (i64, Option<DateTime<Utc>>, DateTime<Utc>) = $table::table
                        .filter($table::state.eq(DeliveryState::Waiting))
                        .filter(not($table::held))
                        .select((count_star(), dsl::min($table::created_at), now))
                        .first(connection)
                        .await?;
                    let age = oldest.map_or(0.0, |oldest| (now - oldest).as_seconds_f64());
                    Ok((count, age.max(0.0)))
                }

                async fn count_failed(
                    connection: &mut AsyncPgConnection,
                ) -> QueryResult<(i64, Option<String>)> {
                    let (count, last): (i64, Option<i64>) = $table::table
                        .filter($table::state.eq(DeliveryState::Failed))
                        .filter(not($table::held))
                        $(.filter($reported))?
                        .select((count_star(), dsl::max($table::id)))
                        .first(connection)
                        .await?;
                    let Some(last) = last else { return Ok((0, None)) };
                    let answer = $table::table.find(last).select($table::answer);
                    let answer: Option<Option<String>> = answer.first(connection).await.optional()?;
                    Ok((count, answer.flatten()))
                }

                async fn requeue_failed(connection: &mut AsyncPgConnection) -> QueryResult<usize> {
                    let failed = $table::table
                        .filter($table::state.eq(DeliveryState::Failed))
                        $(.filter($reported))?;
                    diesel::update(failed)
                        .set((
                            ($table::state.eq(DeliveryState::Waiting), $table::due_at.eq(dsl::now)),
                            ($table::failures.eq(0), $table::failing_since.eq(None::<DateTime<Utc>>)),
                        ))
                        .execute(connection)
                        .await
                }
            }
        };
    };
}

pub(crate) use queue;
