//! Changes of the second factor by the account's owner, who confirms them with password and code.

use agency_core::{messages::server as say, second_factor_change::SecondFactorChangeForm};
use axum::http::StatusCode;
use diesel_async::AsyncConnection as _;

use crate::{
    auth::{
        account::{
            change::{AccountState, end_other_sessions, lock_for_owner, refused},
            events::{RECOVERY_CODES_MADE, record_event},
        },
        browser::Browser,
        second_factor::{
            keys::Secret,
            queries::{self, VerifiedFactor},
        },
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    storage,
};

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

impl AccountState {
    /// Changes the second factor. Uses the code up and makes the change, or neither. Fails with 422 for a wrong password
    /// or code, with 409 if it is already on, already off, or the password was changed at the same time.
    pub(super) async fn change_second_factor(
        &self,
        owner: &AccountOwner,
        browser: &Browser,
        form: &SecondFactorChangeForm<'_>,
        change: Change,
    ) -> Result<(), ApiError> {
        let (pool, limits, admin_id) = (&self.pool, &self.limits, owner.admin_id);
        let form = form.accept().map_err(ApiError::refused)?;
        let account = self.load_account(owner).await?;
        let attempt = self.verify(owner, &account, form.current_password).await?;
        let outcome = async {
            change.check_applies(account.second_factor_at.is_some())?;
            let code_wrong = || refused("code", say::CODE_WRONG);
            let secret = if let Change::On { secret, .. } = &change {
                secret.to_vec()
            } else {
                let found = queries::find_secret(&mut *storage::connection(pool).await?, admin_id).await?;
                found.ok_or_else(code_wrong)?.1
            };
            let factor =
                VerifiedFactor::verify(pool, &self.factor_keys, admin_id, secret, &form.code).await?;
            let factor = factor.ok_or_else(code_wrong)?;
            let mut connection = storage::connection(pool).await?;
            connection
                .transaction(async |connection| -> Result<Vec<Vec<u8>>, ApiError> {
                    let account = lock_for_owner(connection, owner, browser, &account.password_hash).await?;
                    change.check_applies(account.second_factor_at.is_some())?;
                    if let Change::On { secret, .. } = &change {
                        queries::set_secret(connection, admin_id, secret).await?;
                    }
                    if !factor.spend(connection, admin_id).await? {
                        return Err(code_wrong());
                    }
                    match &change {
                        Change::On { hashes, end_others, .. } => {
                            queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                            queries::turn_on(connection, admin_id).await?;
                            if *end_others {
                                return Ok(end_other_sessions(connection, owner).await?);
                            }
                        }
                        Change::Off => drop(queries::turn_off(connection, admin_id).await?),
                        Change::Renewed(hashes) => {
                            queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                            record_event(connection, admin_id, RECOVERY_CODES_MADE).await?;
                        }
                    }
                    Ok(Vec::new())
                })
                .await
        };
        let ended = limits.settle(pool, &attempt, outcome.await).await?;
        limits.forgive(pool, &attempt).await?;
        self.sign_ins.forget_all(&ended);
        Ok(())
    }
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
