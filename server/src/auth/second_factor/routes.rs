//! How an owner switches the second factor on and off.

use agency_core::{messages::server as say, second_factor_change::SecondFactorChangeForm};
use axum::{Json, extract::State, http::StatusCode};
use diesel_async::AsyncConnection as _;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{
        account::routes::account,
        browser::Browser,
        queries::lock_credentials,
        second_factor::{
            change::{Change, ChangeState},
            queries,
            totp::{self, SECRET_LENGTH, SetupResponse},
        },
        signed_in::AccountOwner,
    },
    http::{
        error::{ApiError, ErrorResponse},
        json::JsonBody,
    },
    storage::{self, Pool},
};

/// Recovery codes, this one time.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodesResponse {
    recovery_codes: Vec<String>,
}

/// `POST /api/account/second-factor/`: begins a second factor, which counts once a code of it is confirmed.
#[utoipa::path(
    post,
    path = "/api/account/second-factor/",
    tag = "account",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The secret for an app", body = SetupResponse),
        (status = 409, description = "There is one already", body = ErrorResponse)
    )
)]
pub(crate) async fn begin_second_factor(
    owner: AccountOwner,
    State(pool): State<Pool>,
) -> Result<Json<SetupResponse>, ApiError> {
    let username = account(&pool, &owner).await?.username;
    let secret: [u8; SECRET_LENGTH] = rand::random();
    let setup = totp::setup(&secret, &username)?;
    let mut connection = storage::connection(&pool).await?;
    connection
        .transaction(async |connection| -> Result<(), ApiError> {
            let account = lock_credentials(connection, owner.admin_id).await?;
            if account.is_none_or(|account| account.second_factor_at.is_some()) {
                return Err(ApiError::new(StatusCode::CONFLICT, say::SECOND_FACTOR_ON));
            }
            Ok(queries::begin(connection, owner.admin_id, &secret).await?)
        })
        .await?;
    Ok(Json(setup))
}

/// `POST /api/account/second-factor/confirm/`: switches it on, and answers with ten recovery codes.
#[utoipa::path(
    post,
    path = "/api/account/second-factor/confirm/",
    tag = "account",
    security(("bearer" = [])),
    request_body = ref("#/components/schemas/SecondFactorChangeForm"),
    responses(
        (status = 200, description = "It is on", body = RecoveryCodesResponse),
        (status = 409, description = "There is one already, or the password was changed meanwhile", body = ErrorResponse),
        (status = 422, description = "A rule refused it", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn confirm_second_factor(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<ChangeState>,
    JsonBody(form): JsonBody<SecondFactorChangeForm<'static>>,
) -> Result<Json<RecoveryCodesResponse>, ApiError> {
    let codes = state.change_with_codes(&owner, &browser, &form, false, Change::On).await?;
    tracing::info!("a second factor was switched on");
    Ok(Json(RecoveryCodesResponse { recovery_codes: codes }))
}

/// `POST /api/account/second-factor/recovery-codes/`: answers with ten new recovery codes, in place of all former ones.
#[utoipa::path(
    post,
    path = "/api/account/second-factor/recovery-codes/",
    tag = "account",
    security(("bearer" = [])),
    request_body = ref("#/components/schemas/SecondFactorChangeForm"),
    responses(
        (status = 200, description = "The new codes", body = RecoveryCodesResponse),
        (status = 409, description = "There is none, or the password was changed meanwhile", body = ErrorResponse),
        (status = 422, description = "A rule refused it", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn renew_recovery_codes(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<ChangeState>,
    JsonBody(form): JsonBody<SecondFactorChangeForm<'static>>,
) -> Result<Json<RecoveryCodesResponse>, ApiError> {
    let codes = state.change_with_codes(&owner, &browser, &form, true, Change::Renewed).await?;
    tracing::info!("recovery codes were made");
    Ok(Json(RecoveryCodesResponse { recovery_codes: codes }))
}

/// `POST /api/account/second-factor/off/`: switches it off.
#[utoipa::path(
    post,
    path = "/api/account/second-factor/off/",
    tag = "account",
    security(("bearer" = [])),
    request_body = ref("#/components/schemas/SecondFactorChangeForm"),
    responses(
        (status = 204, description = "It is off"),
        (status = 409, description = "There is none, or the password was changed meanwhile", body = ErrorResponse),
        (status = 422, description = "A rule refused it", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn end_second_factor(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<ChangeState>,
    JsonBody(form): JsonBody<SecondFactorChangeForm<'static>>,
) -> Result<StatusCode, ApiError> {
    state.change(&owner, &browser, &form, true, Change::Off).await?;
    tracing::info!("a second factor was switched off");
    Ok(StatusCode::NO_CONTENT)
}
