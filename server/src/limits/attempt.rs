//! Attempts, and how many there may be.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// What is limited, and for how long an attempt counts.
pub(super) struct Limit {
    pub(super) name: &'static str,
    pub(super) window: Duration,
}

/// Failed logins; a login that succeeds takes its attempt back.
pub(super) static LOGIN: Limit = Limit { name: "login", window: Duration::from_mins(15) };

/// Forms sent, whatever becomes of them.
pub(super) static CREATE: Limit = Limit { name: "create", window: Duration::from_mins(1) };

/// Errors that pages reported.
pub(super) static CLIENT_ERROR: Limit = Limit { name: "client_error", window: Duration::from_mins(1) };

/// Acknowledgements to visitors.
pub(super) static ACKNOWLEDGE: Limit = Limit { name: "acknowledge", window: Duration::from_hours(24) };

/// By what an attempt counts, and how many there may be.
pub(super) struct Subject {
    /// A keyed hash.
    pub(super) key: Vec<u8>,
    pub(super) max_attempts: u32,
}

/// An attempt that is to be counted. All have their subjects in the same order, in which their rows are locked: narrow
/// networks before wide ones, those before accounts, one device or session before all of its account.
pub(crate) struct Attempt {
    pub(super) limit: &'static Limit,
    pub(super) subjects: Vec<Subject>,
}

/// An attempt that was counted, so that it can be taken back.
pub(crate) struct CountedAttempt {
    pub(super) keys: Vec<Vec<u8>>,
    /// When it was counted, by the database's clock.
    pub(crate) made_at: DateTime<Utc>,
}
