//! What an owner changes of the second factor: by password and code, while the account is locked.

use std::sync::Arc;

use agency_core::{messages::server as say, second_factor_change::SecondFactorChangeForm};
use axum::http::StatusCode;
use diesel_async::AsyncConnection as _;

use crate::{
    auth::{
        account::{
            change::end_other_sessions,
            events::{self, By, Event},
            reauthentication::{Reauthentication, refused},
            routes::account,
        },
        browser::Browser,
        queries::lock_credentials,
        second_factor::{
            keys::{SecondFactorKeys, Secret},
            proof::Proof,
            queries,
        },
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    storage::{self, Pool},
};

/// What a change needs.
#[derive(Clone)]
pub(crate) struct ChangeState {
    /// Confirms the password.
    pub(crate) reauthentication: Reauthentication,
    /// Hashes recovery codes, and signs secrets that are being set up.
    pub(crate) keys: Arc<SecondFactorKeys>,
}

/// What is changed.
pub(super) enum Change {
    /// This secret becomes the second factor.
    On {
        secret: Secret,
        /// Hashes of its recovery codes.
        hashes: Vec<String>,
        /// Whether all other sessions end, which were begun without it.
        end_others: bool,
    },
    /// It is switched off.
    Off,
    /// Its recovery codes are replaced by those of these hashes.
    Renewed(Vec<String>),
}

impl ChangeState {
    /// Changes the second factor of an owner who gives the password and a code that fits. Returns the sessions that
    /// ended with it.
    pub(super) async fn change(
        &self,
        owner: &AccountOwner,
        browser: &Browser,
        form: &SecondFactorChangeForm<'_>,
        change: Change,
    ) -> Result<Vec<Vec<u8>>, ApiError> {
        let Reauthentication { pool, limits, .. } = &self.reauthentication;
        let form = form.accept().map_err(ApiError::refused)?;
        let account = account(pool, owner).await?;
        let attempt = self.reauthentication.verify(owner, &account, form.current_password).await?;
        let outcome = async {
            let is_on = !matches!(change, Change::On { .. });
            must_be(is_on, account.second_factor_at.is_some())?;
            let secret = match &change {
                Change::On { secret, .. } => Some(secret.to_vec()),
                Change::Off | Change::Renewed(_) => {
                    queries::secret(&mut *storage::connection(pool).await?, owner.admin_id).await?
                }
            };
            let proof = match secret {
                Some(secret) => Proof::find(pool, &self.keys, owner.admin_id, secret, &form.code).await?,
                None => None,
            };
            let proof = proof.ok_or_else(|| refused("code", say::CODE_WRONG))?;
            let verified = Verified { password_hash: account.password_hash, proof, was_on: is_on };
            carry_out(pool, owner, browser, verified, change).await
        };
        let ended = limits.settle(pool, attempt.as_ref(), outcome.await).await?;
        self.reauthentication.forgive(attempt.as_ref()).await?;
        Ok(ended)
    }
}

/// Shows that an owner gave the right password and a code that fits.
struct Verified {
    password_hash: String,
    proof: Proof,
    was_on: bool,
}

/// Uses the code up and makes the change, or neither.
async fn carry_out(
    pool: &Pool,
    owner: &AccountOwner,
    browser: &Browser,
    verified: Verified,
    change: Change,
) -> Result<Vec<Vec<u8>>, ApiError> {
    let admin_id = owner.admin_id;
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<Vec<Vec<u8>>, ApiError> {
            let account = lock_credentials(connection, admin_id).await?;
            let account = account.filter(|account| account.password_hash == verified.password_hash);
            let account = account.ok_or(ApiError::new(StatusCode::CONFLICT, say::PASSWORD_CHANGED))?;
            must_be(verified.was_on, account.second_factor_at.is_some())?;
            events::done_by(connection, By::Owner(browser)).await?;
            if let Change::On { secret, .. } = &change {
                queries::set_secret(connection, admin_id, secret).await?;
            }
            if !verified.proof.spend(connection, admin_id).await? {
                return Err(refused("code", say::CODE_WRONG));
            }
            match &change {
                Change::On { hashes, end_others, .. } => {
                    queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                    queries::switch_on(connection, admin_id).await?;
                    if *end_others {
                        return end_other_sessions(connection, owner).await;
                    }
                }
                Change::Off => drop(queries::remove(connection, admin_id).await?),
                Change::Renewed(hashes) => {
                    queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                    events::note(connection, admin_id, Event::RecoveryCodesMade).await?;
                }
            }
            Ok(Vec::new())
        })
        .await
}

/// 409 unless the second factor is on, or off, as it must be for what is asked.
fn must_be(wanted: bool, is_on: bool) -> Result<(), ApiError> {
    let sentence = if is_on { say::SECOND_FACTOR_ON } else { say::SECOND_FACTOR_OFF };
    if wanted == is_on { Ok(()) } else { Err(ApiError::new(StatusCode::CONFLICT, sentence)) }
}
