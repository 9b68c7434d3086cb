//! The session of a request: the middleware that refuses requests without one, and extractors of its admin.

use std::sync::Arc;

use agency_core::messages::server as say;
use axum::{
    extract::{FromRef, FromRequestParts, Request, State},
    http::{StatusCode, request::Parts},
    middleware::Next,
    response::Response,
};
use axum_extra::{
    TypedHeader,
    headers::{Authorization, authorization::Bearer},
    typed_header::TypedHeaderRejection,
};

use crate::{
    auth::{
        access::{Access, find_access},
        browser::name_browser,
        state::AuthState,
        token::{Session, TokenType},
    },
    http::{error::ApiError, observe},
};

/// An admin with an active session and full access.
#[derive(Clone, Debug)]
pub(crate) struct CurrentAdmin {
    pub(crate) id: i64,
    pub(crate) session_id: Vec<u8>,
}

/// An admin with an active session, for calls of the admin's own account.
pub(crate) struct AccountOwner {
    pub(crate) session: Session,
    /// The browser in words; empty if unknown.
    pub(crate) browser: String,
    pub(crate) state: Arc<AuthState>,
}

/// The active session of a request.
#[derive(Clone)]
pub(crate) struct ActiveSession {
    session: Session,
    access: Access,
}

/// The access token of a request, if it has one.
pub(crate) type BearerHeader = Result<TypedHeader<Authorization<Bearer>>, TypedHeaderRejection>;

/// Refuses a request without an active session. The handlers behind it extract a [`CurrentAdmin`] or an [`AccountOwner`].
pub(crate) async fn require_session(
    State(state): State<Arc<AuthState>>,
    bearer: BearerHeader,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let session = ActiveSession::of_bearer(bearer, &state).await?;
    request.extensions_mut().insert(session);
    Ok(next.run(request).await)
}

impl ActiveSession {
    /// Finds the session of a request's access token. Fails with 401 if there is none.
    pub(crate) async fn of_bearer(bearer: BearerHeader, state: &AuthState) -> Result<Self, ApiError> {
        let Ok(TypedHeader(Authorization(bearer))) = bearer else { return Err(unauthorized()) };
        let claims = state.keys.verify(bearer.token(), TokenType::Access);
        let session = claims.and_then(|claims| claims.session()).ok_or_else(unauthorized)?;
        let access = find_access(&state.pool, &session.id).await?.ok_or_else(unauthorized)?;
        observe::record_admin(session.admin_id);
        Ok(Self { session, access })
    }

    /// Returns the admin. Fails with 403 if the session is for the account only.
    pub(crate) fn admin(&self) -> Result<CurrentAdmin, ApiError> {
        let Self { session, access } = self;
        match access {
            Access::Full => Ok(CurrentAdmin { id: session.admin_id, session_id: session.id.clone() }),
            Access::AccountOnly => Err(ApiError::new(StatusCode::FORBIDDEN, say::PASSWORD_DUE)),
        }
    }

    /// Returns the session that [`require_session`] found.
    fn of_request(parts: &Parts) -> Result<&Self, ApiError> {
        parts.extensions.get().ok_or_else(unauthorized)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for CurrentAdmin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        ActiveSession::of_request(parts)?.admin()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AccountOwner
where
    Arc<AuthState>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let session = ActiveSession::of_request(parts)?.session.clone();
        Ok(Self { session, browser: name_browser(&parts.headers), state: Arc::from_ref(state) })
    }
}

fn unauthorized() -> ApiError {
    ApiError::unauthorized(say::TOKEN_INVALID)
}
