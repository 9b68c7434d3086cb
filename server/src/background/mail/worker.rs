//! Sends what is due. Every instance has a worker; each takes mails for a while, so that no other one sends them too, and
//! has no connection to the database while a mail server thinks.

use std::{sync::Arc, time::Duration};

use anyhow::Result;
use tokio::{sync::Notify, task::JoinSet, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    background::mail::{
        queue::{self, Failed, Leased},
        transport::{Answer, Outcome, Transport},
    },
    background::supervisor::Task,
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

/// How long things take and wait.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    /// How long a mail may take.
    pub(crate) send: Duration,
    /// For how long it is taken: longer than sending and marking it takes.
    pub(crate) lease: Duration,
    /// The longest pause between two claims: to find mails of other instances, and those due again.
    pub(crate) poll: Duration,
    /// How long until the next mail is tried after the mail server was not there for one.
    pub(crate) outage_backoff: Duration,
    /// How long until a mail is tried a second time; twice as long each time after.
    pub(crate) backoff: Duration,
    /// And at the most.
    pub(crate) longest_backoff: Duration,
    /// How many are sent at once.
    pub(crate) at_once: usize,
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
            at_once: 4,
        }
    }
}

impl Timing {
    /// How long until a mail is tried again that failed so often before. By chance up to a half shorter, so that many do not
    /// come at once.
    pub(super) fn pause(&self, failures: i32) -> Duration {
        let doubled = 2_u32.saturating_pow(failures.unsigned_abs().min(16));
        jittered(self.backoff.saturating_mul(doubled).min(self.longest_backoff))
    }
}

fn jittered(time: Duration) -> Duration {
    time.mul_f32(1.0 - rand::random::<f32>() / 2.0)
}

/// Sends mails until it is told to stop.
#[derive(Clone)]
pub(crate) struct Worker {
    pool: Pool,
    transport: Transport,
    written: Arc<Notify>,
    metrics: Arc<Metrics>,
    task: Task,
    timing: Timing,
}

impl Worker {
    /// Creates a worker. `written` is notified of new mails; `task` receives the worker's health.
    pub(crate) fn new(
        pool: Pool,
        transport: Transport,
        written: Arc<Notify>,
        metrics: Arc<Metrics>,
        task: Task,
        timing: Timing,
    ) -> Self {
        Self { pool, transport, written, metrics, task, timing }
    }

    /// Works under supervision until `stop`.
    pub(crate) async fn supervised(self, stop: CancellationToken) {
        let task = self.task.clone();
        task.supervise(stop.clone(), || {
            let (worker, stop) = (self.clone(), stop.clone());
            async move {
                worker.run(stop).await;
                Ok(Duration::ZERO)
            }
        })
        .await;
    }

    /// Works until `stop`; then it claims nothing more, and returns when the mails in progress are sent and marked.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut sending = JoinSet::new();
        let mut backs_off_until = Instant::now();
        let mut is_there = true;
        while !stop.is_cancelled() {
            let now = Instant::now();
            // While the mail server is not there, one mail at a time finds out whether it has come back.
            let most = if is_there { self.timing.at_once } else { 1 };
            if now >= backs_off_until && sending.len() < most {
                match self.take(most - sending.len()).await {
                    Ok(taken) => {
                        self.task.succeeded();
                        for mail in taken {
                            let worker = self.clone();
                            sending.spawn(async move { worker.carry(mail).await });
                        }
                    }
                    Err(error) => {
                        self.task.failed(&format!("{error:#}"));
                        backs_off_until = now + jittered(self.timing.outage_backoff);
                    }
                }
            }
            let look_again = if backs_off_until > now {
                backs_off_until
            } else {
                now + crate::background::jittered(self.timing.poll)
            };
            tokio::select! {
                () = stop.cancelled() => {}
                Some(done) = sending.join_next() => {
                    if let Err(error) = &done {
                        self.task.failed(&error.to_string());
                    }
                    is_there = !matches!(done, Ok(false));
                    if !is_there {
                        backs_off_until = Instant::now() + jittered(self.timing.outage_backoff);
                    }
                }
                () = self.written.notified(), if sending.len() < most => {}
                () = tokio::time::sleep_until(look_again) => {}
            }
        }
        while sending.join_next().await.is_some() {}
    }

    async fn take(&self, most: usize) -> Result<Vec<Leased>> {
        let mut connection = storage::get(&self.pool).await?;
        Ok(queue::lease(&mut connection, most, self.timing.lease).await?)
    }

    /// Sends a mail and marks it; whether the mail server was there.
    async fn carry(&self, mail: Leased) -> bool {
        let until = Instant::now() + self.timing.lease;
        let outcome = self.transport.send(&mail.recipient, &mail.message_id, &mail.message).await;
        // Unmarked it would be sent again, so it is marked as long as nobody else may take it.
        while let Err(error) = self.mark(&mail, &outcome).await {
            tracing::warn!(error = format!("{error:#}"), "a mail that was tried could not be marked");
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
                queue::sent(&mut connection, mail).await?;
                self.metrics.mails_sent.inc();
                return Ok(());
            }
            Outcome::Refused(answer) => (answer, None),
            Outcome::Deferred(answer) | Outcome::Unreachable(answer) => {
                (answer, Some(self.timing.pause(mail.failures)))
            }
        };
        let Answer { code, text } = answer;
        match queue::failed(&mut connection, mail, text, again).await? {
            Failed::Again => {
                self.metrics.mails_deferred.inc();
                tracing::warn!(code, "a mail could not be sent yet");
            }
            Failed::ForGood => {
                self.metrics.mails_given_up.inc();
                tracing::error!(code, "a mail could not be sent and is kept: see `agency-server mail-test`");
            }
            Failed::Lost => {}
        }
        Ok(())
    }
}
