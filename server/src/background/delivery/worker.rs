//! The worker that sends what is due. It leases rows, so that no other instance sends them too, and holds no database
//! connection while a receiver responds.

use std::{convert::Infallible, sync::Arc, time::Duration};

use anyhow::Result;
use futures_util::future::try_join_all;
use tokio::{
    select,
    sync::{Mutex, Notify},
    task::JoinSet,
    time::{Instant, interval_at, sleep, sleep_until},
};
use tokio_util::sync::CancellationToken;

use crate::{
    background::{
        delivery::{
            outcome::{Answer, Outcome},
            queue::{self, Leased},
            row::Transport,
        },
        jittered,
        mail::sender::MailSender,
        supervisor::Tasks,
        webhook::sender::WebhookSender,
    },
    monitoring::metrics::{DeliveryMetrics, Metrics},
    storage::{self, Pool},
};

/// The name of the worker in metrics and logs.
const TASK: &str = "delivery";

/// The number of exchanges with a receiver at the same time.
const AT_ONCE: usize = 4;

/// The longest pause that a receiver can ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_hours(1);

/// Sends rows of one transport.
#[derive(Clone)]
pub(crate) enum Sender {
    Mail(MailSender),
    Webhook(WebhookSender),
}

impl Sender {
    const fn transport(&self) -> Transport {
        match self {
            Self::Mail(_) => Transport::Mail,
            Self::Webhook(_) => Transport::Webhook,
        }
    }

    async fn send(&self, leased: &Leased) -> Outcome {
        match self {
            Self::Mail(sender) => sender.send(leased).await,
            Self::Webhook(sender) => sender.send(leased).await,
        }
    }
}

/// Pauses of a worker.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    /// The lease of a row, renewed several times while it is sent. A killed instance delays its rows for this long.
    pub(crate) lease: Duration,
    /// The shortest time between two leases of rows that nobody waits for, so that a receiver is not flooded.
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

impl Default for Timing {
    fn default() -> Self {
        Self {
            lease: Duration::from_mins(2),
            // At most ten deletions a second.
            pace: Duration::from_millis(400),
            poll: Duration::from_mins(1),
            outage_backoff: Duration::from_secs(5),
            backoff: Duration::from_mins(1),
            longest_backoff: Duration::from_mins(15),
        }
    }
}

impl Timing {
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

/// What a worker sends by one transport.
pub(crate) struct Lane {
    sender: Sender,
    /// Is notified of new rows.
    written: Arc<Notify>,
    /// Return whether the receiver was reachable. They outlive a failure of the worker, so that their results are not lost.
    exchanges: Mutex<JoinSet<bool>>,
}

impl Lane {
    pub(crate) fn new(sender: Sender, written: Arc<Notify>) -> Self {
        Self { sender, written, exchanges: Mutex::default() }
    }
}

/// The worker of an instance.
pub(crate) struct Worker {
    pub(crate) pool: Pool,
    pub(crate) metrics: Arc<Metrics>,
    /// Receives the worker's health.
    pub(crate) tasks: Arc<Tasks>,
    pub(crate) timing: Timing,
}

impl Worker {
    /// Runs under supervision until `stop`.
    pub(crate) async fn supervised(self, lanes: Vec<Lane>, stop: CancellationToken) {
        let (worker, lanes) = (Arc::new(self), Arc::new(lanes));
        let run = || Arc::clone(&worker).run(Arc::clone(&lanes), stop.clone());
        worker.tasks.supervise(TASK, stop.clone(), run).await;
    }

    /// Sends rows until `stop`, then finishes the exchanges in progress.
    async fn run(self: Arc<Self>, lanes: Arc<Vec<Lane>>, stop: CancellationToken) -> Result<Duration> {
        try_join_all(lanes.iter().map(|lane| self.run_lane(lane, &stop))).await?;
        Ok(Duration::ZERO)
    }

