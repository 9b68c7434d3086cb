//! An attempt, and how many of its kind there may be.

use std::time::Duration;

/// So many attempts in so long.
pub(super) struct Limit {
    pub(super) name: &'static str,
    pub(super) attempts: u32,
    pub(super) window: Duration,
}

impl Limit {
    /// The times among these that still count, as what stands behind `FROM` in a statement.
    pub(super) fn recent(&self, times: &str) -> String {
        let seconds = self.window.as_secs();
        format!("unnest({times}) AS at WHERE at > now() - interval '{seconds} seconds'")
    }
}

/// Failed logins; a login that succeeds takes its attempt back.
pub(super) static LOGIN: Limit = Limit { name: "login", attempts: 10, window: Duration::from_mins(15) };

/// Forms sent, whatever becomes of them.
pub(super) static CREATE: Limit = Limit { name: "create", attempts: 20, window: Duration::from_mins(1) };

/// An attempt and whom it counts for. Its subjects are locked in their order: addresses before accounts.
pub(crate) struct Attempt {
    pub(super) limit: &'static Limit,
    pub(super) subjects: Vec<Vec<u8>>,
}
