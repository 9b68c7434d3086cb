//! The owner's calls of the second factor. Password and code confirm its changes.

use std::sync::Arc;

use agency_core::{messages::server as say, second_factor_change::SecondFactorChangeForm};
use anyhow::Context as _;
use axum::{Json, extract::State, http::StatusCode};
use chrono::Utc;
use diesel_async::AsyncConnection as _;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{ToSchema, openapi::Ref};

use crate::{
    auth::{
        account::events::{AccountEvent, record_event},
        current_admin::AccountOwner,
        issuing::TokenResponse,
        second_factor::{
            queries,
            totp::{self, Secret, SetupResponse},
        },
        token::{Claims, TokenType},
    },
    config::PublicUrl,
    http::{
        error::{ApiError, ErrorResponse},
        json::JsonBody,
    },
};

/// New recovery codes, which are shown only once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodesResponse {
    recovery_codes: Vec<String>,
}

/// New recovery codes, and the tokens of a new session.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorOnResponse {
    recovery_codes: Vec<String>,
    #[serde(flatten)]
    tokens: TokenResponse,
}

/// The first code of a new secret.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ConfirmParams {
    /// The signed secret.
    setup: String,
    #[serde(flatten)]
    #[schema(schema_with = form_schema)]
    form: SecondFactorChangeForm<'static>,
}

fn form_schema() -> Ref {
    Ref::from_schema_name("SecondFactorChangeForm")
}

/// `POST /api/account/second-factor/`: creates a secret for two-factor authentication.
///
/// It is not stored yet: send it back with its first code, in the same session and within 30 minutes.
#[utoipa::path(
    post, path = "/account/second-factor", tag = "account",
    responses(
        (status = 200, description = "The secret for an app", body = SetupResponse),
        (status = 409, description = "Two-factor authentication is already on", body = ErrorResponse)
    )
)]
pub(crate) async fn begin_second_factor(
    owner: AccountOwner,
    State(public_url): State<Option<Arc<PublicUrl>>>,
) -> Result<Json<SetupResponse>, ApiError> {
    let account = owner.account().await?;
    if account.second_factor_at.is_some() {
        return Err(ApiError::new(StatusCode::CONFLICT, say::SECOND_FACTOR_ON));
    }
    let secret: Secret = rand::random();
    // Stored once it is confirmed, so that no other session can replace it.
    let setup = owner.state.keys.sign(TokenType::Setup, &owner.session, Utc::now(), Some(json!(secret)))?;
    let host = public_url.as_deref().map(PublicUrl::host);
    Ok(Json(totp::setup_response(&secret, &account.user.username, host, setup)?))
}

/// `POST /api/account/second-factor/confirm/`: turns two-factor authentication on, and returns ten recovery codes.
///
/// Ends all sessions, which were started without it, and returns the tokens of a new one.
#[utoipa::path(
    post, path = "/account/second-factor/confirm", tag = "account",
    request_body = ConfirmParams,
    responses(
        (status = 200, description = "Two-factor authentication is on", body = SecondFactorOnResponse),
        (status = 409, description = "It is already on, the secret has expired, or the password was changed", body = ErrorResponse)
    )
)]
pub(crate) async fn confirm_second_factor(
    owner: AccountOwner,
    JsonBody(params): JsonBody<ConfirmParams>,
) -> Result<Json<SecondFactorOnResponse>, ApiError> {
    let ConfirmParams { setup, form } = params;
    let is_own = |claims: &Claims| claims.session().is_some_and(|session| session.id == owner.session.id);
    let claims = owner.state.keys.verify(&setup, TokenType::Setup).filter(is_own);
    let secret: Option<Secret> = claims.and_then(Claims::extra);
    let secret = secret.ok_or(ApiError::new(StatusCode::CONFLICT, say::SETUP_ENDED))?;
    let (recovery_codes, tokens) = owner.change_second_factor(&form, FactorChange::On(secret)).await?;
    tracing::info!("two-factor authentication was turned on");
    let tokens =
        tokens.context("a second factor was turned on without a session").map_err(ApiError::internal)?;
    Ok(Json(SecondFactorOnResponse { recovery_codes, tokens }))
}

