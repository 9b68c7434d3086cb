//! Extractors of the signed-in admin. A handler without one is public.

use std::sync::Arc;

use agency_core::messages::server as say;
use axum::{
    extract::{FromRef, FromRequestParts},
    http::{StatusCode, header, request::Parts},
};
use chrono::{DateTime, Utc};

use crate::{
    auth::{
        sign_ins::{Access, SignIns},
        token::{SignIn, TokenKeys, TokenType},
    },
    http::{error::ApiError, observe},
    storage::Pool,
};

/// An admin with an active session and full access.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    pub(crate) admin_id: i64,
    pub(crate) family: Vec<u8>,
}

/// An admin with an active session, for calls of the admin's own account.
#[derive(Clone, Debug)]
pub(crate) struct AccountOwner {
    pub(crate) admin_id: i64,
    pub(crate) family: Vec<u8>,
    pub(crate) since: DateTime<Utc>,
    pub(crate) access: Access,
}

impl<S: Send + Sync> FromRequestParts<S> for AccountOwner
where
    Pool: FromRef<S>,
    Arc<TokenKeys>: FromRef<S>,
    Arc<SignIns>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let refused = || ApiError::unauthorized(say::TOKEN_INVALID);
        let value = parts.headers.get(header::AUTHORIZATION).ok_or_else(refused)?;
        let (scheme, token) =
            value.to_str().ok().and_then(|value| value.split_once(' ')).ok_or_else(refused)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(refused());
        }
        let claims = Arc::<TokenKeys>::from_ref(state).verify(token.trim(), TokenType::Access);
        let sign_in = claims.and_then(|claims| claims.sign_in()).ok_or_else(refused)?;
        let (sign_ins, pool) = (Arc::<SignIns>::from_ref(state), Pool::from_ref(state));
        let access = sign_ins.find_access(&pool, &sign_in.family).await?.ok_or_else(refused)?;
        observe::record_admin(sign_in.admin_id);
        let SignIn { admin_id, family, since } = sign_in;
        Ok(Self { admin_id, family, since, access })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn
where
    AccountOwner: FromRequestParts<S, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let owner = AccountOwner::from_request_parts(parts, state).await?;
        match owner.access {
            Access::Full => Ok(Self { admin_id: owner.admin_id, family: owner.family }),
            Access::AccountOnly => Err(ApiError::new(StatusCode::FORBIDDEN, say::PASSWORD_DUE)),
        }
    }
}
