//! Changes of an account by its owner. The account is locked, so that no token is issued at the same time.

use agency_core::messages::server as say;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::{
        account::{
            events::{self, Actor, record_event},
            queries,
        },
        browser::Browser,
        queries::{Credentials, lock_credentials},
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    storage::{
        self, Pool,
        schema::{admins, refresh_tokens},
    },
};

pub(super) enum AccountChange<'a> {
    /// Sets the password with this hash, and ends all other sessions.
    Password(&'a str),
    EndSession(&'a [u8]),
    EndOtherSessions,
}

/// Changes an account, and returns the sessions that ended with it.
///
/// # Errors
///
/// 409 if the password is no longer the one behind `former`.
pub(super) async fn change_account(
    pool: &Pool,
    owner: &AccountOwner,
    browser: &Browser,
    former: &str,
    change: AccountChange<'_>,
) -> Result<Vec<Vec<u8>>, ApiError> {
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<_, ApiError> {
            lock_for_owner(connection, owner, browser, former).await?;
            match change {
                AccountChange::Password(hash) => {
                    let chosen = admins::password_printed_at.eq(None::<DateTime<Utc>>);
                    diesel::update(admins::table.find(owner.admin_id))
                        .set((admins::password_hash.eq(hash), chosen))
                        .execute(connection)
                        .await?;
                    Ok(delete_other_sessions(connection, owner).await?)
                }
                AccountChange::EndSession(family) => {
                    let existed = queries::end_session(connection, owner.admin_id, family).await?;
                    Ok(existed.then(|| family.to_vec()).into_iter().collect())
                }
                AccountChange::EndOtherSessions => end_other_sessions(connection, owner).await,
            }
        })
        .await
}

/// Ends all other sessions of a locked account, and returns them.
pub(crate) async fn end_other_sessions(
    connection: &mut AsyncPgConnection,
    owner: &AccountOwner,
) -> Result<Vec<Vec<u8>>, ApiError> {
    let ended = delete_other_sessions(connection, owner).await?;
    if !ended.is_empty() {
        record_event(connection, owner.admin_id, events::OTHER_SIGN_INS_ENDED, 1).await?;
    }
    Ok(ended)
}

async fn delete_other_sessions(
    connection: &mut AsyncPgConnection,
    owner: &AccountOwner,
) -> QueryResult<Vec<Vec<u8>>> {
    let tokens = refresh_tokens::table.filter(refresh_tokens::admin_id.eq(owner.admin_id));
    let tokens = tokens.filter(refresh_tokens::family.ne(&owner.family));
    diesel::delete(tokens).returning(refresh_tokens::family).get_results(connection).await
}

/// Locks an account until the transaction ends, for a change by its owner.
///
/// # Errors
///
/// 409 if the password is no longer the one behind `former`.
pub(crate) async fn lock_for_owner(
    connection: &mut AsyncPgConnection,
    owner: &AccountOwner,
    browser: &Browser,
    former: &str,
) -> Result<Credentials, ApiError> {
    let account = lock_credentials(connection, owner.admin_id).await?;
    let account = account.filter(|account| account.password_hash == former);
    let account = account.ok_or(ApiError::new(StatusCode::CONFLICT, say::PASSWORD_CHANGED))?;
    events::set_actor(connection, Actor::Owner(browser)).await?;
    Ok(account)
}
