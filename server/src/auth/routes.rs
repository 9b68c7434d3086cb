//! Login by password and second factor, refresh, logout, and the signed-in admin.

use agency_core::{login::LoginForm, messages::server as say, second_factor::SecondFactorForm};
use axum::{Json, extract::State, http::StatusCode};
use chrono::Utc;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    auth::{
        browser::Browser,
        device::{Device, SetDeviceCookie},
        issuing::{Refreshed, TokenResponse},
        password::Caller,
        queries::{self, Account, load_account},
        signed_in::AccountOwner,
        state::AuthState,
        token::{SignIn, TokenKeys, TokenType, fingerprint},
    },
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        json::JsonBody,
        observe,
    },
    limits::CountedAttempt,
    storage::{self, Pool},
};

/// The signed-in admin.
#[derive(Serialize, ToSchema)]
pub(crate) struct UserInfo {
    first_name: String,
    last_name: String,
    username: String,
    email: String,
}

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
    post, path = "/api/token/", tag = "session",
    request_body = ref("#/components/schemas/LoginForm"),
    responses(
        (status = 200, description = "Tokens, or a challenge for the second factor", body = LoginResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse),
        (status = 401, description = "Wrong username or password", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn create_token(
    State(state): State<AuthState>,
    (ClientAddress(address), browser, device): (ClientAddress, Browser, Device),
    JsonBody(form): JsonBody<LoginForm<'static>>,
) -> Result<(Option<SetDeviceCookie>, Json<LoginResponse>), ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    // A cookie is checked against its account. Logins without one are counted before the account is loaded.
    let known =
        if device.has_cookies() { Some(find_account(&state.pool, &form.username).await?) } else { None };
    let cookie = known.as_ref().and_then(Option::as_ref).and_then(|found| device.cookie_of(found));
    let admission = state.passwords.admit(if cookie.is_some() { Caller::Known } else { Caller::Stranger })?;
    let attempt = state.limits.login(address, &form.username, cookie.map(|cookie| &cookie.known)).await?;
    let outcome = async {
        let found = match known {
            Some(found) => found,
            None => find_account(&state.pool, &form.username).await?,
        };
        let (id, hash) = found.as_ref().map(|found| (found.id, found.password_hash.clone())).unzip();
        let verified = state.passwords.verify(admission, form.password.into_owned(), hash).await?;
        let refused = || {
            tracing::info!(admin = id, "a login was refused");
            state.metrics.logins_refused.inc();
            ApiError::unauthorized(say::INVALID_CREDENTIALS)
        };
        let account = found.filter(|_| verified).ok_or_else(refused)?;
        let response = if account.second_factor_at.is_some() {
            tracing::info!(admin = id, "the password is right, and the second factor is due");
            LoginResponse::Challenge(create_challenge(&state.keys, &account, &attempt)?)
        } else {
            let tokens = state.start_session(&account, None, &browser).await?;
            LoginResponse::Tokens(tokens.ok_or_else(refused)?)
        };
        Ok((account, response))
    };
    let (account, response) = state.limits.settle(&attempt, outcome.await).await?;
    if let LoginResponse::Challenge(_) = response {
        // The attempt is forgiven with the code.
        return Ok((None, Json(response)));
    }
    state.limits.forgive(&attempt, None).await?;
    tracing::info!(admin = account.id, "signed in");
    Ok((device.signed_in(&account), Json(response)))
}

/// Returns the account with a username. The connection returns to the pool before the slow hash.
async fn find_account(pool: &Pool, username: &str) -> Result<Option<Account>, ApiError> {
    let mut connection = storage::connection(pool).await?;
    Ok(queries::find_account(&mut connection, username).await?)
}

/// Creates a challenge for the password of these credentials. It carries the time of the counted attempt, so that the code
/// forgives only that one.
fn create_challenge(
    keys: &TokenKeys,
    account: &Account,
    attempt: &CountedAttempt,
) -> Result<ChallengeResponse, ApiError> {
    let now = Utc::now();
    // In place of a session it has a fingerprint of the password, so that a change of it ends the challenge.
    let given = SignIn { admin_id: account.id, family: fingerprint(&account.password_hash), since: now };
    let challenge = keys.sign(TokenType::Challenge, &given, now, Some(attempt.made_at))?;
    Ok(ChallengeResponse { challenge })
}

/// `POST /api/token/second-factor/`: logs in with a code, after the password.
///
/// Accepts a code of the app, up to 30 seconds early or late, or a recovery code. Each works once. Sets a device cookie, as
/// a login without a second factor does.
#[utoipa::path(
    post, path = "/api/token/second-factor/", tag = "session",
    request_body = ref("#/components/schemas/SecondFactorForm"),
    responses(
        (status = 200, description = "Signed in", body = TokenResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse),
        (status = 401, description = "The code is wrong, or the challenge has expired", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn create_token_by_second_factor(
    State(state): State<AuthState>,
    (ClientAddress(address), browser, device): (ClientAddress, Browser, Device),
    JsonBody(form): JsonBody<SecondFactorForm<'static>>,
) -> Result<(Option<SetDeviceCookie>, Json<TokenResponse>), ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let ended = || ApiError::unauthorized(say::CHALLENGE_ENDED);
    let claims = state.keys.verify(&form.challenge, TokenType::Challenge).ok_or_else(ended)?;
    let SignIn { admin_id, family: password, .. } = claims.sign_in().ok_or_else(ended)?;
    let found = queries::find_account_by_id(&mut *storage::connection(&state.pool).await?, admin_id).await?;
    let is_challenged = |account: &Account| {
        account.second_factor_at.is_some() && password == fingerprint(&account.password_hash)
    };
    let account = found.filter(is_challenged).ok_or_else(ended)?;
    let known_device = device.cookie_of(&account).map(|cookie| &cookie.known);
    let attempt = state.limits.login(address, &account.username, known_device).await?;
    let outcome = async {
        state.start_session(&account, Some(&form.code), &browser).await?.ok_or_else(|| {
            tracing::info!(admin = admin_id, "a second factor was refused");
            state.metrics.logins_refused.inc();
            ApiError::unauthorized(say::CODE_WRONG)
        })
    };
    let tokens = state.limits.settle(&attempt, outcome.await).await?;
    state.limits.forgive(&attempt, claims.counted_at).await?;
    tracing::info!(admin = admin_id, "signed in");
    Ok((device.signed_in(&account), Json(tokens)))
}

/// `POST /api/token/refresh/`: exchanges a refresh token for a new pair.
///
/// A refresh token that is used twice ends the whole session, unless two tabs refreshed within ten seconds. A session
/// lasts at most 30 days.
#[utoipa::path(
    post, path = "/api/token/refresh/", tag = "session",
    request_body = RefreshParams,
    responses(
        (status = 200, description = "A new pair of tokens", body = TokenResponse),
        (status = 401, description = "The session has ended", body = ErrorResponse)
    )
)]
pub(crate) async fn refresh_token(
    State(state): State<AuthState>,
    JsonBody(params): JsonBody<RefreshParams>,
) -> Result<Json<TokenResponse>, ApiError> {
    let refused = ApiError::unauthorized(say::REFRESH_INVALID);
    let claims = state.keys.verify(&params.refresh, TokenType::Refresh);
    let Some(SignIn { admin_id, .. }) = claims.and_then(|claims| claims.sign_in()) else {
        tracing::info!("a refresh was refused");
        return Err(refused);
    };
    match state.refresh(&params.refresh, admin_id).await? {
        Refreshed::Issued(tokens) => {
            observe::record_admin(admin_id);
            Ok(Json(tokens))
        }
        Refreshed::Ended => {
            tracing::info!(admin = admin_id, "a refresh was refused");
            Err(refused)
        }
        Refreshed::Reused(family) => {
            tracing::warn!(admin = admin_id, "a refresh token was reused: its session is ended");
            state.sign_ins.forget(&family);
            Err(refused)
        }
    }
}

