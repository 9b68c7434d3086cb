//! What an owner changes of the second factor: by password and code, while the account is locked.

use agency_core::{
    messages::server as say, second_factor_change::SecondFactorChangeForm, validation::FieldError,
};
use axum::http::StatusCode;
use diesel_async::AsyncConnection as _;

use crate::{
    auth::{
        account::{
            queries::{self as account_queries, Event},
            routes::account,
        },
        password::Passwords,
        queries::lock_credentials,
        second_factor::{proof::Proof, queries},
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    limits::{Attempt, Limits},
    storage::{self, Pool},
};

/// What is changed.
pub(super) enum Change {
    /// It is switched on, with the hashes of its recovery codes.
    On(Vec<String>),
    /// It is switched off.
    Off,
    /// Its recovery codes are replaced by those of these hashes.
    Renewed(Vec<String>),
}

/// An owner who gave the right password and a code that fits.
pub(super) struct Verified {
    password_hash: String,
    proof: Proof,
    was_on: bool,
    attempt: Option<Attempt>,
}

impl Verified {
    /// Compares password and code with those of an account whose second factor is on, or only begun with.
    pub(super) async fn of(
        pool: &Pool,
        passwords: &Passwords,
        limits: &Limits,
        owner: &AccountOwner,
        form: &SecondFactorChangeForm<'_>,
        is_on: bool,
    ) -> Result<Self, ApiError> {
        let form = form.accept().map_err(ApiError::refused)?;
        let account = account(pool, owner).await?;
        let attempt = limits.password(pool, owner.admin_id).await?;
        let password_hash = account.password_hash;
        if !passwords.verify(form.current_password.into_owned(), Some(password_hash.clone())).await? {
            tracing::info!("a change of the second factor was refused");
            return Err(refused("current_password", say::PASSWORD_WRONG));
        }
        must_be(is_on, account.second_factor_at.is_some())?;
        let secret = {
            let mut connection = storage::connection(pool).await?;
            queries::secret(&mut connection, owner.admin_id).await?
        };
        let proof = match secret {
            Some(secret) => Proof::find(pool, passwords, owner.admin_id, secret, &form.code).await?,
            None => None,
        };
        let proof = proof.ok_or_else(|| refused("code", say::CODE_WRONG))?;
        Ok(Self { password_hash, proof, was_on: is_on, attempt })
    }

    /// Uses the code up and makes the change, or neither.
    pub(super) async fn change(
        self,
        pool: &Pool,
        limits: &Limits,
        owner: &AccountOwner,
        change: &Change,
    ) -> Result<(), ApiError> {
        let admin_id = owner.admin_id;
        let mut connection = storage::connection(pool).await?;
        connection
            .transaction(async |connection| -> Result<(), ApiError> {
                let account = lock_credentials(connection, admin_id).await?;
                let account = account.filter(|account| account.password_hash == self.password_hash);
                let account = account.ok_or(ApiError::new(StatusCode::CONFLICT, say::PASSWORD_CHANGED))?;
                must_be(self.was_on, account.second_factor_at.is_some())?;
                if !self.proof.spend(connection, admin_id).await? {
                    return Err(refused("code", say::CODE_WRONG));
                }
                match change {
                    Change::On(hashes) => {
                        queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                        queries::switch_on(connection, admin_id).await?;
                    }
                    Change::Off => drop(queries::remove(connection, admin_id).await?),
                    Change::Renewed(hashes) => {
                        queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                        account_queries::note(connection, admin_id, Event::RecoveryCodesMade).await?;
                    }
                }
                Ok(())
            })
            .await?;
        drop(connection);
        limits.forgive(pool, self.attempt.as_ref()).await
    }
}

/// 409 unless the second factor is on, or off, as it must be for what is asked.
fn must_be(wanted: bool, is_on: bool) -> Result<(), ApiError> {
    let sentence = if is_on { say::SECOND_FACTOR_ON } else { say::SECOND_FACTOR_OFF };
    if wanted == is_on { Ok(()) } else { Err(ApiError::new(StatusCode::CONFLICT, sentence)) }
}

fn refused(field: &'static str, message: &'static str) -> ApiError {
    ApiError::refused([FieldError { field, message }])
}
