//! The owner's calls of the second factor. Password and code confirm its changes.

use agency_core::{
    messages::server as say,
    metadata::FieldRule,
    second_factor_change::{RULES, SecondFactorChangeForm},
};
use axum::{Json, extract::State, http::StatusCode};
use chrono::Utc;
use diesel_async::AsyncConnection as _;
use serde::{Deserialize, Serialize};
use utoipa::{ToSchema, openapi::ObjectBuilder};

use crate::{
    auth::{
        account::{
            change::{lock_for_owner, refused},
            events::{OTHER_SIGN_INS_ENDED, RECOVERY_CODES_MADE, record_event},
        },
        browser::Browser,
        queries::{Sessions, end_sessions},
        second_factor::{
            keys::Secret,
            queries,
            totp::{self, SetupResponse},
        },
        signed_in::AccountOwner,
        state::AuthState,
    },
    http::{
        describe_rules,
        error::{ApiError, ErrorResponse},
        json::JsonBody,
    },
    storage,
};

/// New recovery codes, which are shown only once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodesResponse {
    recovery_codes: Vec<String>,
}

/// The first code of a new secret.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ConfirmParams {
    /// The signed secret.
    setup: String,
    /// Whether all other sessions of the account end, which were started without the second factor.
    #[serde(default)]
    end_others: bool,
    #[serde(default)]
    #[schema(required = true, schema_with = current_password_schema)]
    current_password: Option<String>,
    #[serde(default)]
    #[schema(required = true, schema_with = code_schema)]
    code: Option<String>,
}

fn current_password_schema() -> ObjectBuilder {
    describe_rules::field(&FieldRule::from(&RULES.current_password))
}

fn code_schema() -> ObjectBuilder {
    describe_rules::field(&FieldRule::from(&RULES.code))
}

/// `POST /api/account/second-factor/`: creates a secret for two-factor authentication.
///
/// It is not stored yet: send it back with its first code, in the same session and within 30 minutes.
#[utoipa::path(
    post, path = "/api/account/second-factor/", tag = "account", security(("bearer" = [])),
    responses(
        (status = 200, description = "The secret for an app", body = SetupResponse),
        (status = 409, description = "Two-factor authentication is already on", body = ErrorResponse)
    )
)]
pub(crate) async fn begin_second_factor(
    owner: AccountOwner,
    State(state): State<AuthState>,
) -> Result<Json<SetupResponse>, ApiError> {
    let account = state.load_account(&owner).await?;
    if account.second_factor_at.is_some() {
        return Err(ApiError::new(StatusCode::CONFLICT, say::SECOND_FACTOR_ON));
    }
    let secret: Secret = rand::random();
    let setup = state.factor_keys.sign_setup(&owner, &secret, Utc::now());
    Ok(Json(totp::setup_response(&secret, &account.username, setup)?))
}

