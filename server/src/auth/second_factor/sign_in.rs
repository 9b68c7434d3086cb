//! The second step of signing in.

use std::sync::Arc;

use agency_core::{messages::server as say, second_factor::SecondFactorForm};
use axum::{Json, extract::State};

use crate::{
    auth::{
        account::events,
        browser::Browser,
        device::{Device, DeviceCookie, SetDeviceCookie},
        issuing::{self, Opening, TokenResponse},
        second_factor::{challenge::Challenge, keys::SecondFactorKeys, proof::Proof, queries},
        token::TokenKeys,
    },
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        json::JsonBody,
    },
    limits::Limits,
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

/// `POST /api/token/second-factor/`: signs in with the code that comes after the password.
///
/// Takes a code of the app, of now or half a minute before or after, or a recovery code. Each is good once. The device
/// gets its cookie, as it does where no second factor is asked.
#[utoipa::path(
    post,
    path = "/api/token/second-factor/",
    tag = "session",
    request_body = ref("#/components/schemas/SecondFactorForm"),
    responses(
        (status = 200, description = "Signed in", body = TokenResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse),
        (status = 401, description = "Not signed in", body = ErrorResponse),
        (status = 422, description = "A rule refused it", body = ErrorResponse)
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
    let challenge = Challenge::read(&keys, &form.challenge).ok_or_else(ended)?;
    let admin_id = challenge.admin_id;
    let found = queries::owner(&mut *storage::connection(&pool).await?, admin_id).await?;
    let (username, credentials, secret) =
        found.filter(|(_, credentials, _)| challenge.is_of(&credentials.password_hash)).ok_or_else(ended)?;
    let known_device = device.cookie_of(&credentials).map(DeviceCookie::known_device);
    let attempt = limits.login(&pool, address, &username, known_device).await?;
    let outcome = async {
        let proof = Proof::find(&pool, &factor_keys, admin_id, secret, &form.code).await?;
        let tokens = match proof {
            Some(proof) => {
                let password_hash = credentials.password_hash.clone();
                let opening = Opening { admin_id, password_hash, proof: Some(proof) };
                issuing::sign_in(&pool, &keys, opening, browser.clone()).await?
            }
            None => None,
        };
        if tokens.is_none() {
            tracing::info!(admin = admin_id, "a second factor was refused");
            metrics.logins_refused.inc();
            // Someone has the password: its owner sees it.
            events::note_refused_code(&pool, admin_id, &browser).await?;
        }
        tokens.ok_or(ApiError::unauthorized(say::CODE_WRONG))
    };
    let tokens = limits.settle(&pool, attempt.as_ref(), outcome.await).await?;
    limits.forgive_with(&pool, attempt.as_ref(), challenge.counted_at).await?;
    tracing::info!(admin = admin_id, "signed in");
    Ok((device.signed_in(&credentials), Json(tokens)))
}
