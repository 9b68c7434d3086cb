//! The second step of signing in.

use std::sync::Arc;

use agency_core::{messages::server as say, second_factor::SecondFactorForm};
use axum::{Json, extract::State};

use crate::{
    auth::{
        browser::Browser,
        device::{Device, SetMark},
        issuing::{self, Opening, TokenResponse},
        password::Passwords,
        second_factor::{challenge::Challenge, proof::Proof, queries},
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
/// Takes a code of the app, of now or half a minute before or after, or a recovery code. Each is good once. Marks the
/// device as signing in without a second factor does.
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
    State(passwords): State<Passwords>,
    State(limits): State<Arc<Limits>>,
    State(metrics): State<Arc<Metrics>>,
    (ClientAddress(address), browser, device): (ClientAddress, Browser, Device),
    JsonBody(form): JsonBody<SecondFactorForm<'static>>,
) -> Result<(Option<SetMark>, Json<TokenResponse>), ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let ended = || ApiError::unauthorized(say::CHALLENGE_ENDED);
    let challenge = Challenge::read(&keys, &form.challenge).ok_or_else(ended)?;
    let admin_id = challenge.admin_id;
    let found = {
        // Given back before a slow hash.
        let mut connection = storage::connection(&pool).await?;
        queries::owner(&mut connection, admin_id).await?
    };
    let (owner, secret) =
        found.filter(|(owner, _)| challenge.is_of(&owner.password_hash)).ok_or_else(ended)?;
    let attempt = limits.login(&pool, address, &owner.username, device.mark_of(admin_id)).await?;
    let refused = || {
        tracing::info!(admin = admin_id, "a second factor was refused");
        metrics.logins_refused.inc();
        ApiError::unauthorized(say::CODE_WRONG)
    };
    let proof = Proof::find(&pool, &passwords, admin_id, secret, &form.code).await?.ok_or_else(refused)?;
    let opening = Opening { admin_id, password_hash: owner.password_hash, proof: Some(proof) };
    let tokens = issuing::sign_in(&pool, &keys, opening, browser).await?.ok_or_else(refused)?;
    // Both that of the code and that of the password, which was counted until now.
    for _ in 0..2 {
        limits.forgive(&pool, attempt.as_ref()).await?;
    }
    tracing::info!(admin = admin_id, "signed in");
    Ok((device.signed_in(admin_id), Json(tokens)))
}
