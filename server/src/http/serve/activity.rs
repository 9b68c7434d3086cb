//! What a connection is doing, and since when: written by whoever serves it, read by whoever needs its place.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tokio::{sync::Notify, time::Instant};

/// How long a client may take over a head, or over what it was sent, before its place goes to somebody who waits for
/// one. Much longer than a slow line takes for either.
const GRACE: Duration = Duration::from_secs(5);

/// What a client is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Phase {
    /// The head of a request, from the connection's start or the head's first byte on.
    Head = 0,
    /// Another request, after an answer.
    Idle = 1,
    /// A request is read, worked on or answered.
    Request = 2,
}

/// Why a connection may be ended for the sake of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evictable {
    /// The client takes nothing of its answer.
    Stalled,
    /// The client does not finish a request's head.
    Head,
    /// The client has its answer, and asks for nothing more.
    Idle,
    /// The client may still be about to send a request's head.
    Fresh,
}

impl Evictable {
    /// What comes first is ended first.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::Stalled | Self::Head => 0,
            Self::Idle | Self::Fresh => 1,
        }
    }

    /// What it is called in the metrics.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Stalled => "stalled",
            Self::Head | Self::Fresh => "head",
            Self::Idle => "idle",
        }
    }
}

/// The present of a connection.
pub(crate) struct Activity {
    /// What times are counted from, the same for all connections.
    epoch: Instant,
    /// The phase in the lowest two bits, since when in milliseconds above them.
    phase: AtomicU64,
    /// Since when the client takes nothing, in milliseconds and one more; 0 while it does.
    blocked: AtomicU64,
    /// When something was last sent, in milliseconds and one more; 0 before.
    sent: AtomicU64,
    unblocked: Notify,
}

impl Activity {
    /// A connection that was just opened.
    pub(super) fn new(epoch: Instant, now: Instant) -> Self {
        let phase = AtomicU64::new(milliseconds(epoch, now) << 2);
        let (blocked, sent, unblocked) = (AtomicU64::new(0), AtomicU64::new(0), Notify::new());
        Self { epoch, phase, blocked, sent, unblocked }
    }

    /// Enters a phase.
    pub(super) fn enter(&self, phase: Phase, now: Instant) {
        self.phase.store(milliseconds(self.epoch, now) << 2 | phase as u64, Ordering::Relaxed);
    }

    /// Notes that bytes of the client came.
    pub(super) fn received(&self) {
        if self.phase.load(Ordering::Relaxed) & 3 == Phase::Idle as u64 {
            self.enter(Phase::Head, Instant::now());
        }
    }

    /// Notes that the system took bytes for the client.
    pub(super) fn sent(&self, now: Instant) {
        self.sent.store(milliseconds(self.epoch, now) + 1, Ordering::Relaxed);
        if self.blocked.swap(0, Ordering::Relaxed) != 0 {
            self.unblocked.notify_one();
        }
    }

    /// Notes that the system takes no more for the client.
    pub(super) fn blocked(&self, now: Instant) {
        self.blocked.store(milliseconds(self.epoch, now) + 1, Ordering::Relaxed);
    }

    /// Whether the client has not taken what it was sent.
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked.load(Ordering::Relaxed) != 0
    }

    /// Waits until the client has taken what it was sent before.
    pub(super) async fn unblocked(&self) {
        while self.is_blocked() {
            self.unblocked.notified().await;
        }
    }

    /// When something was last sent, if anything ever was.
    pub(super) fn last_sent(&self) -> Option<Instant> {
        let since = self.sent.load(Ordering::Relaxed).checked_sub(1)?;
        Some(self.epoch + Duration::from_millis(since))
    }

    /// Whether the connection may be ended for the sake of another, and since when it is in this state.
    pub(super) fn evictable(&self, now: Instant) -> Option<(Evictable, u64)> {
        let now = milliseconds(self.epoch, now);
        let grace = milliseconds_of(GRACE);
        let is_late = |since: u64| now.saturating_sub(since) >= grace;
        if let Some(since) = self.blocked.load(Ordering::Relaxed).checked_sub(1)
            && is_late(since)
        {
            return Some((Evictable::Stalled, since));
        }
        let packed = self.phase.load(Ordering::Relaxed);
        let since = packed >> 2;
        match packed & 3 {
            phase if phase == Phase::Idle as u64 => Some((Evictable::Idle, since)),
            phase if phase == Phase::Request as u64 => None,
            _ if is_late(since) => Some((Evictable::Head, since)),
            _ => Some((Evictable::Fresh, since)),
        }
    }
}

fn milliseconds(epoch: Instant, now: Instant) -> u64 {
    milliseconds_of(now.saturating_duration_since(epoch))
}

fn milliseconds_of(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Activity, Evictable, GRACE, Phase};
    use std::time::Duration;
    use tokio::time::Instant;

    #[test]
    fn who_is_waited_for_too_long_may_be_let_go_and_a_request_may_not() {
        let start = Instant::now();
        let activity = Activity::new(start, start);
        let (soon, late) = (start + Duration::from_secs(1), start + Duration::from_secs(1) + GRACE);
        let state = |now| activity.evictable(now).map(|(reason, _)| reason);
        assert_eq!((state(soon), state(late)), (Some(Evictable::Fresh), Some(Evictable::Head)));
        activity.enter(Phase::Request, soon);
        assert_eq!((state(soon), state(late)), (None, None));
        activity.blocked(soon);
        assert_eq!((state(soon), state(late)), (None, Some(Evictable::Stalled)));
        activity.sent(late);
        assert_eq!(state(late), None);
        activity.enter(Phase::Idle, late);
        assert_eq!(activity.evictable(late), Some((Evictable::Idle, 6_000)));
        activity.received();
        assert_ne!(state(late), Some(Evictable::Idle));
    }
}
