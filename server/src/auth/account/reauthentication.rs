//! Confirmation of an owner's password before a change of the account.

use std::{borrow::Cow, sync::Arc};

use agency_core::{messages::server as say, validation::FieldError};

use crate::{
    auth::{
        account::queries::{Account, load_account},
        password::{Caller, Passwords},
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    limits::{CountedAttempt, Limits, Session},
    storage::Pool,
};

#[derive(Clone)]
pub(crate) struct Reauthentication {
    pub(crate) pool: Pool,
    pub(crate) passwords: Passwords,
    pub(crate) limits: Arc<Limits>,
}

impl Reauthentication {
    /// Verifies the password of an account. Returns the attempt, to be forgiven when the whole request is accepted.
    ///
    /// # Errors
    ///
    /// 422 for a wrong password, 429 after too many attempts.
    pub(crate) async fn verify(
        &self,
        owner: &AccountOwner,
        account: &Account,
        current_password: Cow<'_, str>,
    ) -> Result<Option<CountedAttempt>, ApiError> {
        let admission = self.passwords.admit(Caller::Known)?;
        let session = Session { id: &owner.family, admin_id: owner.admin_id, since: owner.since };
        let attempt = self.limits.password(&self.pool, session).await?;
        let hash = Some(account.password_hash.clone());
        let verified = self.passwords.verify(&admission, current_password.into_owned(), hash).await;
        if !self.limits.settle(&self.pool, attempt.as_ref(), verified).await? {
            tracing::info!("a change of the account was refused: wrong password");
            return Err(refused("current_password", say::PASSWORD_WRONG));
        }
        Ok(attempt)
    }

    /// Verifies the password of an account, and forgives the attempt. Returns the password's hash.
    ///
    /// # Errors
    ///
    /// 422 for a wrong password, 429 after too many attempts.
    pub(super) async fn confirm(
        &self,
        owner: &AccountOwner,
        current_password: Cow<'_, str>,
    ) -> Result<String, ApiError> {
        let account = load_account(&self.pool, owner).await?;
        let attempt = self.verify(owner, &account, current_password).await?;
        self.limits.forgive(&self.pool, attempt.as_ref()).await?;
        Ok(account.password_hash)
    }
}

/// Returns 422 with a sentence for one field.
pub(crate) fn refused(field: &'static str, message: &'static str) -> ApiError {
    ApiError::refused([FieldError { field, message }])
}
