//! Signing in, staying signed in, signing out, and who one is.

use std::time::Duration;

use agency_core::{login::LoginForm, messages::server as say};
use axum::{Json, extract::State, http::StatusCode};
use chrono::Utc;
use diesel_async::{AsyncConnection as _, AsyncPgConnection};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    auth::{
        queries::{self, RefreshToken, UserInfo},
        signed_in::SignedIn,
        token::{REFRESH_LIFETIME, TokenKeys, TokenType, fingerprint},
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
    let verified = state.passwords.verify(form.password.into_owned(), hash).await?;
    let refused = || {
        tracing::info!(admin = id, "a login was refused");
        state.metrics.logins_refused.inc();
        ApiError::unauthorized(say::INVALID_CREDENTIALS)
    };
    let admin_id = id.filter(|_| verified).ok_or_else(refused)?;

    state.limits.forgive(&state.pool, attempt).await?;
    let family: [u8; 16] = rand::random();
    let mut connection = storage::connection(&state.pool).await?;
    queries::sweep_refresh_tokens(&mut connection, admin_id, Utc::now()).await?;
    let issued = issue(&mut connection, &state.keys, admin_id, family.to_vec()).await?;
    let tokens = issued.ok_or_else(refused)?;
    tracing::info!(admin = admin_id, "signed in");
    Ok(Json(tokens))
}

/// `POST /api/token/refresh/`: changes a refresh token for a new pair.
///
/// A spent token that comes again was stolen, unless two tabs raced: the whole sign-in ends.
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
    let Some(admin_id) = state.keys.verify(&params.refresh, TokenType::Refresh) else {
        tracing::info!("a refresh was refused");
        return Err(refused);
    };
    let hash = fingerprint(&params.refresh);
    // Told only when the transaction, which may be tried again, is over.
    match storage::retrying(&state.pool, || change(&state, &hash)).await? {
        Change::Issued(tokens) => {
            observe::tell_admin(admin_id);
            Ok(Json(tokens))
        }
        Change::Ended => {
            tracing::info!(admin = admin_id, "a refresh was refused");
            Err(refused)
        }
        Change::Reused => {
            tracing::warn!(admin = admin_id, "a spent token came again: its sign-in is ended");
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
    Reused,
}

/// Spends a refresh token and issues the next pair.
async fn change(state: &AppState, hash: &[u8]) -> Result<Change, ApiError> {
    let mut connection = storage::connection(&state.pool).await?;
    connection
        .transaction(async |connection| -> Result<Change, ApiError> {
            let Some(token) = queries::lock_refresh_token(connection, hash).await? else {
                return Ok(Change::Ended);
            };
            let now = Utc::now();
            match token.spent_at {
                None => queries::spend_refresh_token(connection, hash, now).await?,
                Some(spent_at) if now < spent_at + REUSE_GRACE => {}
                Some(_) => {
                    queries::end_family(connection, &token.family).await?;
                    return Ok(Change::Reused);
                }
            }
            let issued = issue(connection, &state.keys, token.admin_id, token.family).await?;
            Ok(issued.map_or(Change::Ended, Change::Issued))
        })
        .await
}

/// `POST /api/token/revoke/`: signs out. Always 204: what cannot be revoked is no use anyway.
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
        .transaction(async |connection| -> Result<Option<i64>, ApiError> {
            let Some(token) = queries::lock_refresh_token(connection, &hash).await? else {
                return Ok(None);
            };
            queries::end_family(connection, &token.family).await?;
            Ok(Some(token.admin_id))
        })
        .await?;
    if let Some(admin_id) = ended {
        tracing::info!(admin = admin_id, "signed out");
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

/// Signs a pair of tokens and stores the refresh token's hash; none when the account was removed meanwhile.
async fn issue(
    connection: &mut AsyncPgConnection,
    keys: &TokenKeys,
    admin_id: i64,
    family: Vec<u8>,
) -> Result<Option<TokenResponse>, ApiError> {
    let now = Utc::now();
    let access = keys.sign(TokenType::Access, admin_id, now)?;
    let refresh = keys.sign(TokenType::Refresh, admin_id, now)?;
    let token = RefreshToken {
        token_hash: fingerprint(&refresh),
        family,
        admin_id,
        expires_at: now + REFRESH_LIFETIME,
        spent_at: None,
    };
    let stored = queries::insert_refresh_token(connection, &token).await?;
    Ok(stored.then_some(TokenResponse { access, refresh }))
}
