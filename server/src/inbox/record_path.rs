//! What the path of a staff call names.

use agency_core::keys::{RecordKey, record_key};
use axum::{
    Extension, RequestPartsExt as _,
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use utoipa::IntoParams;

use crate::{http::error::ApiError, resources::List};

/// The list that a path names. The router knows it.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct ListPath {
    /// The list
    pub(crate) list: List,
}

impl<S: Send + Sync> FromRequestParts<S> for ListPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let Extension(list) = parts.extract().await.map_err(ApiError::internal)?;
        Ok(Self { list })
    }
}

/// List and key of a path. The key is checked by [`Self::key`], after the rest of the request.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct RecordPath {
    /// The list
    pub(crate) list: List,
    /// The record's slug or id
    #[param(value_type = String)]
    key: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for RecordPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let ListPath { list } = parts.extract().await?;
        // None if it is no text.
        let key = parts.extract::<Path<String>>().await.ok().map(|Path(key)| key);
        Ok(Self { list, key })
    }
}

impl RecordPath {
    /// Returns the key of the record. Fails with 404 for text that is none.
    pub(crate) fn key(&self) -> Result<RecordKey<'_>, ApiError> {
        self.key.as_deref().and_then(record_key).ok_or_else(|| not_found(self.list))
    }
}

/// Returns 404 for a missing record.
pub(crate) fn not_found(list: List) -> ApiError {
    ApiError::not_found(list.stored().not_found)
}