    async fn run_lane(self: &Arc<Self>, lane: &Lane, stop: &CancellationToken) -> Result<()> {
        let mut exchanges = lane.exchanges.lock().await;
        let mut is_reachable = true;
        while !stop.is_cancelled() {
            let begun = Instant::now();
            let free = AT_ONCE.saturating_sub(exchanges.len());
            // While the receiver is unreachable, one row at a time finds out whether it is back.
            let max = if is_reachable { free } else { free.min(1) };
            let leased = if max > 0 { self.lease(lane, max).await? } else { Vec::new() };
            let (is_all, is_paced) = (leased.len() < max, leased.iter().any(|row| row.is_deletion));
            for row in leased {
                exchanges.spawn(Arc::clone(self).exchange(lane.sender.clone(), row));
            }
            if is_paced {
                stop.run_until_cancelled(sleep_until(begun + self.timing.pace)).await;
            }
            select! {
                () = stop.cancelled() => {}
                Some(ended) = exchanges.join_next() => {
                    is_reachable = ended?;
                    if !is_reachable {
                        stop.run_until_cancelled(sleep(shortened(self.timing.outage_backoff))).await;
                    }
                }
                () = lane.written.notified(), if is_all => {}
                () = sleep(jittered(self.timing.poll)), if is_all => {}
            }
        }
        while exchanges.join_next().await.is_some() {}
        Ok(())
    }

    async fn lease(&self, lane: &Lane, max: usize) -> Result<Vec<Leased>> {
        let mut connection = storage::get(&self.pool).await?;
        let transport = lane.sender.transport();
        let leased = queue::lease(&mut connection, transport, max, self.timing.lease).await?;
        self.tasks.succeeded(TASK);
        Ok(leased)
    }

    /// Sends a row and marks it. Returns whether the receiver was reachable.
    async fn exchange(self: Arc<Self>, sender: Sender, row: Leased) -> bool {
        let outcome = select! {
            outcome = sender.send(&row) => outcome,
            never = self.keep_leased(&row) => match never {},
        };
        let until = Instant::now() + self.timing.lease;
        // Unmarked it would be sent again, so this retries until the lease ends.
        while let Err(error) = self.mark(sender.transport(), &row, &outcome).await {
            let error = format!("{error:#}");
            storage::leave_read_only(&self.pool, &error);
            tracing::warn!(task = TASK, error, "the result of a delivery could not be stored");
            let next = Instant::now() + Duration::from_secs(1);
            if next >= until {
                break;
            }
            sleep_until(next).await;
        }
        !matches!(outcome, Outcome::Unreachable(_))
    }

    /// Renews the lease of a row again and again.
    async fn keep_leased(&self, row: &Leased) -> Infallible {
        let pause = self.timing.lease / 4;
        let mut renewals = interval_at(Instant::now() + pause, pause);
        loop {
            renewals.tick().await;
            let renewing = async {
                Ok(queue::renew(&mut *storage::get(&self.pool).await?, row, self.timing.lease).await?)
            };
            let renewed: Result<()> = renewing.await;
            if let Err(error) = renewed {
                let error = format!("{error:#}");
                tracing::warn!(task = TASK, error, "the lease of a delivery could not be renewed");
            }
        }
    }

    async fn mark(&self, transport: Transport, row: &Leased, outcome: &Outcome) -> Result<()> {
        let mut connection = storage::get(&self.pool).await?;
        let metrics = self.metrics_of(transport);
        let (answer, again) = match outcome {
            Outcome::Sent => {
                queue::mark_sent(&mut connection, row).await?;
                metrics.sent.inc();
                return Ok(());
            }
            Outcome::Unwanted => return Ok(queue::mark_dropped(&mut connection, row).await?),
            Outcome::Refused(answer) => (answer, None),
            Outcome::Deferred(answer) | Outcome::Unreachable(answer) => {
                let asked = answer.retry_after.unwrap_or_default().min(MAX_RETRY_AFTER);
                (answer, Some(self.timing.pause(row.failures).max(asked)))
            }
        };
        let Answer { code, text, .. } = answer;
        let transport = transport.as_str();
        match queue::mark_failed(&mut connection, row, text, again).await? {
            Some(false) => {
                metrics.deferred.inc();
                tracing::warn!(transport, code, "a delivery failed and is retried");
            }
            Some(true) if !row.is_reported => {
                tracing::info!(transport, code, "a delivery failed and is given up");
            }
            Some(true) => {
                metrics.given_up.inc();
                tracing::error!(
                    transport,
                    code,
                    "a delivery failed and is given up: run `agency-server {transport}-test`, then \
                     `agency-server {transport}-retry`"
                );
            }
            None => {}
        }
        Ok(())
    }

    fn metrics_of(&self, transport: Transport) -> &DeliveryMetrics {
        match transport {
            Transport::Mail => &self.metrics.mails,
            Transport::Webhook => &self.metrics.webhooks,
        }
    }
}
