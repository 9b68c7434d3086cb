//! The record that a path names.

use agency_core::keys::{RecordKey, record_key};
use axum::{
    Extension, RequestPartsExt as _,
    extract::{FromRequestParts, Path},
    http::request::Parts,
};

use crate::{http::error::ApiError, resources::List};

/// List and key of a path. The key is checked by [`Self::key`], after the rest of the request.
pub(crate) struct RecordPath {
    pub(crate) list: List,
    /// None if it is no text.
    key: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for RecordPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let Extension(list) = parts.extract().await.map_err(ApiError::internal)?;
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
