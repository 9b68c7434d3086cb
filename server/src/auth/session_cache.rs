//! Remembers active sessions for some seconds, so that a private call costs no further statement.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::{
    http::error::ApiError,
    storage::{
        self, Pool,
        schema::{admins, refresh_tokens},
    },
};

/// How long an active session is remembered. Its access tokens work for at most that long after another instance or the
/// command ended it.
pub(crate) const REMEMBERED: Duration = Duration::from_secs(10);

const MAX_REMEMBERED: usize = 1_000;

/// How long a password that the command printed works for more than the account.
pub(crate) const PRINTED_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// The calls that an active session may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Full,
    /// Those of the admin's own account, because the printed password has expired.
    AccountOnly,
}

/// Active sessions.
#[derive(Default)]
pub(crate) struct SessionCache(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    /// When each remembered session is forgotten.
    expires_at: HashMap<Vec<u8>, Instant>,
    ended_count: u64,
}

impl SessionCache {
    /// Returns the access of a session; none if it has ended.
    pub(crate) async fn find_access(&self, pool: &Pool, family: &[u8]) -> Result<Option<Access>, ApiError> {
        let asked_at = Instant::now();
        if self.memory().knows(family, asked_at) {
            return Ok(Some(Access::Full));
        }
        let ended_count = self.memory().ended_count;
        let (mut connection, now) = (storage::connection(pool).await?, Utc::now());
        let password_printed_at: Option<Option<DateTime<Utc>>> = refresh_tokens::table
            .inner_join(admins::table)
            .filter(refresh_tokens::family.eq(family))
            .filter(refresh_tokens::spent_at.is_null())
            .filter(refresh_tokens::expires_at.gt(now))
            .select(admins::password_printed_at)
            .first(&mut connection)
            .await
            .optional()?;
        let Some(password_printed_at) = password_printed_at else { return Ok(None) };
        if password_printed_at.is_some_and(|printed_at| printed_at + PRINTED_LIFETIME <= now) {
            // Not remembered, so that a new password gives full access at every instance at once.
            return Ok(Some(Access::AccountOnly));
        }
        self.memory().remember(family, asked_at, ended_count);
        Ok(Some(Access::Full))
    }

    /// Forgets sessions that have just ended.
    pub(crate) fn forget_all(&self, families: &[Vec<u8>]) {
        for family in families {
            self.forget(family);
        }
        if !families.is_empty() {
            tracing::info!(sessions = families.len(), "sessions were ended");
        }
    }

    /// Forgets a session that has just ended.
    pub(crate) fn forget(&self, family: &[u8]) {
        let mut memory = self.memory();
        memory.expires_at.remove(family);
        memory.ended_count = memory.ended_count.wrapping_add(1);
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(crate) fn age(&self, time: Duration) {
        self.memory().expires_at.values_mut().for_each(|expires_at| *expires_at -= time);
    }
}

impl Memory {
    fn knows(&self, family: &[u8], now: Instant) -> bool {
        self.expires_at.get(family).is_some_and(|&expires_at| now < expires_at)
    }

    /// Remembers a session, unless any has ended since the database was asked: it may be this one.
    fn remember(&mut self, family: &[u8], asked_at: Instant, ended_count: u64) {
        if self.ended_count != ended_count {
            return;
        }
        self.expires_at.retain(|_, &mut expires_at| asked_at < expires_at);
        if self.expires_at.len() < MAX_REMEMBERED {
            self.expires_at.insert(family.to_vec(), asked_at + REMEMBERED);
        }
    }
}

#[cfg(test)]
mod tests;
