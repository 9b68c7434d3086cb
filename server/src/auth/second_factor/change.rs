//! Changes of the second factor by the account's owner, who confirms them with password and code.

use std::sync::Arc;

use agency_core::{messages::server as say, second_factor_change::SecondFactorChangeForm};
use axum::http::StatusCode;
use diesel_async::AsyncConnection as _;

use crate::{
    auth::{
        account::{
            change::{end_other_sessions, lock_for_owner},
            events::{RECOVERY_CODES_MADE, record_event},
            queries::load_account,
            reauthentication::{Reauthentication, refused},
        },
        browser::Browser,
        second_factor::{
            keys::{SecondFactorKeys, Secret},
            queries::{self, VerifiedFactor},
        },
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    storage::{self, Pool},
};

/// The state of the calls that change a second factor.
#[derive(Clone)]
pub(crate) struct ChangeState {
    pub(crate) reauthentication: Reauthentication,
    pub(crate) keys: Arc<SecondFactorKeys>,
}

pub(super) enum Change {
    On {
        secret: Secret,
        /// Hashes of its recovery codes.
        hashes: Vec<String>,
        /// Whether all other sessions end, which were started without it.
        end_others: bool,
    },
    Off,
    /// Replaces its recovery codes by those of these hashes.
    Renewed(Vec<String>),
}

impl ChangeState {
    /// Changes the second factor, and returns the sessions that ended with it.
    ///
    /// # Errors
    ///
    /// 422 for a wrong password or code, 429 after too many attempts, 409 if it is already on, already off, or the
    /// password was changed at the same time.
    pub(super) async fn change(
        &self,
        owner: &AccountOwner,
        browser: &Browser,
        form: &SecondFactorChangeForm<'_>,
        change: Change,
    ) -> Result<Vec<Vec<u8>>, ApiError> {
        let Reauthentication { pool, limits, .. } = &self.reauthentication;
        let form = form.accept().map_err(ApiError::refused)?;
        let account = load_account(pool, owner).await?;
        let attempt = self.reauthentication.verify(owner, &account, form.current_password).await?;
        let outcome = async {
            change.check_applies(account.second_factor_at.is_some())?;
            let secret = match &change {
                Change::On { secret, .. } => Some(secret.to_vec()),
                Change::Off | Change::Renewed(_) => {
                    let mut connection = storage::connection(pool).await?;
                    queries::find_secret(&mut connection, owner.admin_id).await?.map(|(.., secret)| secret)
                }
            };
            let code_wrong = || refused("code", say::CODE_WRONG);
            let secret = secret.ok_or_else(code_wrong)?;
            let factor = VerifiedFactor::verify(pool, &self.keys, owner.admin_id, secret, &form.code).await?;
            let factor = factor.ok_or_else(code_wrong)?;
            carry_out(pool, owner, browser, &account.password_hash, &factor, &change).await
        };
        let ended = limits.settle(pool, attempt.as_ref(), outcome.await).await?;
        limits.forgive(pool, attempt.as_ref()).await?;
        Ok(ended)
    }
}

/// Uses the code up and makes the change, or neither.
async fn carry_out(
    pool: &Pool,
    owner: &AccountOwner,
    browser: &Browser,
    password_hash: &str,
    factor: &VerifiedFactor,
    change: &Change,
) -> Result<Vec<Vec<u8>>, ApiError> {
    let admin_id = owner.admin_id;
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<_, ApiError> {
            let account = lock_for_owner(connection, owner, browser, password_hash).await?;
            change.check_applies(account.second_factor_at.is_some())?;
            if let Change::On { secret, .. } = change {
                queries::set_secret(connection, admin_id, secret).await?;
            }
            if !factor.spend(connection, admin_id).await? {
                return Err(refused("code", say::CODE_WRONG));
            }
            match change {
                Change::On { hashes, end_others, .. } => {
                    queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                    queries::turn_on(connection, admin_id).await?;
                    if *end_others {
                        return end_other_sessions(connection, owner).await;
                    }
                }
                Change::Off => drop(queries::turn_off(connection, admin_id).await?),
                Change::Renewed(hashes) => {
                    queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                    record_event(connection, admin_id, RECOVERY_CODES_MADE, 1).await?;
                }
            }
            Ok(Vec::new())
        })
        .await
}

impl Change {
    /// Returns 409 if the second factor is already on, or off.
    fn check_applies(&self, is_on: bool) -> Result<(), ApiError> {
        let sentence = if is_on { say::SECOND_FACTOR_ON } else { say::SECOND_FACTOR_OFF };
        if matches!(self, Self::On { .. }) == is_on {
            return Err(ApiError::new(StatusCode::CONFLICT, sentence));
        }
        Ok(())
    }
}
