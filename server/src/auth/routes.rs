//! Login by password and second factor, refresh, logout, and the signed-in admin.

use std::sync::Arc;

use agency_core::{login::LoginForm, messages::server as say, second_factor::SecondFactorForm};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use chrono::Utc;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::{
    auth::{
        browser::name_browser,
        current_admin::AccountOwner,
        device::{Device, SetDeviceCookie},
        issuing::TokenResponse,
        queries::{self, Account, UserInfo},
        state::AuthState,
        token::{Credentials, Session, TokenType},
    },
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        json::JsonBody,
        observe,
    },
    storage::{self, Pool},
};

/// A refresh token in a request.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RefreshParams {
    refresh: String,
}

/// The response to the right password.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum LoginResponse {
    /// The tokens of a new session.
    Tokens(TokenResponse),
    /// The challenge to send with the code, if two-factor authentication is on.
    Challenge(ChallengeResponse),
}

/// A challenge for the second factor.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChallengeResponse {
    /// The challenge to send with the code, within five minutes.
    challenge: String,
}

/// `POST /api/token/`: logs in. With two-factor authentication, returns a challenge for the code.
///
/// A login sets a device cookie for this path. It authorizes nothing: failed logins of devices with one count apart from
/// those of others.
#[utoipa::path(
    post, path = "/token", tag = "session",
    request_body = ref("#/components/schemas/LoginForm"),
    responses(
        (status = 200, description = "Tokens, or a challenge for the second factor", body = LoginResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse),
        (status = 401, description = "Wrong username or password", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn create_token(
    State(state): State<Arc<AuthState>>,
    (ClientAddress(address), device): (ClientAddress, Device),
    JsonBody(form): JsonBody<LoginForm<'static>>,
) -> Result<(Option<SetDeviceCookie>, Json<LoginResponse>), ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    // A cookie is checked against its account. Logins without one are counted before the account is loaded.
    let known =
        if device.has_cookies() { Some(find_account(&state.pool, &form.username).await?) } else { None };
    let known_device = known.as_ref().and_then(Option::as_ref).and_then(|found| device.known_to(found));
    let attempt = state.limits.login(address, &form.username, known_device);
    state.limits.refuse_if_full(&attempt).await?;
    let (permits, _own) = match known_device {
        Some(_) => (&state.passwords.known, Vec::new()),
        None => (&state.passwords.strangers, state.limits.admit_login(address)?),
    };
    let admission = permits.admit()?;
    let attempt = state.limits.count_failure(&attempt).await?;
    let outcome = async {
        let found = match known {
            Some(found) => found,
            None => find_account(&state.pool, &form.username).await?,
        };
        let (id, hash) = found.as_ref().map(|found| (found.id, found.password_hash.clone())).unzip();
        let is_right = state.passwords.verify(admission, form.password.into_owned(), hash).await?;
        let refused = || {
            tracing::info!(admin = id, "a login was refused");
            state.metrics.logins_refused.inc();
            ApiError::unauthorized(say::INVALID_CREDENTIALS)
        };
        let account = found.filter(|_| is_right).ok_or_else(refused)?;
        let tokens = match account.second_factor_at {
            Some(_) => None,
            None => Some(state.start_session(&account, None, &device.browser).await?.ok_or_else(refused)?),
        };
        Ok((account, tokens))
    };
    let (account, tokens) = state.limits.settle(&attempt, outcome.await).await?;
    let Some(tokens) = tokens else {
        tracing::info!(admin = account.id, "the password is right, and the second factor is due");
        let credentials = account.credentials();
        // The code forgives the attempt that was counted at this time.
        let counted_at = Some(json!(attempt.made_at));
        let challenge = state.keys.sign(TokenType::Challenge, &credentials, Utc::now(), counted_at)?;
        return Ok((None, Json(LoginResponse::Challenge(ChallengeResponse { challenge }))));
    };
    state.limits.forgive(&attempt, None).await;
    tracing::info!(admin = account.id, "signed in");
    Ok((device.cookie_for(&account), Json(LoginResponse::Tokens(tokens))))
}

/// Returns the account with a username. The connection returns to the pool before the slow hash.
async fn find_account(pool: &Pool, username: &str) -> Result<Option<Account>, ApiError> {
    let mut connection = storage::connection(pool).await?;
    Ok(queries::find_account(&mut connection, username).await?)
}

/// `POST /api/token/second-factor/`: logs in with a code, after the password.
///
/// Accepts a code of the app, up to 30 seconds early or late, or a recovery code. Each works once. Sets a device cookie, as
/// a login without a second factor does.
#[utoipa::path(
    post, path = "/token/second-factor", tag = "session",
    request_body = ref("#/components/schemas/SecondFactorForm"),
    responses(
        (status = 200, description = "Signed in", body = TokenResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse),
        (status = 401, description = "The code is wrong, or the challenge has expired", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn create_token_by_second_factor(
    State(state): State<Arc<AuthState>>,
    (ClientAddress(address), device): (ClientAddress, Device),
    JsonBody(form): JsonBody<SecondFactorForm<'static>>,
) -> Result<(Option<SetDeviceCookie>, Json<TokenResponse>), ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let ended = || ApiError::unauthorized(say::CHALLENGE_ENDED);
    let claims = state.keys.verify(&form.challenge, TokenType::Challenge).ok_or_else(ended)?;
    // A change of the password or the second factor ends the challenge.
    let Credentials { admin_id, id, .. } = claims.credentials().ok_or_else(ended)?;
    let found = queries::find_account_by_id(&mut *storage::connection(&state.pool).await?, admin_id).await?;
    let account = found.filter(|account| account.credentials().id == id).ok_or_else(ended)?;
    let attempt = state.limits.login(address, &account.user.username, device.known_to(&account));
    let attempt = state.limits.count_failure(&attempt).await?;
    let outcome = async {
        state.start_session(&account, Some(&form.code), &device.browser).await?.ok_or_else(|| {
            tracing::info!(admin = admin_id, "a second factor was refused");
            state.metrics.logins_refused.inc();
            ApiError::unauthorized(say::CODE_WRONG)
        })
    };
    let tokens = state.limits.settle(&attempt, outcome.await).await?;
    state.limits.forgive(&attempt, claims.extra()).await;
    tracing::info!(admin = admin_id, "signed in");
    Ok((device.cookie_for(&account), Json(tokens)))
}

/// `POST /api/token/refresh/`: exchanges a refresh token for a new pair.
///
/// A refresh token can be sent again if the response was lost, until one that was issued for it was used. After that it ends
/// the whole session. A session lasts at most 30 days.
#[utoipa::path(
    post, path = "/token/refresh", tag = "session",
    request_body = RefreshParams,
    responses(
        (status = 200, description = "A new pair of tokens", body = TokenResponse),
        (status = 401, description = "The session has ended", body = ErrorResponse)
    )
)]
pub(crate) async fn refresh_token(
    State(state): State<Arc<AuthState>>,
    headers: HeaderMap,
    JsonBody(params): JsonBody<RefreshParams>,
) -> Result<Json<TokenResponse>, ApiError> {
    let refused = ApiError::unauthorized(say::REFRESH_INVALID);
    let claims = state.keys.verify(&params.refresh, TokenType::Refresh);
    let Some(Session { admin_id, .. }) = claims.and_then(|claims| claims.session()) else {
        tracing::info!("a refresh was refused");
        return Err(refused);
    };
    let tokens = state.refresh(&params.refresh, admin_id, &name_browser(&headers)).await?.ok_or(refused)?;
    observe::record_admin(admin_id);
    Ok(Json(tokens))
}

/// `POST /api/token/revoke/`: logs out. Returns 204 also for an invalid token.
#[utoipa::path(
    post, path = "/token/revoke", tag = "session",
    request_body = RefreshParams,
    responses((status = 204, description = "Signed out"))
)]
pub(crate) async fn revoke_token(
    State(state): State<Arc<AuthState>>,
    JsonBody(params): JsonBody<RefreshParams>,
) -> Result<StatusCode, ApiError> {
    let claims = state.keys.verify(&params.refresh, TokenType::Refresh);
    if let Some(session) = claims.and_then(|claims| claims.session())
        && state.revoke(&session).await?
    {
        tracing::info!(admin = session.admin_id, "signed out");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/userinfo/`: returns the signed-in admin.
#[utoipa::path(
    get, path = "/userinfo", tag = "session",
    responses((status = 200, description = "The signed-in admin", body = UserInfo))
)]
pub(crate) async fn get_user_info(owner: AccountOwner) -> Result<Json<UserInfo>, ApiError> {
    Ok(Json(owner.account().await?.user))
}
