//! The look-up of a session, which every private call makes, so that the end of a session holds at once at every instance.

use std::time::Duration;

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

/// How long a password that the command printed works for more than the account.
pub(crate) const PRINTED_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// The calls that an active session may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Full,
    /// Those of the admin's own account, because the printed password has expired.
    AccountOnly,
}

/// Returns the access of a session; none if it has ended.
pub(crate) async fn find_access(pool: &Pool, session_id: &[u8]) -> Result<Option<Access>, ApiError> {
    let (mut connection, now) = (storage::connection(pool).await?, Utc::now());
    let password_printed_at: Option<Option<DateTime<Utc>>> = refresh_tokens::table
        .inner_join(admins::table)
        .filter(refresh_tokens::family.eq(session_id))
        .filter(refresh_tokens::spent_at.is_null())
        .filter(refresh_tokens::expires_at.gt(now))
        .select(admins::password_printed_at)
        .first(&mut connection)
        .await
        .optional()?;
    let is_due = |printed_at: DateTime<Utc>| printed_at + PRINTED_LIFETIME <= now;
    Ok(password_printed_at
        .map(|printed_at| if printed_at.is_some_and(is_due) { Access::AccountOnly } else { Access::Full }))
}
