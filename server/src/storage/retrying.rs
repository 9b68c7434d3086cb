//! Temporary failures of the database, and transactions that are tried again after one.

use diesel::result::{
    DatabaseErrorKind::{ClosedConnection, UnableToSendCommand},
    Error as DieselError,
};

use crate::storage::sqlstate;

/// The most attempts of a transaction that conflicts with concurrent ones.
const MAX_ATTEMPTS: u32 = 4;

/// Cause of a temporary failure, which decides whether to retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outage {
    /// The database rolled back because of a concurrent transaction.
    Conflict,
    /// Another statement of the transaction failed before.
    Aborted,
    /// Any other cause.
    Other,
}

impl Outage {
    /// Returns the cause of a temporary failure. Returns `None` if the query itself is wrong.
    pub(crate) fn from_error(error: &DieselError) -> Option<Self> {
        match error {
            DieselError::DatabaseError(kind, info) => match sqlstate::code(info.as_ref()) {
                Some(code) => Self::from_code(code),
                // Errors of the driver: there was no response.
                None => matches!(kind, ClosedConnection | UnableToSendCommand).then_some(Self::Other),
            },
            DieselError::BrokenTransactionManager => Some(Self::Other),
            DieselError::RollbackErrorOnCommit { rollback_error, commit_error } => {
                Self::from_error(commit_error).or_else(|| Self::from_error(rollback_error))
            }
            _ => None,
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        match code {
            _ if sqlstate::is_conflict(code) => Some(Self::Conflict),
            // Refused because an earlier statement of the transaction failed, when statements are sent together.
            "25P02" => Some(Self::Aborted),
            // Read-only transaction; idle or total transaction timeout; lock not available; commit with an unknown result.
            "25006" | "25P03" | "25P04" | "55P03" | "40003" => Some(Self::Other),
            // Connection errors, also from poolers; insufficient resources; operator intervention, including timeouts;
            // system errors.
            _ if ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class)) => Some(Self::Other),
            _ => None,
        }
    }
}

/// Error that can be an outage of the database.
pub(crate) trait MaybeOutage {
    /// Returns the cause if it is one.
    fn outage(&self) -> Option<Outage>;
}

/// The error of a command.
impl MaybeOutage for anyhow::Error {
    fn outage(&self) -> Option<Outage> {
        self.downcast_ref().and_then(Outage::from_error)
    }
}

/// Runs a transaction, again if it conflicts with concurrent ones: then nothing of it was committed.
pub(crate) async fn retrying<T, E, F>(work: impl Fn() -> F) -> Result<T, E>
where
    E: MaybeOutage,
    F: Future<Output = Result<T, E>>,
{
    let mut tries = 1;
    loop {
        let result = work().await;
        match result.as_ref().err().and_then(E::outage) {
            Some(Outage::Conflict) if tries < MAX_ATTEMPTS => tries += 1,
            _ => return result,
        }
    }
}
