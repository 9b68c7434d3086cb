//! Login, refresh, logout, and the signed-in admin.

use std::sync::Arc;

use agency_core::{login::LoginForm, messages::server as say};
use axum::{Json, extract::State, http::StatusCode};
use chrono::Utc;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    auth::{
        browser::Browser,
        device::{Device, DeviceCookie, SetDeviceCookie},
        issuing::{self, Refreshed, TokenResponse, VerifiedLogin},
        password::{Caller, Passwords},
        queries::{self, Credentials, UserInfo},
        second_factor::{self, ChallengeResponse},
        sign_ins::SignIns,
        signed_in::AccountOwner,
        token::{TokenKeys, TokenType},
    },
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        json::JsonBody,
        observe,
    },
    limits::Limits,
    monitoring::metrics::Metrics,
    storage::{self, Pool, schema::admins},
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

/// `POST /api/token/`: logs in. With two-factor authentication, returns a challenge for the code.
///
/// A login sets a device cookie for this path. It authorizes nothing: failed logins of devices with one count apart from
/// those of others.
#[utoipa::path(
    post,
    path = "/api/token/",
    tag = "session",
    request_body = ref("#/components/schemas/LoginForm"),
    responses(
        (status = 200, description = "Tokens, or a challenge for the second factor", body = LoginResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse),
        (status = 401, description = "Wrong username or password", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn create_token(
    State(pool): State<Pool>,
    State(keys): State<Arc<TokenKeys>>,
    State(passwords): State<Passwords>,
    State(limits): State<Arc<Limits>>,
    State(metrics): State<Arc<Metrics>>,
    (ClientAddress(address), browser, device): (ClientAddress, Browser, Device),
    JsonBody(form): JsonBody<LoginForm<'static>>,
) -> Result<(Option<SetDeviceCookie>, Json<LoginResponse>), ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    // A cookie is checked against its account. Logins without one are counted before the account is loaded.
    let known =
        if device.has_cookies() { Some(load_credentials(&pool, &form.username).await?) } else { None };
    let cookie = known.as_ref().and_then(Option::as_ref).and_then(|found| device.cookie_of(found));
    let admission = passwords.admit(if cookie.is_some() { Caller::Known } else { Caller::Stranger })?;
    let attempt =
        limits.login(&pool, address, &form.username, cookie.map(DeviceCookie::known_device)).await?;
    let outcome = async {
        let found = match known {
            Some(found) => found,
            None => load_credentials(&pool, &form.username).await?,
        };
        let (id, hash) = found.as_ref().map(|found| (found.id, found.password_hash.clone())).unzip();
        let verified = passwords.verify(&admission, form.password.into_owned(), hash).await?;
        let refused = || {
            tracing::info!(admin = id, "a login was refused");
            metrics.logins_refused.inc();
            ApiError::unauthorized(say::INVALID_CREDENTIALS)
        };
        let credentials = found.filter(|_| verified).ok_or_else(refused)?;
        if credentials.second_factor_at.is_some() {
            tracing::info!(admin = id, "the password is right, and the second factor is due");
            let challenge =
                second_factor::create_challenge(&keys, &credentials, attempt.as_ref(), Utc::now())?;
            return Ok((credentials, LoginResponse::Challenge(challenge)));
        }
        let password_hash = credentials.password_hash.clone();
        let login = VerifiedLogin { admin_id: credentials.id, password_hash, factor: None };
        let tokens = issuing::start_session(&pool, &keys, login, browser).await?.ok_or_else(refused)?;
        Ok((credentials, LoginResponse::Tokens(tokens)))
    };
    let (credentials, response) = limits.settle(&pool, attempt.as_ref(), outcome.await).await?;
    if let LoginResponse::Challenge(_) = response {
        // The attempt is forgiven with the code.
        return Ok((None, Json(response)));
    }
    limits.forgive(&pool, attempt.as_ref()).await?;
    tracing::info!(admin = credentials.id, "signed in");
    Ok((device.signed_in(&credentials), Json(response)))
}

/// Returns the credentials of a username. The connection returns to the pool before the slow hash.
async fn load_credentials(pool: &Pool, username: &str) -> Result<Option<Credentials>, ApiError> {
    let mut connection = storage::connection(pool).await?;
    Ok(queries::find_credentials(&mut connection, username).await?)
}

/// `POST /api/token/refresh/`: exchanges a refresh token for a new pair.
///
/// A refresh token that is used twice ends the whole session, unless two tabs refreshed within ten seconds. A session
/// lasts at most 30 days.
#[utoipa::path(
    post,
    path = "/api/token/refresh/",
    tag = "session",
    request_body = RefreshParams,
    responses(
        (status = 200, description = "A new pair of tokens", body = TokenResponse),
        (status = 401, description = "The session has ended", body = ErrorResponse)
    )
)]
pub(crate) async fn refresh_token(
    State(pool): State<Pool>,
    State(keys): State<Arc<TokenKeys>>,
    State(sign_ins): State<Arc<SignIns>>,
    JsonBody(params): JsonBody<RefreshParams>,
) -> Result<Json<TokenResponse>, ApiError> {
    let refused = ApiError::unauthorized(say::REFRESH_INVALID);
    let claims = keys.verify(&params.refresh, TokenType::Refresh);
    let Some(admin_id) = claims.and_then(|claims| claims.admin_id()) else {
        tracing::info!("a refresh was refused");
        return Err(refused);
    };
    match issuing::refresh(&pool, &keys, &params.refresh, admin_id).await? {
        Refreshed::Issued(tokens) => {
            observe::record_admin(admin_id);
            Ok(Json(tokens))
        }
        Refreshed::Ended => {
            tracing::info!(admin = admin_id, "a refresh was refused");
            Err(refused)
        }
        Refreshed::Reused { family } => {
            tracing::warn!(admin = admin_id, "a refresh token was reused: its session is ended");
            sign_ins.forget(&family);
            Err(refused)
        }
    }
}

/// `POST /api/token/revoke/`: logs out. Returns 204 also for an invalid token.
///
/// Access tokens of the session stop working within ten seconds.
#[utoipa::path(
    post,
    path = "/api/token/revoke/",
    tag = "session",
    request_body = RefreshParams,
    responses(
        (status = 204, description = "Signed out")
    )
)]
pub(crate) async fn revoke_token(
    State(pool): State<Pool>,
    State(sign_ins): State<Arc<SignIns>>,
    JsonBody(params): JsonBody<RefreshParams>,
) -> Result<StatusCode, ApiError> {
    let ended = issuing::revoke(&pool, &params.refresh).await?;
    if let Some(token) = ended {
        sign_ins.forget(&token.family);
        tracing::info!(admin = token.admin_id, "signed out");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/userinfo/`: returns the signed-in admin.
#[utoipa::path(
    get,
    path = "/api/userinfo/",
    tag = "session",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The signed-in admin", body = UserInfo)
    )
)]
pub(crate) async fn get_user_info(
    owner: AccountOwner,
    State(pool): State<Pool>,
) -> Result<Json<UserInfo>, ApiError> {
    let user = admins::table.find(owner.admin_id).select(UserInfo::as_select());
    let user = user.first(&mut storage::connection(&pool).await?).await.optional()?;
    user.map(Json).ok_or(ApiError::unauthorized(say::TOKEN_INVALID))
}
