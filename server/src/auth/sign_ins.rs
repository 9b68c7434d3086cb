//! Which sign-ins still live, remembered for a moment, so that a private call costs no statement more.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use chrono::Utc;

use crate::{
    auth::queries,
    http::error::ApiError,
    storage::{self, Pool},
};

/// How long a sign-in is remembered to live. So long, at most, do its access tokens open anything after it was ended
/// at another instance or by a command.
pub(crate) const REMEMBERED: Duration = Duration::from_secs(10);

/// How many are remembered; of others the database is asked at every call.
const AT_MOST: usize = 1_000;

/// How long a password that the command printed opens everything.
pub(crate) const PRINTED_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// How far a sign-in leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// To every private call.
    Everywhere,
    /// To the admin's own account, whose printed password is too old for all else.
    AccountOnly,
}

/// Knows which sign-ins still live.
#[derive(Default)]
pub(crate) struct SignIns(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    /// Until when each counts as living.
    until: HashMap<Vec<u8>, Instant>,
    /// How many sign-ins ended here.
    endings: u64,
}

impl SignIns {
    /// How far a sign-in leads; none when it has ended.
    pub(crate) async fn standing(&self, pool: &Pool, family: &[u8]) -> Result<Option<Standing>, ApiError> {
        let asked_at = Instant::now();
        if self.memory().knows(family, asked_at) {
            return Ok(Some(Standing::Everywhere));
        }
        let endings = self.memory().endings;
        let (mut connection, now) = (storage::connection(pool).await?, Utc::now());
        let Some(living) = queries::living(&mut connection, family, now).await? else {
            return Ok(None);
        };
        if living.password_printed_at.is_some_and(|printed_at| printed_at + PRINTED_LIFETIME <= now) {
            // Not remembered: it leads everywhere as soon as the password is another one, at every instance.
            return Ok(Some(Standing::AccountOnly));
        }
        self.memory().remember(family, asked_at, endings);
        Ok(Some(Standing::Everywhere))
    }

    /// Forgets a sign-in that has just been ended.
    pub(crate) fn forget(&self, family: &[u8]) {
        let mut memory = self.memory();
        memory.until.remove(family);
        memory.endings = memory.endings.wrapping_add(1);
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes what is remembered older, as if so much time had gone by.
    #[cfg(test)]
    pub(crate) fn age(&self, time: Duration) {
        self.memory().until.values_mut().for_each(|until| *until -= time);
    }
}

impl Memory {
    fn knows(&self, family: &[u8], now: Instant) -> bool {
        self.until.get(family).is_some_and(|&until| now < until)
    }

    /// Remembers what the database said of a sign-in, unless one has ended since it was asked: it may be this one.
    fn remember(&mut self, family: &[u8], asked_at: Instant, endings: u64) {
        if self.endings != endings {
            return;
        }
        self.until.retain(|_, &mut until| asked_at < until);
        if self.until.len() < AT_MOST {
            self.until.insert(family.to_vec(), asked_at + REMEMBERED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_database_said_before_an_ending_is_not_remembered() {
        let sign_ins = SignIns::default();
        let now = Instant::now();
        let endings = sign_ins.memory().endings;
        sign_ins.forget(b"ended");
        sign_ins.memory().remember(b"ended", now, endings);
        assert!(!sign_ins.memory().knows(b"ended", now));
        let endings = sign_ins.memory().endings;
        sign_ins.memory().remember(b"another", now, endings);
        assert!(sign_ins.memory().knows(b"another", now));
    }

    #[test]
    fn only_so_many_are_remembered_and_only_for_their_time() {
        let mut memory = Memory::default();
        let now = Instant::now();
        for number in 0..=AT_MOST {
            memory.remember(&number.to_be_bytes(), now, 0);
        }
        assert_eq!(memory.until.len(), AT_MOST);
        assert!(!memory.knows(&AT_MOST.to_be_bytes(), now));

        let end = now + REMEMBERED;
        assert!(memory.knows(&[0; 8], now + Duration::from_millis(9_999)));
        assert!(!memory.knows(&[0; 8], end));
        // Those whose time is over make room.
        memory.remember(b"late", end, 0);
        assert_eq!(memory.until.len(), 1);
        assert!(memory.knows(b"late", end));
    }
}
