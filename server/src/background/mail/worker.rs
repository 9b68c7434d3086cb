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
    /// How long until it is looked again for what is due. Others may have written it, or be gone with what they had.
    pub(crate) poll: Duration,
    /// How long until the next mail is tried after the mail server was not there for one.
    pub(crate) outage_backoff: Duration,
    /// How long until a mail is tried a second time; twice as long each time after.
    pub(crate) backoff: Duration,
    /// And at the most.
    pub(crate) longest_backoff: Duration,
    /// How often what waits is counted.
    pub(crate) count: Duration,
    /// How many are sent at once.
    pub(crate) at_once: usize,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            send: Duration::from_mins(1),
            lease: Duration::from_mins(3),
            poll: Duration::from_secs(15),
            outage_backoff: Duration::from_secs(5),
            backoff: Duration::from_mins(1),
            longest_backoff: Duration::from_mins(15),
            count: Duration::from_secs(15),
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
    timing: Timing,
}

impl Worker {
    /// A worker over a pool; `written` tells it that there is something to send.
    pub(crate) fn new(
        pool: Pool,
        transport: Transport,
        written: Arc<Notify>,
        metrics: Arc<Metrics>,
        timing: Timing,
    ) -> Self {
        Self { pool, transport, written, metrics, timing }
    }

    /// Works until it is told to stop; then it takes nothing more, and ends when what it sends is sent and marked.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut sending = JoinSet::new();
        let mut backs_off_until = Instant::now();
        let mut is_there = true;
        let mut counted_at = None;
        while !stop.is_cancelled() {
            let now = Instant::now();
            // While the mail server is not there, one mail at a time finds out whether it has come back.
            let most = if is_there { self.timing.at_once } else { 1 };
            if now >= backs_off_until && sending.len() < most {
                match self.take(most - sending.len()).await {
                    Ok(taken) => {
                        for mail in taken {
                            let worker = self.clone();
                            sending.spawn(async move { worker.carry(mail).await });
                        }
                    }
                    Err(error) => {
                        tracing::warn!(error = format!("{error:#}"), "mails wait for the database");
                        backs_off_until = now + jittered(self.timing.outage_backoff);
                    }
                }
            }
            if counted_at.is_none_or(|at| now >= at + self.timing.count) {
                counted_at = Some(now);
                self.count().await;
            }
            let look_again = (now + jittered(self.timing.poll)).max(backs_off_until);
            tokio::select! {
                () = stop.cancelled() => {}
                Some(done) = sending.join_next() => {
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

    /// Counts what waits, for those who watch the server.
    async fn count(&self) {
        let counted = async {
            let mut connection = storage::get(&self.pool).await?;
            anyhow::Ok(queue::waiting(&mut connection).await?)
        };
        if let Ok(waiting) = counted.await {
            self.metrics.mails_waiting.set(waiting.mails);
            self.metrics.mails_oldest_seconds.set(waiting.oldest);
        }
    }
}
