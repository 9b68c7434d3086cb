//! Extractors of the signed-in admin. A handler without one is public.

use std::sync::Arc;

use agency_core::messages::server as say;
use axum::{
    extract::{FromRef, FromRequestParts},
    http::{StatusCode, header, request::Parts},
};

use crate::{
    auth::{
        browser::name_browser,
        sign_ins::Access,
        state::AuthState,
        token::{SignIn, TokenType},
    },
    http::{error::ApiError, observe},
};

/// An admin with an active session and full access.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    pub(crate) admin_id: i64,
    pub(crate) family: Vec<u8>,
}

/// An admin with an active session, for calls of the admin's own account.
pub(crate) struct AccountOwner {
    pub(crate) session: SignIn,
    /// The browser in words; empty if unknown.
    pub(crate) browser: String,
    pub(crate) state: Arc<AuthState>,
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn
where
    Arc<AuthState>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let (session, access) = find_session(parts, &Arc::from_ref(state)).await?;
        match access {
            Access::Full => Ok(Self { admin_id: session.admin_id, family: session.family }),
            Access::AccountOnly => Err(ApiError::new(StatusCode::FORBIDDEN, say::PASSWORD_DUE)),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AccountOwner
where
    Arc<AuthState>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let state = Arc::<AuthState>::from_ref(state);
        let (session, _) = find_session(parts, &state).await?;
        Ok(Self { session, browser: name_browser(&parts.headers), state })
    }
}

/// Returns the active session of a request's access token.
async fn find_session(parts: &Parts, state: &AuthState) -> Result<(SignIn, Access), ApiError> {
    let refused = || ApiError::unauthorized(say::TOKEN_INVALID);
    let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let (scheme, token) = value.and_then(|value| value.split_once(' ')).ok_or_else(refused)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(refused());
    }
    let claims = state.keys.verify(token.trim(), TokenType::Access);
    let session = claims.and_then(|claims| claims.sign_in()).ok_or_else(refused)?;
    let access = state.sign_ins.find_access(&state.pool, &session.family).await?.ok_or_else(refused)?;
    observe::record_admin(session.admin_id);
    Ok((session, access))
}