/// `POST /api/account/second-factor/confirm/`: turns two-factor authentication on, and returns ten recovery codes.
///
/// Also ends all other sessions, if `end_others` is true.
#[utoipa::path(
    post, path = "/api/account/second-factor/confirm/", tag = "account", security(("bearer" = [])),
    request_body = ConfirmParams,
    responses(
        (status = 200, description = "Two-factor authentication is on", body = RecoveryCodesResponse),
        (status = 409, description = "It is already on, the secret has expired, or the password was changed", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn confirm_second_factor(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<AuthState>,
    JsonBody(params): JsonBody<ConfirmParams>,
) -> Result<Json<RecoveryCodesResponse>, ApiError> {
    let ConfirmParams { setup, end_others, current_password, code } = params;
    let form = SecondFactorChangeForm {
        current_password: current_password.unwrap_or_default().into(),
        code: code.unwrap_or_default().into(),
    };
    let secret = state.factor_keys.read_setup(&owner, &setup, Utc::now());
    let secret = secret.ok_or(ApiError::new(StatusCode::CONFLICT, say::SETUP_ENDED))?;
    let (recovery_codes, hashes) = state.factor_keys.generate_codes(owner.admin_id);
    let change = Change::On { secret, hashes, end_others };
    state.change_second_factor(&owner, &browser, &form, change).await?;
    tracing::info!("two-factor authentication was turned on");
    Ok(Json(RecoveryCodesResponse { recovery_codes }))
}

/// `POST /api/account/second-factor/recovery-codes/`: replaces the recovery codes, and returns ten new ones.
#[utoipa::path(
    post, path = "/api/account/second-factor/recovery-codes/", tag = "account", security(("bearer" = [])),
    request_body = ref("#/components/schemas/SecondFactorChangeForm"),
    responses(
        (status = 200, description = "The new codes", body = RecoveryCodesResponse),
        (status = 409, description = "It is off, or the password was changed at the same time", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn renew_recovery_codes(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<AuthState>,
    JsonBody(form): JsonBody<SecondFactorChangeForm<'static>>,
) -> Result<Json<RecoveryCodesResponse>, ApiError> {
    let (recovery_codes, hashes) = state.factor_keys.generate_codes(owner.admin_id);
    state.change_second_factor(&owner, &browser, &form, Change::Renewed(hashes)).await?;
    tracing::info!("new recovery codes were created");
    Ok(Json(RecoveryCodesResponse { recovery_codes }))
}

/// `POST /api/account/second-factor/off/`: turns two-factor authentication off.
#[utoipa::path(
    post, path = "/api/account/second-factor/off/", tag = "account", security(("bearer" = [])),
    request_body = ref("#/components/schemas/SecondFactorChangeForm"),
    responses(
        (status = 204, description = "Two-factor authentication is off"),
        (status = 409, description = "It is off, or the password was changed at the same time", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn end_second_factor(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<AuthState>,
    JsonBody(form): JsonBody<SecondFactorChangeForm<'static>>,
) -> Result<StatusCode, ApiError> {
    state.change_second_factor(&owner, &browser, &form, Change::Off).await?;
    tracing::info!("two-factor authentication was turned off");
    Ok(StatusCode::NO_CONTENT)
}

enum Change {
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

impl AuthState {
    /// Changes the second factor. Uses the code up and makes the change, or neither. Fails with 422 for a wrong password
    /// or code, with 409 if it is already on, already off, or the password was changed at the same time.
    async fn change_second_factor(
        &self,
        owner: &AccountOwner,
        browser: &Browser,
        form: &SecondFactorChangeForm<'_>,
        change: Change,
    ) -> Result<(), ApiError> {
        let (admin_id, form) = (owner.admin_id, form.accept().map_err(ApiError::refused)?);
        let account = self.load_account(owner).await?;
        let code = form.code;
        let change = async {
            let mut connection = storage::connection(&self.pool).await?;
            connection
                .transaction(async |connection| -> Result<Vec<Vec<u8>>, ApiError> {
                    let account = lock_for_owner(connection, owner, browser, &account).await?;
                    change.check_applies(account.second_factor_at.is_some())?;
                    if let Change::On { secret, .. } = &change {
                        queries::set_secret(connection, admin_id, secret).await?;
                    }
                    if !queries::use_code(connection, &self.factor_keys, admin_id, &code).await? {
                        return Err(refused("code", say::CODE_WRONG));
                    }
                    match &change {
                        Change::On { hashes, end_others, .. } => {
                            queries::replace_recovery_codes(connection, admin_id, hashes).await?;
                            queries::turn_on(connection, admin_id).await?;
                            if *end_others {
                                let others = Sessions::AllBut(&owner.family);
                                let event = Some(OTHER_SIGN_INS_ENDED);
                                return Ok(end_sessions(connection, admin_id, others, event).await?);
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
        let ended = self.confirm(owner, &account, form.current_password, change).await?;
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
