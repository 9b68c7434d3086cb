//! The second step of a login. It verifies the code and a challenge, a token for the verified password.

use std::sync::Arc;

use agency_core::{messages::server as say, second_factor::SecondFactorForm};
use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection as _;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{
        account::events::{self, Actor, record_event},
        browser::Browser,
        device::{Device, DeviceCookie, SetDeviceCookie},
        issuing::{self, TokenResponse, VerifiedLogin},
        queries::Credentials,
        second_factor::{
            keys::SecondFactorKeys,
            queries::{self, VerifiedFactor},
        },
        token::{SignIn, TokenKeys, TokenType, fingerprint},
    },
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        json::JsonBody,
    },
    limits::{CountedAttempt, Limits},
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

/// `POST /api/token/second-factor/`: logs in with a code, after the password.
///
/// Accepts a code of the app, up to 30 seconds early or late, or a recovery code. Each works once. Sets a device cookie, as
/// a login without a second factor does.
#[utoipa::path(
    post,
    path = "/api/token/second-factor/",
    tag = "session",
    request_body = ref("#/components/schemas/SecondFactorForm"),
    responses(
        (status = 200, description = "Signed in", body = TokenResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse),
        (status = 401, description = "The code is wrong, or the challenge has expired", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn create_token_by_second_factor(
    State(pool): State<Pool>,
    State(keys): State<Arc<TokenKeys>>,
    State(factor_keys): State<Arc<SecondFactorKeys>>,
    State(limits): State<Arc<Limits>>,
    State(metrics): State<Arc<Metrics>>,
    (ClientAddress(address), browser, device): (ClientAddress, Browser, Device),
    JsonBody(form): JsonBody<SecondFactorForm<'static>>,
) -> Result<(Option<SetDeviceCookie>, Json<TokenResponse>), ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let ended = || ApiError::unauthorized(say::CHALLENGE_ENDED);
    let claims = keys.verify(&form.challenge, TokenType::Challenge).ok_or_else(ended)?;
    let SignIn { admin_id, family: password, .. } = claims.sign_in().ok_or_else(ended)?;
    let found = queries::find_secret(&mut *storage::connection(&pool).await?, admin_id).await?;
    let (username, credentials, secret) = found
        .filter(|(_, credentials, _)| password == fingerprint(&credentials.password_hash))
        .ok_or_else(ended)?;
    let known_device = device.cookie_of(&credentials).map(DeviceCookie::known_device);
    let attempt = limits.login(&pool, address, &username, known_device).await?;
    let outcome = async {
        let factor = VerifiedFactor::verify(&pool, &factor_keys, admin_id, secret, &form.code).await?;
        let tokens = match factor {
            Some(factor) => {
                let password_hash = credentials.password_hash.clone();
                let login = VerifiedLogin { admin_id, password_hash, factor: Some(factor) };
                issuing::start_session(&pool, &keys, login, browser.clone()).await?
            }
            None => None,
        };
        if tokens.is_none() {
            tracing::info!(admin = admin_id, "a second factor was refused");
            metrics.logins_refused.inc();
            record_refused_code(&pool, admin_id, &browser).await?;
        }
        tokens.ok_or(ApiError::unauthorized(say::CODE_WRONG))
    };
    let tokens = limits.settle(&pool, attempt.as_ref(), outcome.await).await?;
    limits.forgive_with(&pool, attempt.as_ref(), claims.counted_at).await?;
    tracing::info!(admin = admin_id, "signed in");
    Ok((device.signed_in(&credentials), Json(tokens)))
}

/// Records a wrong code, so that the owner sees that someone knows the password.
async fn record_refused_code(pool: &Pool, admin_id: i64, browser: &Browser) -> Result<(), ApiError> {
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<(), ApiError> {
            events::set_actor(connection, Actor::Unknown(browser)).await?;
            Ok(record_event(connection, admin_id, events::SECOND_FACTOR_REFUSED, 1).await?)
        })
        .await
}

/// A challenge for the second factor.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChallengeResponse {
    /// The challenge to send with the code, within five minutes.
    challenge: String,
}

/// Creates a challenge for the password of these credentials. It carries the time of the counted attempt, so that the code
/// forgives only that one.
pub(crate) fn create_challenge(
    keys: &TokenKeys,
    credentials: &Credentials,
    attempt: Option<&CountedAttempt>,
    now: DateTime<Utc>,
) -> Result<ChallengeResponse, ApiError> {
    // In place of a session it has a fingerprint of the password, so that a change of it ends the challenge.
    let given =
        SignIn { admin_id: credentials.id, family: fingerprint(&credentials.password_hash), since: now };
    let counted_at = attempt.map(|attempt| attempt.made_at);
    Ok(ChallengeResponse { challenge: keys.sign_counted(TokenType::Challenge, &given, now, counted_at)? })
}
