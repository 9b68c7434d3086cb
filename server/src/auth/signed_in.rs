//! Being signed in, as an argument: a handler without it is public.

use std::sync::Arc;

use agency_core::messages::server as say;
use axum::{
    extract::{FromRef, FromRequestParts},
    http::{StatusCode, header, request::Parts},
};
use chrono::{DateTime, Utc};

use crate::{
    auth::{
        sign_ins::{SignIns, Standing},
        token::{SignIn, TokenKeys, TokenType},
    },
    http::{error::ApiError, observe},
    storage::Pool,
};

/// A verified admin, whose sign-in still lives and leads everywhere.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    /// The admin's number.
    pub(crate) admin_id: i64,
    /// The sign-in.
    pub(crate) family: Vec<u8>,
}

/// A verified admin, whose sign-in still lives, at the admin's own account.
#[derive(Clone, Debug)]
pub(crate) struct AccountOwner {
    /// The admin's number.
    pub(crate) admin_id: i64,
    /// The sign-in.
    pub(crate) family: Vec<u8>,
    /// When its password was given.
    pub(crate) since: DateTime<Utc>,
    standing: Standing,
}

#[cfg(test)]
impl AccountOwner {
    /// The owner of a session.
    pub(crate) const fn of(admin_id: i64, family: Vec<u8>, since: DateTime<Utc>) -> Self {
        Self { admin_id, family, since, standing: Standing::Everywhere }
    }
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
        let standing = sign_ins.standing(&pool, &sign_in.family).await?.ok_or_else(refused)?;
        observe::record_admin(sign_in.admin_id);
        let SignIn { admin_id, family, since } = sign_in;
        Ok(Self { admin_id, family, since, standing })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn
where
    AccountOwner: FromRequestParts<S, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let owner = AccountOwner::from_request_parts(parts, state).await?;
        match owner.standing {
            Standing::Everywhere => Ok(Self { admin_id: owner.admin_id, family: owner.family }),
            Standing::AccountOnly => Err(ApiError::new(StatusCode::FORBIDDEN, say::PASSWORD_DUE)),
        }
    }
}
