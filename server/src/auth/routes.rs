//! Signing in, staying signed in, signing out, and who one is.

use std::time::Duration;

use agency_core::{login::LoginForm, messages::server as say};
use axum::{Json, extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use diesel_async::{AsyncConnection as _, AsyncPgConnection};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    auth::{
        queries::{self, RefreshToken, UserInfo},
        signed_in::SignedIn,
        token::{SignIn, TokenKeys, TokenType, fingerprint},
    },
    error::{ApiError, ErrorResponse},
    json::JsonBody,
    limits::client::ClientAddress,
    observe,
    state::AppState,
    storage,
};

/// How long after its use a refresh token may come again, from a second tab that refreshed at the same time.
const REUSE_GRACE: Duration = Duration::from_secs(10);

/// What a sign-in or a refresh gives.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenResponse {
    access: String,
    refresh: String,
}

/// A refresh token in a request.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RefreshParams {
    refresh: String,
}

/// `POST /api/token/`: signs in.
#[utoipa::path(
    post,
    path = "/api/token/",
    tag = "session",
    request_body = ref("#/components/schemas/LoginForm"),
    responses(
        (status = 200, description = "Signed in", body = TokenResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse),
        (status = 401, description = "Not signed in, or not any more", body = ErrorResponse),
        (status = 422, description = "A rule refused it", body = ErrorResponse)
    )
)]
pub(crate) async fn create_token(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    JsonBody(form): JsonBody<LoginForm<'static>>,
) -> Result<Json<TokenResponse>, ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let attempt = state.limits.login(&state.pool, address, &form.username).await?;
    let credentials = {
        // Given back before the slow hash.
        let mut connection = storage::connection(&state.pool).await?;
        queries::credentials(&mut connection, &form.username).await?
    };
    let (id, hash) = credentials.map(|found| (found.id, found.password_hash)).unzip();
    let verified = state.passwords.verify(form.password.into_owned(), hash.clone()).await?;
    let refused = || {
        tracing::info!(admin = id, "a login was refused");
        state.metrics.logins_refused.inc();
        ApiError::unauthorized(say::INVALID_CREDENTIALS)
    };
    let admin_id = id.filter(|_| verified).ok_or_else(refused)?;

    state.limits.forgive(&state.pool, attempt).await?;
    let family: [u8; 16] = rand::random();
    let since = Utc::now();
    let mut connection = storage::connection(&state.pool).await?;
    let issued = connection
        .transaction(async |connection| -> Result<Option<TokenResponse>, ApiError> {
            // The account may have been removed, or given another password, while this one was compared.
            if queries::lock_admin(connection, admin_id).await? != hash {
                return Ok(None);
            }
            queries::sweep_refresh_tokens(connection, admin_id, since).await?;
            let sign_in = SignIn { admin_id, family: family.to_vec(), since };
            issue(connection, &state.keys, sign_in).await.map(Some)
        })
        .await?;
    let tokens = issued.ok_or_else(refused)?;
    tracing::info!(admin = admin_id, "signed in");
    Ok(Json(tokens))
}

/// `POST /api/token/refresh/`: changes a refresh token for a new pair.
///
/// A spent token that comes again was stolen, unless two tabs raced: the whole sign-in ends. It also ends 30 days after
/// the password was given, however often it was refreshed.
#[utoipa::path(
    post,
    path = "/api/token/refresh/",
    tag = "session",
    request_body = RefreshParams,
    responses(
        (status = 200, description = "A new pair", body = TokenResponse),
        (status = 401, description = "Not signed in, or not any more", body = ErrorResponse)
    )
)]
pub(crate) async fn refresh_token(
    State(state): State<AppState>,
    JsonBody(params): JsonBody<RefreshParams>,
) -> Result<Json<TokenResponse>, ApiError> {
    let refused = ApiError::unauthorized(say::REFRESH_INVALID);
    let claims = state.keys.verify(&params.refresh, TokenType::Refresh);
    let Some((admin_id, since)) = claims.and_then(|claims| Some((claims.admin_id()?, claims.since()?)))
    else {
        tracing::info!("a refresh was refused");
        return Err(refused);
    };
    let hash = fingerprint(&params.refresh);
    // Told only when the transaction, which may be tried again, is over.
    match storage::retrying(&state.pool, || change(&state, &hash, admin_id, since)).await? {
        Change::Issued(tokens) => {
            observe::tell_admin(admin_id);
            Ok(Json(tokens))
        }
        Change::Ended => {
            tracing::info!(admin = admin_id, "a refresh was refused");
            Err(refused)
        }
        Change::Reused { family } => {
            tracing::warn!(admin = admin_id, "a spent token came again: its sign-in is ended");
            state.sign_ins.forget(&family);
            Err(refused)
        }
    }
}

