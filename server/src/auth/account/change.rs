//! Changes of an account by its owner, who confirms them with the password. The account is locked, so that no token is issued
//! at the same time.

use std::borrow::Cow;

use agency_core::{messages::server as say, validation::FieldError};
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::{
        account::events::{self, Actor, record_event},
        browser::Browser,
        password::Caller,
        queries::{self, Account, load_account, lock_account},
        signed_in::AccountOwner,
        state::AuthState,
    },
    http::error::ApiError,
    limits::CountedAttempt,
    storage::{
        self,
        schema::{admins, refresh_tokens},
    },
};

pub(super) enum AccountChange<'a> {
    /// Sets the password with this hash, and ends all other sessions.
    Password(&'a str),
    EndSession(&'a [u8]),
    EndOtherSessions,
}

impl AuthState {
    /// Loads the account of its owner.
    pub(crate) async fn load_account(&self, owner: &AccountOwner) -> Result<Account, ApiError> {
        load_account(&mut *storage::connection(&self.pool).await?, owner.admin_id).await
    }

    /// Verifies the password of an account. Returns the attempt, to be forgiven when the whole request is accepted. Fails
    /// with 422 for a wrong password, with 429 after too many attempts.
    pub(crate) async fn verify(
        &self,
        owner: &AccountOwner,
        account: &Account,
        current_password: Cow<'_, str>,
    ) -> Result<CountedAttempt, ApiError> {
        let admission = self.passwords.admit(Caller::Known)?;
        let attempt = self.limits.password(owner.admin_id, &owner.family, owner.since).await?;
        let hash = Some(account.password_hash.clone());
        let verified = self.passwords.verify(&admission, current_password.into_owned(), hash).await;
        if !self.limits.settle(&attempt, verified).await? {
            tracing::info!("a change of the account was refused: wrong password");
            return Err(refused("current_password", say::PASSWORD_WRONG));
        }
        Ok(attempt)
    }

    /// Verifies the password of an account, and forgives the attempt.
    pub(super) async fn confirm(
        &self,
        owner: &AccountOwner,
        account: &Account,
        current_password: Cow<'_, str>,
    ) -> Result<(), ApiError> {
        let attempt = self.verify(owner, account, current_password).await?;
        self.limits.forgive(&attempt, None).await
    }

    /// Changes an account. Fails with 409 if its password was changed at the same time.
    pub(super) async fn change(
        &self,
        owner: &AccountOwner,
        browser: &Browser,
        account: &Account,
        change: AccountChange<'_>,
    ) -> Result<(), ApiError> {
        let mut connection = storage::connection(&self.pool).await?;
        let ended = connection.transaction(async |connection| -> Result<_, ApiError> {
            lock_for_owner(connection, owner, browser, &account.password_hash).await?;
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
                AccountChange::EndOtherSessions => Ok(end_other_sessions(connection, owner).await?),
            }
        });
        self.sign_ins.forget_all(&ended.await?);
        Ok(())
    }
}

/// Returns 422 with a sentence for one field.
pub(crate) fn refused(field: &'static str, message: &'static str) -> ApiError {
    ApiError::refused([FieldError { field, message }])
}

/// Ends all other sessions of a locked account, and returns them.
pub(crate) async fn end_other_sessions(
    connection: &mut AsyncPgConnection,
    owner: &AccountOwner,
) -> QueryResult<Vec<Vec<u8>>> {
    let ended = delete_other_sessions(connection, owner).await?;
    if !ended.is_empty() {
        record_event(connection, owner.admin_id, events::OTHER_SIGN_INS_ENDED).await?;
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

/// Locks an account until the transaction ends, for a change by its owner. Fails with 409 if the password is no longer the
/// one behind `former`.
pub(crate) async fn lock_for_owner(
    connection: &mut AsyncPgConnection,
    owner: &AccountOwner,
    browser: &Browser,
    former: &str,
) -> Result<Account, ApiError> {
    let account = lock_account(connection, owner.admin_id).await?;
    let account = account.filter(|account| account.password_hash == former);
    let account = account.ok_or(ApiError::new(StatusCode::CONFLICT, say::PASSWORD_CHANGED))?;
    events::set_actor(connection, Actor::Owner(browser)).await?;
    Ok(account)
}
