//! Changes of an account by its owner, who confirms them with the password. The account is locked, so that no token is issued
//! at the same time.

use std::borrow::Cow;

use agency_core::messages::server as say;
use axum::http::StatusCode;
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::{
    auth::{
        account::events::{Actor, set_actor},
        current_admin::AccountOwner,
        queries::{Account, find_account_by_id, is_session, lock_account},
    },
    http::error::ApiError,
    storage::{self, Connection},
};

impl AccountOwner {
    /// Takes a connection to the database.
    pub(crate) async fn connection(&self) -> Result<Connection, ApiError> {
        Ok(storage::connection(&self.state.pool).await?)
    }

    /// Loads the account. Fails with 401 if it was removed.
    pub(crate) async fn account(&self) -> Result<Account, ApiError> {
        let account = find_account_by_id(&mut *self.connection().await?, self.session.admin_id).await?;
        account.ok_or(ApiError::unauthorized(say::TOKEN_INVALID))
    }

    /// Changes the account once its password is verified. The attempt stays counted if the change is refused.
    ///
    /// Fails with 422 for a wrong password, with 429 after too many attempts.
    pub(crate) async fn confirm<T>(
        &self,
        account: &Account,
        current_password: Cow<'_, str>,
        change: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let Self { session, state, .. } = self;
        let attempt = state.limits.password(account.id, &session.id, session.since);
        state.limits.refuse_if_full(&attempt).await?;
        let admission = state.passwords.known.admit()?;
        let attempt = state.limits.count_failure(&attempt).await?;
        let outcome = async {
            let hash = Some(account.password_hash.clone());
            if !state.passwords.verify(admission, current_password.into_owned(), hash).await? {
                tracing::info!("a change of the account was refused: wrong password");
                return Err(ApiError::refused_field("current_password", say::PASSWORD_WRONG));
            }
            change.await
        };
        let result = state.limits.settle(&attempt, outcome.await).await?;
        state.limits.forgive(&attempt, None).await;
        Ok(result)
    }

    /// Locks the account until the transaction of a change ends, and returns it. Fails with 409 if its password is no longer
    /// that of `verified`, and with 401 if the session has ended.
    pub(crate) async fn lock(
        &self,
        connection: &mut AsyncPgConnection,
        verified: &Account,
    ) -> Result<Account, ApiError> {
        let account = lock_account(connection, verified.id).await?;
        let account = account.filter(|account| account.password_hash == verified.password_hash);
        let account = account.ok_or(ApiError::new(StatusCode::CONFLICT, say::PASSWORD_CHANGED))?;
        if !diesel::select(is_session(&self.session.id)).get_result(connection).await? {
            return Err(ApiError::unauthorized(say::TOKEN_INVALID));
        }
        set_actor(connection, Some(Actor::Owner), &self.browser).await?;
        Ok(account)
    }
}