/// What becomes of a refresh token.
enum Change {
    /// It is spent, and this is the next pair.
    Issued(TokenResponse),
    /// Its sign-in was over before.
    Ended,
    /// It was spent before, so its sign-in is over now.
    Reused { family: Vec<u8> },
}

/// Spends a refresh token and issues the next pair.
async fn change(
    state: &AppState,
    hash: &[u8],
    admin_id: i64,
    since: DateTime<Utc>,
) -> Result<Change, ApiError> {
    let mut connection = storage::connection(&state.pool).await?;
    connection
        .transaction(async |connection| -> Result<Change, ApiError> {
            queries::lock_admin(connection, admin_id).await?;
            let Some(token) = queries::find_refresh_token(connection, hash).await? else {
                return Ok(Change::Ended);
            };
            let family = token.family;
            let now = Utc::now();
            match token.spent_at {
                None => queries::spend_refresh_token(connection, hash, now).await?,
                Some(spent_at) if now < spent_at + REUSE_GRACE => {}
                Some(_) => {
                    queries::end_family(connection, &family).await?;
                    return Ok(Change::Reused { family });
                }
            }
            issue(connection, &state.keys, SignIn { admin_id, family, since }).await.map(Change::Issued)
        })
        .await
}

/// `POST /api/token/revoke/`: signs out. Always 204: what cannot be revoked is no use anyway.
///
/// Access tokens of the sign-in end with it: at this instance at once, at others within ten seconds.
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
    State(state): State<AppState>,
    JsonBody(params): JsonBody<RefreshParams>,
) -> Result<StatusCode, ApiError> {
    let hash = fingerprint(&params.refresh);
    let mut connection = storage::connection(&state.pool).await?;
    let ended = connection
        .transaction(async |connection| -> Result<Option<RefreshToken>, ApiError> {
            let Some(token) = queries::find_refresh_token(connection, &hash).await? else {
                return Ok(None);
            };
            queries::lock_admin(connection, token.admin_id).await?;
            queries::end_family(connection, &token.family).await?;
            Ok(Some(token))
        })
        .await?;
    if let Some(token) = ended {
        state.sign_ins.forget(&token.family);
        tracing::info!(admin = token.admin_id, "signed out");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/userinfo/`: who is signed in.
#[utoipa::path(
    get,
    path = "/api/userinfo/",
    tag = "session",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "Who is signed in", body = UserInfo)
    )
)]
pub(crate) async fn get_user_info(
    signed_in: SignedIn,
    State(state): State<AppState>,
) -> Result<Json<UserInfo>, ApiError> {
    let mut connection = storage::connection(&state.pool).await?;
    let user = queries::user_info(&mut connection, signed_in.admin_id).await?;
    user.map(Json).ok_or(ApiError::unauthorized(say::TOKEN_INVALID))
}

/// Signs a pair of tokens and stores the refresh token's hash.
async fn issue(
    connection: &mut AsyncPgConnection,
    keys: &TokenKeys,
    sign_in: SignIn,
) -> Result<TokenResponse, ApiError> {
    let now = Utc::now();
    let access = keys.sign(TokenType::Access, &sign_in, now)?;
    let refresh = keys.sign(TokenType::Refresh, &sign_in, now)?;
    let token = RefreshToken {
        token_hash: fingerprint(&refresh),
        expires_at: sign_in.end_of(TokenType::Refresh, now),
        family: sign_in.family,
        admin_id: sign_in.admin_id,
        spent_at: None,
    };
    queries::insert_refresh_token(connection, &token).await?;
    Ok(TokenResponse { access, refresh })
}
