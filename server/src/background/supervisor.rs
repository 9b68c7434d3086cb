//! Supervises background tasks: a failure or panic is logged and counted, and the task runs again after a pause.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::Result;
use tokio::time::sleep;
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use crate::{
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

/// The failures in a row after which a task is reported as failing.
const FAILING_AFTER: u32 = 3;

/// The pause after the first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// The health of all background tasks of this process.
pub(crate) struct Tasks {
    metrics: Arc<Metrics>,
    pool: Pool,
    /// The failures of each task in a row, and the last reason.
    failures: Mutex<BTreeMap<&'static str, (u32, String)>>,
}

impl Tasks {
    pub(crate) fn new(metrics: Arc<Metrics>, pool: Pool) -> Self {
        Self { metrics, pool, failures: Mutex::default() }
    }

    /// Returns the names of the tasks that keep failing, sorted.
    pub(crate) fn failing(&self) -> Vec<&'static str> {
        let failures = self.failures();
        let failing = failures.iter().filter(|(_, (count, _))| *count >= FAILING_AFTER);
        failing.map(|(name, _)| *name).collect()
    }

    fn failures(&self) -> MutexGuard<'_, BTreeMap<&'static str, (u32, String)>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a task works.
    pub(crate) fn succeeded(&self, task: &'static str) {
        let former = self.failures().remove(task);
        if former.is_some_and(|(count, _)| count >= FAILING_AFTER) {
            tracing::info!(task, "a background task works again");
            self.metrics.task_failing(task).set(0);
        }
    }

    /// Counts a failure, logs it if it differs from the last one, and returns the pause before the next attempt.
    pub(crate) fn failed(&self, task: &'static str, reason: &str) -> Duration {
        storage::leave_read_only(&self.pool, reason);
        let mut failures = self.failures();
        let (count, logged) = failures.entry(task).or_default();
        *count = count.saturating_add(1);
        if logged == reason {
            tracing::debug!(task, count, "a background task failed again: {reason}");
        } else {
            reason.clone_into(logged);
            tracing::error!(task, "a background task failed, trying again until it works: {reason}");
        }
        self.metrics.task_failures(task).inc();
        if *count >= FAILING_AFTER {
            self.metrics.task_failing(task).set(1);
        }
        FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(*count - 1)).min(LONGEST_PAUSE)
    }

    /// Calls `run` until `stop`, each time after the pause that the call before it returned, or sooner if it failed.
    pub(crate) async fn supervise<F>(&self, task: &'static str, stop: CancellationToken, run: impl Fn() -> F)
    where
        F: Future<Output = Result<Duration>> + Send + 'static,
    {
        // So that its metrics start at zero.
        self.metrics.task_failures(task);
        self.metrics.task_failing(task).set(0);
        while !stop.is_cancelled() {
            // A task of its own, so that a panic ends only it.
            let pause = match AbortOnDropHandle::new(tokio::spawn(run())).await {
                Ok(Ok(pause)) => {
                    self.succeeded(task);
                    pause
                }
                Ok(Err(error)) => self.failed(task, &format!("{error:#}")),
                Err(error) => self.failed(task, &error.to_string()),
            };
            stop.run_until_cancelled(sleep(pause)).await;
        }
    }
}

#[cfg(test)]
mod tests;
