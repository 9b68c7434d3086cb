//! The worker that sends what is due. It leases rows, so that no other instance sends them too, and holds no database
//! connection while the receiver responds.

use std::{sync::Arc, time::Duration};

use anyhow::Result;
use futures_util::future::join_all;
use tokio::{
    sync::Notify,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    background::{
        delivery::{
            outcome::{Answer, Outcome},
            queue::Queued,
        },
        jittered,
        supervisor::Tasks,
    },
    monitoring::metrics::{DeliveryMetrics, Metrics},
    storage::{self, Pool},
};

/// The number of rows sent at the same time.
const AT_ONCE: usize = 4;

/// The longest pause that a receiver can ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_hours(1);

/// What a worker sends, and where to.
pub(crate) trait Delivery: Send + Sync + 'static {
    /// The name of the worker in metrics and logs, and the beginning of the names of its commands.
    const TASK: &'static str;
    const TIMING: Timing;
    /// A row of its table.
    type Item: Queued;

    /// Returns whether a row is one of many that nobody waits for.
    fn is_paced(_: &Self::Item) -> bool {
        false
    }

    /// Returns whether somebody must know when a row is given up.
    fn is_reported(_: &Self::Item) -> bool {
        true
    }

    /// Sends a row within a time limit.
    fn send(&self, item: &Self::Item, time_limit: Duration) -> impl Future<Output = Outcome> + Send;

    fn metrics(metrics: &Metrics) -> &DeliveryMetrics;
}

/// Time limits and pauses of a worker.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    /// The time limit of an attempt.
    pub(crate) send: Duration,
    /// The lease of a row: longer than sending and marking it takes.
    pub(crate) lease: Duration,
    /// The shortest time between two leases of rows that are sent slowly, so that a receiver is not flooded.
    pub(crate) pace: Duration,
    /// The longest pause between two leases: to find rows of other instances, and those due again.
    pub(crate) poll: Duration,
    /// The pause after the receiver was unreachable.
    pub(crate) outage_backoff: Duration,
    /// The pause before a row's second attempt, which doubles with each further one.
    pub(crate) backoff: Duration,
    /// The longest pause before another attempt.
    pub(crate) longest_backoff: Duration,
}

impl Timing {
    /// The pauses of a worker; its time limits are its own.
    pub(crate) const DEFAULT: Self = Self {
        send: Duration::ZERO,
        lease: Duration::ZERO,
        pace: Duration::ZERO,
        poll: Duration::from_mins(1),
        outage_backoff: Duration::from_secs(5),
        backoff: Duration::from_mins(1),
        longest_backoff: Duration::from_mins(15),
    };

    /// Returns the pause before the next attempt of a row after a number of failures.
    pub(crate) fn pause(&self, failures: i32) -> Duration {
        let doubled = 2_u32.saturating_pow(failures.unsigned_abs().min(16));
        shortened(self.backoff.saturating_mul(doubled).min(self.longest_backoff))
    }
}

/// Returns `time` less up to a half of it at random, so that rows do not all come due together.
fn shortened(time: Duration) -> Duration {
    time.mul_f32(1.0 - rand::random::<f32>() / 2.0)
}

pub(crate) struct Worker<D> {
    pub(crate) pool: Pool,
    pub(crate) delivery: Arc<D>,
    /// Is notified of new rows.
    pub(crate) written: Arc<Notify>,
    pub(crate) metrics: Arc<Metrics>,
    /// Receives the worker's health.
    pub(crate) tasks: Arc<Tasks>,
    pub(crate) timing: Timing,
}

impl<D: Delivery> Worker<D> {
    /// Runs under supervision until `stop`.
    pub(crate) async fn supervised(self, stop: CancellationToken) {
        let worker = Arc::new(self);
        let run = || Arc::clone(&worker).run_worker(stop.clone());
        worker.tasks.supervise(D::TASK, stop.clone(), run).await;
    }

    /// Sends rows until `stop`, then finishes those in progress.
    async fn run_worker(self: Arc<Self>, stop: CancellationToken) -> Result<Duration> {
        let mut is_reachable = true;
        while !stop.is_cancelled() {
            let begun = Instant::now();
            // While the receiver is unreachable, one row at a time finds out whether it is back.
            let leased = self.lease(if is_reachable { AT_ONCE } else { 1 }).await?;
            self.tasks.succeeded(D::TASK);
            if leased.is_empty() {
                let more = timeout(jittered(self.timing.poll), self.written.notified());
                let _ = stop.run_until_cancelled(more).await;
                continue;
            }
            let reached = join_all(leased.iter().map(|item| self.send(item))).await;
            is_reachable = !reached.contains(&false);
            if !is_reachable {
                stop.run_until_cancelled(sleep(shortened(self.timing.outage_backoff))).await;
            }
            if leased.iter().any(D::is_paced) {
                stop.run_until_cancelled(sleep_until(begun + self.timing.pace)).await;
            }
        }
        Ok(Duration::ZERO)
    }

    async fn lease(&self, max: usize) -> Result<Vec<D::Item>> {
        let mut connection = storage::get(&self.pool).await?;
        Ok(D::Item::lease(&mut connection, max, self.timing.lease).await?)
    }

    /// Sends a row and marks it. Returns whether the receiver was reachable.
    async fn send(&self, item: &D::Item) -> bool {
        let until = Instant::now() + self.timing.lease;
        let outcome = self.delivery.send(item, self.timing.send).await;
        // Unmarked it would be sent again, so this retries until the lease ends.
        while let Err(error) = self.mark(item, &outcome).await {
            let task = D::TASK;
            tracing::warn!(
                task,
                error = format!("{error:#}"),
                "the result of a delivery could not be stored"
            );
            let next = Instant::now() + Duration::from_secs(1);
            if next >= until {
                break;
            }
            sleep_until(next).await;
        }
        !matches!(outcome, Outcome::Unreachable(_))
    }

    async fn mark(&self, item: &D::Item, outcome: &Outcome) -> Result<()> {
        let mut connection = storage::get(&self.pool).await?;
        let (task, metrics) = (D::TASK, D::metrics(&self.metrics));
        let (answer, again) = match outcome {
            Outcome::Sent => {
                item.mark_sent(&mut connection).await?;
                metrics.sent.inc();
                return Ok(());
            }
            Outcome::Unwanted => return Ok(item.mark_dropped(&mut connection).await?),
            Outcome::Refused(answer) => (answer, None),
            Outcome::Deferred(answer) | Outcome::Unreachable(answer) => {
                let asked = answer.retry_after.unwrap_or_default().min(MAX_RETRY_AFTER);
                (answer, Some(self.timing.pause(item.failures()).max(asked)))
            }
        };
        let Answer { code, text, .. } = answer;
        match item.mark_failed(&mut connection, text, again).await? {
            Some(false) => {
                metrics.deferred.inc();
                tracing::warn!(task, code, "a delivery failed and is retried");
            }
            Some(true) if !D::is_reported(item) => {
                tracing::info!(task, code, "a delivery failed and is given up");
            }
            Some(true) => {
                metrics.given_up.inc();
                tracing::error!(
                    task,
                    code,
                    "a delivery failed and is given up: run `agency-server {task}-test`, then `agency-server {task}-retry`"
                );
            }
            None => {}
        }
        Ok(())
    }
}