/// `POST /api/account/second-factor/recovery-codes/`: replaces the recovery codes, and returns ten new ones.
#[utoipa::path(
    post, path = "/account/second-factor/recovery-codes", tag = "account",
    request_body = ref("#/components/schemas/SecondFactorChangeForm"),
    responses(
        (status = 200, description = "The new codes", body = RecoveryCodesResponse),
        (status = 409, description = "It is off, or the password was changed at the same time", body = ErrorResponse)
    )
)]
pub(crate) async fn renew_recovery_codes(
    owner: AccountOwner,
    JsonBody(form): JsonBody<SecondFactorChangeForm<'static>>,
) -> Result<Json<RecoveryCodesResponse>, ApiError> {
    let (recovery_codes, _) = owner.change_second_factor(&form, FactorChange::Renewed).await?;
    tracing::info!("new recovery codes were created");
    Ok(Json(RecoveryCodesResponse { recovery_codes }))
}

/// `POST /api/account/second-factor/off/`: turns two-factor authentication off.
#[utoipa::path(
    post, path = "/account/second-factor/off", tag = "account",
    request_body = ref("#/components/schemas/SecondFactorChangeForm"),
    responses(
        (status = 204, description = "Two-factor authentication is off"),
        (status = 409, description = "It is off, or the password was changed at the same time", body = ErrorResponse)
    )
)]
pub(crate) async fn end_second_factor(
    owner: AccountOwner,
    JsonBody(form): JsonBody<SecondFactorChangeForm<'static>>,
) -> Result<StatusCode, ApiError> {
    owner.change_second_factor(&form, FactorChange::Off).await?;
    tracing::info!("two-factor authentication was turned off");
    Ok(StatusCode::NO_CONTENT)
}

enum FactorChange {
    /// Turns it on with a secret, and starts a new session in place of all, which were started without it.
    On(Secret),
    Off,
    /// Replaces its recovery codes.
    Renewed,
}

impl AccountOwner {
    /// Uses the code up and changes the second factor, or neither. Returns new recovery codes unless it is off, and the new
    /// session's tokens if it is turned on. Fails with 422 for a wrong password or code, with 409 if it is already on, already
    /// off, or the password was changed at the same time.
    async fn change_second_factor(
        &self,
        form: &SecondFactorChangeForm<'_>,
        change: FactorChange,
    ) -> Result<(Vec<String>, Option<TokenResponse>), ApiError> {
        let form = form.accept().map_err(ApiError::refused)?;
        let account = self.account().await?;
        let (admin_id, code) = (account.id, form.code);
        let (recovery_codes, hashes) = self.state.factor_keys.generate_codes(admin_id);
        let change = async {
            let mut connection = self.connection().await?;
            let changed = connection.transaction(async |connection| {
                let account = self.lock(connection, &account).await?;
                let is_on = account.second_factor_at.is_some();
                if matches!(change, FactorChange::On(_)) == is_on {
                    let sentence = if is_on { say::SECOND_FACTOR_ON } else { say::SECOND_FACTOR_OFF };
                    return Err(ApiError::new(StatusCode::CONFLICT, sentence));
                }
                if let FactorChange::On(secret) = &change {
                    queries::turn_on(connection, admin_id, secret).await?;
                }
                if !queries::use_code(connection, &self.state.factor_keys, admin_id, &code).await? {
                    return Err(ApiError::refused_field("code", say::CODE_WRONG));
                }
                if matches!(change, FactorChange::Off) {
                    queries::turn_off(connection, admin_id).await?;
                } else {
                    queries::replace_recovery_codes(connection, admin_id, &hashes).await?;
                }
                if matches!(change, FactorChange::Renewed) {
                    record_event(connection, admin_id, AccountEvent::RecoveryCodesMade).await?;
                }
                if matches!(change, FactorChange::On(_)) {
                    let (state, session) = (&self.state, &self.session);
                    return state.restart_session(connection, session, &self.browser, true).await.map(Some);
                }
                Ok(None)
            });
            changed.await
        };
        let tokens = self.confirm(&account, form.current_password, change).await?;
        Ok((recovery_codes, tokens))
    }
}
