//! Changes of an account by its owner, who confirms them with the password. The account is locked, so that no token is issued
//! at the same time.

use std::borrow::Cow;

use agency_core::{messages::server as say, validation::FieldError};
use axum::http::StatusCode;
use diesel_async::AsyncPgConnection;

use crate::{
    auth::{
        account::events::{self, Actor},
        browser::Browser,
        password::Caller,
        queries::{Account, load_account, lock_account},
        signed_in::AccountOwner,
        state::AuthState,
    },
    http::error::ApiError,
    storage,
};

impl AuthState {
    /// Loads the account of its owner.
    pub(crate) async fn load_account(&self, owner: &AccountOwner) -> Result<Account, ApiError> {
        load_account(&mut *storage::connection(&self.pool).await?, owner.admin_id).await
    }

    /// Changes an account once its password is verified. The attempt stays counted if the change is refused.
    ///
    /// Fails with 422 for a wrong password, with 429 after too many attempts.
    pub(crate) async fn confirm<T>(
        &self,
        owner: &AccountOwner,
        account: &Account,
        current_password: Cow<'_, str>,
        change: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let admission = self.passwords.admit(Caller::Known)?;
        let attempt = self.limits.password(owner.admin_id, &owner.family, owner.since).await?;
        let outcome = async {
            let hash = Some(account.password_hash.clone());
            if !self.passwords.verify(admission, current_password.into_owned(), hash).await? {
                tracing::info!("a change of the account was refused: wrong password");
                return Err(refused("current_password", say::PASSWORD_WRONG));
            }
            change.await
        };
        let changed = self.limits.settle(&attempt, outcome.await).await?;
        self.limits.forgive(&attempt, None).await?;
        Ok(changed)
    }
}

/// Returns 422 with a sentence for one field.
pub(crate) fn refused(field: &'static str, message: &'static str) -> ApiError {
    ApiError::refused([FieldError { field, message }])
}

/// Locks an account until the transaction ends, for a change by its owner. Fails with 409 if its password is no longer that
/// of `verified`.
pub(crate) async fn lock_for_owner(
    connection: &mut AsyncPgConnection,
    owner: &AccountOwner,
    browser: &Browser,
    verified: &Account,
) -> Result<Account, ApiError> {
    let account = lock_account(connection, owner.admin_id).await?;
    let account = account.filter(|account| account.password_hash == verified.password_hash);
    let account = account.ok_or(ApiError::new(StatusCode::CONFLICT, say::PASSWORD_CHANGED))?;
    events::set_actor(connection, Actor::Owner(browser)).await?;
    Ok(account)
}