/// `POST /api/token/revoke/`: logs out. Returns 204 also for an invalid token.
///
/// Access tokens of the session stop working within ten seconds.
#[utoipa::path(
    post, path = "/api/token/revoke/", tag = "session",
    request_body = RefreshParams,
    responses((status = 204, description = "Signed out"))
)]
pub(crate) async fn revoke_token(
    State(state): State<AuthState>,
    JsonBody(params): JsonBody<RefreshParams>,
) -> Result<StatusCode, ApiError> {
    let claims = state.keys.verify(&params.refresh, TokenType::Refresh);
    if let Some(session) = claims.and_then(|claims| claims.sign_in())
        && state.revoke(&session).await?
    {
        tracing::info!(admin = session.admin_id, "signed out");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/userinfo/`: returns the signed-in admin.
#[utoipa::path(
    get, path = "/api/userinfo/", tag = "session", security(("bearer" = [])),
    responses((status = 200, description = "The signed-in admin", body = UserInfo))
)]
pub(crate) async fn get_user_info(
    owner: AccountOwner,
    State(pool): State<Pool>,
) -> Result<Json<UserInfo>, ApiError> {
    let account = load_account(&mut *storage::connection(&pool).await?, owner.admin_id).await?;
    let Account { first_name, last_name, username, email, .. } = account;
    Ok(Json(UserInfo { first_name, last_name, username, email }))
}
