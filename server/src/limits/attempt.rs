//! Attempts and their limits.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// Name of a limit, and the time for which an attempt counts.
pub(super) struct Limit {
    pub(super) name: &'static str,
    pub(super) window: Duration,
}

/// Failed logins. A successful login takes its attempt back.
pub(super) static LOGIN: Limit = Limit { name: "login", window: Duration::from_mins(15) };

/// Submitted forms, accepted or not.
pub(super) static CREATE: Limit = Limit { name: "create", window: Duration::from_mins(1) };

/// Errors that pages reported.
pub(super) static CLIENT_ERROR: Limit = Limit { name: "client_error", window: Duration::from_mins(1) };

/// Acknowledgements to visitors.
pub(super) static ACKNOWLEDGE: Limit = Limit { name: "acknowledge", window: Duration::from_hours(24) };

/// Subject that an attempt counts for, with its maximum.
pub(super) struct Subject {
    /// A keyed hash.
    pub(super) key: Vec<u8>,
    pub(super) max_attempts: u32,
}

/// Attempt to count. Rows are locked in the order of the subjects, which is the same for all attempts: narrow networks,
/// wide networks, accounts; one device or session before all of its account.
pub(crate) struct Attempt {
    pub(super) limit: &'static Limit,
    pub(super) subjects: Vec<Subject>,
}

/// Counted attempt, which can be taken back.
pub(crate) struct CountedAttempt {
    pub(super) keys: Vec<Vec<u8>>,
    /// Time of the count, by the clock of the database.
    pub(crate) made_at: DateTime<Utc>,
}
