//! What an owner changes of the second factor: by password and code, while the account is locked.

use agency_core::{messages::server as say, second_factor_change::SecondFactorChangeForm};
use axum::http::StatusCode;
use diesel_async::AsyncConnection as _;

use crate::{
    auth::{
        account::{
            events::{self, By, Event},
            reauthentication::{Reauthentication, refused},
            routes::account,
        },
        browser::Browser,
        queries::lock_credentials,
        second_factor::{proof::Proof, queries, recovery},
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    limits::Attempt,
    storage,
};

/// What a change takes: the password, and what hashes recovery codes.
#[derive(Clone)]
pub(crate) struct ChangeState(pub(crate) Reauthentication);

/// What is changed.
pub(super) enum Change {
    /// It is switched on, with the hashes of its recovery codes.
    On(Vec<String>),
    /// It is switched off.
    Off,
    /// Its recovery codes are replaced by those of these hashes.
    Renewed(Vec<String>),
}

impl ChangeState {
    /// Has an owner who gives the password and a code that fits change a second factor that is on, or only begun with.
    pub(super) async fn change(
        &self,
        owner: &AccountOwner,
        browser: &Browser,
        form: &SecondFactorChangeForm<'_>,
        is_on: bool,
        change: Change,
    ) -> Result<(), ApiError> {
        let verified = self.verify(owner, form, is_on).await?;
        self.carry_out(owner, browser, verified, change).await
    }

    /// A change that gives the owner new recovery codes, which are returned as they are shown.
    pub(super) async fn change_with_codes(
        &self,
        owner: &AccountOwner,
        browser: &Browser,
        form: &SecondFactorChangeForm<'_>,
        is_on: bool,
        change: fn(Vec<String>) -> Change,
    ) -> Result<Vec<String>, ApiError> {
        let verified = self.verify(owner, form, is_on).await?;
        let (codes, hashes) = recovery::make(&self.0.passwords).await?;
        self.carry_out(owner, browser, verified, change(hashes)).await?;
        Ok(codes)
    }

    /// Compares password and code with those of an account whose second factor is on, or only begun with.
    async fn verify(
        &self,
        owner: &AccountOwner,
        form: &SecondFactorChangeForm<'_>,
        is_on: bool,
    ) -> Result<Verified, ApiError> {
        let Self(reauthentication) = self;
        let Reauthentication { pool, passwords, .. } = reauthentication;
        let form = form.accept().map_err(ApiError::refused)?;
        let account = account(pool, owner).await?;
        let attempt = reauthentication.verify(owner, &account, form.current_password).await?;
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
        Ok(Verified { password_hash: account.password_hash, proof, was_on: is_on, attempt })
    }

    /// Uses the code up and makes the change, or neither.
    async fn carry_out(
        &self,
        owner: &AccountOwner,
        browser: &Browser,
        verified: Verified,
        change: Change,
    ) -> Result<(), ApiError> {
        let admin_id = owner.admin_id;
        let Verified { password_hash, proof, was_on, attempt } = verified;
        let mut connection = storage::connection(&self.0.pool).await?;
        connection
            .transaction(async |connection| -> Result<(), ApiError> {
                let account = lock_credentials(connection, admin_id).await?;
                let account = account.filter(|account| account.password_hash == password_hash);
                let account = account.ok_or(ApiError::new(StatusCode::CONFLICT, say::PASSWORD_CHANGED))?;
                must_be(was_on, account.second_factor_at.is_some())?;
                events::done_by(connection, By::Owner(browser)).await?;
                if !proof.spend(connection, admin_id).await? {
                    return Err(refused("code", say::CODE_WRONG));
                }
                match &change {
                    Change::On(hashes) => {
                        queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                        queries::switch_on(connection, admin_id).await?;
                    }
                    Change::Off => drop(queries::remove(connection, admin_id).await?),
                    Change::Renewed(hashes) => {
                        queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                        events::note(connection, admin_id, Event::RecoveryCodesMade).await?;
                    }
                }
                Ok(())
            })
            .await?;
        drop(connection);
        self.0.forgive(attempt.as_ref()).await
    }
}

/// That an owner gave the right password and a code that fits.
struct Verified {
    password_hash: String,
    proof: Proof,
    was_on: bool,
    attempt: Option<Attempt>,
}

/// 409 unless the second factor is on, or off, as it must be for what is asked.
fn must_be(wanted: bool, is_on: bool) -> Result<(), ApiError> {
    let sentence = if is_on { say::SECOND_FACTOR_ON } else { say::SECOND_FACTOR_OFF };
    if wanted == is_on { Ok(()) } else { Err(ApiError::new(StatusCode::CONFLICT, sentence)) }
}
