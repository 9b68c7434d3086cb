//! The worker that sends due mails. It leases them, so that no other instance sends them too, and holds no database
//! connection while the mail server responds.

use std::{sync::Arc, time::Duration};

use anyhow::Result;
use futures_util::future::join_all;
use tokio::{
    sync::Notify,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    background::{
        jittered,
        mail::{
            outcome::{Answer, Outcome},
            queue::{self, Leased},
            transport,
        },
        supervisor::Tasks,
    },
    config::mail::MailConfig,
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

/// The name of the worker in metrics and logs.
const TASK: &str = "mail";

/// The number of mails sent at the same time.
const AT_ONCE: usize = 4;

/// Time limits and pauses of the worker.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    /// The time limit of a mail.
    pub(crate) send: Duration,
    /// The lease of a mail: longer than sending and marking it takes.
    pub(crate) lease: Duration,
    /// The longest pause between two claims: to find mails of other instances, and those due again.
    pub(crate) poll: Duration,
    /// The pause after the mail server was unreachable.
    pub(crate) outage_backoff: Duration,
    /// The pause before a mail's second attempt, which doubles with each further one.
    pub(crate) backoff: Duration,
    /// The longest pause before another attempt.
    pub(crate) longest_backoff: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            send: Duration::from_mins(1),
            lease: Duration::from_mins(3),
            poll: Duration::from_mins(1),
            outage_backoff: Duration::from_secs(5),
            backoff: Duration::from_mins(1),
            longest_backoff: Duration::from_mins(15),
        }
    }
}

impl Timing {
    /// Returns the pause before the next attempt of a mail after a number of failures.
    pub(super) fn pause(&self, failures: i32) -> Duration {
        let doubled = 2_u32.saturating_pow(failures.unsigned_abs().min(16));
        shortened(self.backoff.saturating_mul(doubled).min(self.longest_backoff))
    }
}

/// Returns `time` less up to a half of it at random, so that mails do not all come due together.
fn shortened(time: Duration) -> Duration {
    time.mul_f32(1.0 - rand::random::<f32>() / 2.0)
}

#[derive(Clone)]
pub(crate) struct Worker {
    pub(crate) pool: Pool,
    pub(crate) config: Arc<MailConfig>,
    /// Is notified of new mails.
    pub(crate) written: Arc<Notify>,
    pub(crate) metrics: Arc<Metrics>,
    /// Receives the worker's health.
    pub(crate) tasks: Arc<Tasks>,
    pub(crate) timing: Timing,
}

impl Worker {
    /// Runs under supervision until `stop`.
    pub(crate) async fn supervised(self, stop: CancellationToken) {
        self.tasks.supervise(TASK, stop.clone(), || self.clone().run_worker(stop.clone())).await;
    }

    /// Sends mails until `stop`, then finishes those in progress.
    async fn run_worker(self, stop: CancellationToken) -> Result<Duration> {
        let mut is_reachable = true;
        while !stop.is_cancelled() {
            // While the mail server is unreachable, one mail at a time finds out whether it is back.
            let leased = self.lease(if is_reachable { AT_ONCE } else { 1 }).await?;
            self.tasks.succeeded(TASK);
            if leased.is_empty() {
                let more = timeout(jittered(self.timing.poll), self.written.notified());
                let _ = stop.run_until_cancelled(more).await;
                continue;
            }
            let reached = join_all(leased.iter().map(|mail| self.send(mail))).await;
            is_reachable = !reached.contains(&false);
            if !is_reachable {
                stop.run_until_cancelled(sleep(shortened(self.timing.outage_backoff))).await;
            }
        }
        Ok(Duration::ZERO)
    }

    async fn lease(&self, max: usize) -> Result<Vec<Leased>> {
        let mut connection = storage::get(&self.pool).await?;
        Ok(queue::lease(&mut connection, max, self.timing.lease).await?)
    }

    /// Sends a mail and marks it. Returns whether the mail server was reachable.
    async fn send(&self, mail: &Leased) -> bool {
        let until = Instant::now() + self.timing.lease;
        let Leased { recipient, message_id, message, .. } = mail;
        let outcome = transport::send(&self.config, self.timing.send, recipient, message_id, message).await;
        // Unmarked it would be sent again, so this retries until the lease ends.
        while let Err(error) = self.mark(mail, &outcome).await {
            tracing::warn!(error = format!("{error:#}"), "the result of a mail could not be stored");
            let next = Instant::now() + Duration::from_secs(1);
            if next >= until {
                break;
            }
            tokio::time::sleep_until(next).await;
        }
        !matches!(outcome, Outcome::Unreachable(_))
    }

    async fn mark(&self, mail: &Leased, outcome: &Outcome) -> Result<()> {
        let mut connection = storage::get(&self.pool).await?;
        let (answer, again) = match outcome {
            Outcome::Sent => {
                queue::mark_sent(&mut connection, mail).await?;
                self.metrics.mails_sent.inc();
                return Ok(());
            }
            Outcome::Refused(answer) => (answer, None),
            Outcome::Deferred(answer) | Outcome::Unreachable(answer) => {
                (answer, Some(self.timing.pause(mail.failures)))
            }
        };
        let Answer { code, text } = answer;
        match queue::mark_failed(&mut connection, mail, text, again).await? {
            Some(false) => {
                self.metrics.mails_deferred.inc();
                tracing::warn!(code, "a mail could not be sent and is retried");
            }
            Some(true) => {
                self.metrics.mails_given_up.inc();
                tracing::error!(
                    code,
                    "a mail could not be sent and is given up: run `agency-server mail-test`, then `agency-server mail-retry`"
                );
            }
            None => {}
        }
        Ok(())
    }
}
