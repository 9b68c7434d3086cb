//! Time budget for a peer that must transfer at a minimum rate.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::time::{Instant, Sleep, sleep};

use crate::http::serving::settings::TransferLimit;

/// Remaining time for which a peer may stall a transfer.
pub(super) struct WaitBudget {
    limit: TransferLimit,
    left: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl WaitBudget {
    /// Creates a full budget.
    pub(super) const fn new(limit: TransferLimit) -> Self {
        Self { limit, left: limit.max, waiting: None }
    }

    /// Ends a wait, and refills the budget for the transferred bytes.
    pub(super) fn transferred(&mut self, bytes: usize) {
        let Some((since, _)) = self.waiting.take() else { return self.refill(Duration::ZERO, bytes) };
        self.refill(since.elapsed(), bytes);
    }

    fn refill(&mut self, waited: Duration, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let earned = bytes.saturating_mul(1_000) / self.limit.bytes_per_second.max(1);
        let left = self.left.saturating_sub(waited).saturating_add(Duration::from_millis(earned));
        self.left = left.min(self.limit.max);
    }

    /// Waits until the budget is spent.
    pub(super) fn poll_spent(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let left = self.left;
        let (_, sleep) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        sleep.as_mut().poll(context)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{TransferLimit, WaitBudget};

    #[test]
    fn counts_bytes_rather_than_transfers() {
        let wait = Duration::from_millis(15);
        for (bytes_per_second, is_enough) in [(1, true), (4_096 * 1_000 / 15, true), (1_000_000_000, false)] {
            let limit = TransferLimit { max: Duration::from_millis(500), bytes_per_second };
            let mut budget = WaitBudget::new(limit);
            // A few kilobytes at a time, for three times the longest pause.
            let transfers = (0..100).take_while(|_| {
                let is_left = wait < budget.left;
                budget.refill(wait, 4_096);
                is_left
            });
            assert_eq!(transfers.count() == 100, is_enough, "{bytes_per_second}");
            assert!(budget.left <= limit.max, "{bytes_per_second}");
        }
    }
}
