//! Asking an owner for the present password again, before something of the account is changed.

use std::{borrow::Cow, sync::Arc};

use agency_core::{messages::server as say, validation::FieldError};

use crate::{
    auth::{
        account::queries::Account,
        password::{Caller, Passwords},
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    limits::{CountedAttempt, Limits, Session},
    storage::Pool,
};

/// What asking for the password takes.
#[derive(Clone)]
pub(crate) struct Reauthentication {
    /// Connections to Postgres.
    pub(crate) pool: Pool,
    /// Compares the password.
    pub(crate) passwords: Passwords,
    /// Counts tries.
    pub(crate) limits: Arc<Limits>,
}

impl Reauthentication {
    /// Compares what was given with the account's password: 422 beside the field where it is another one, 429 after too
    /// many tries. The answer is the try, to be forgiven once all else is right too.
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
            tracing::info!("a change of the account was refused: the password is another one");
            return Err(refused("current_password", say::PASSWORD_WRONG));
        }
        Ok(attempt)
    }

    /// Takes a try back that was right.
    pub(crate) async fn forgive(&self, attempt: Option<&CountedAttempt>) -> Result<(), ApiError> {
        self.limits.forgive(&self.pool, attempt).await
    }
}

/// 422 with a sentence beside one field.
pub(crate) fn refused(field: &'static str, message: &'static str) -> ApiError {
    ApiError::refused([FieldError { field, message }])
}
