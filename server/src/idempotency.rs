//! `Idempotency-Key`: a repeated request is carried out once and answered alike.

use agency_core::{keys::is_idempotency_key, messages::server as say};
use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use sha2::{Digest as _, Sha256};

use crate::{error::ApiError, schema::idempotency_keys};

/// The key of a request, when it has one.
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        match value.to_str() {
            Ok(key) if is_idempotency_key(key) => Ok(Self(Some(key.to_owned()))),
            _ => Err(ApiError::new(StatusCode::BAD_REQUEST, say::IDEMPOTENCY_KEY_INVALID)),
        }
    }
}

/// The answer to a creating call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FirstAnswer {
    /// The record's slug.
    pub(crate) slug: String,
    /// When the record was made.
    pub(crate) created_at: DateTime<Utc>,
}

/// A key that a request claims for what it sends.
pub(crate) struct Claim<'a> {
    /// The key.
    pub(crate) key: &'a str,
    /// By what two requests with the same key are known to be the same.
    pub(crate) content_hash: Vec<u8>,
}

impl<'a> Claim<'a> {
    /// A claim for these fields.
    pub(crate) fn new<'f>(key: &'a str, content: impl Iterator<Item = &'f [u8]>) -> Self {
        // Lengths keep two fields from running into each other.
        let hash = content.fold(Sha256::new(), |hash, field| {
            hash.chain_update(field.len().to_le_bytes()).chain_update(field)
        });
        Self { key, content_hash: hash.finalize().to_vec() }
    }

    /// The answer to the request that claimed the key before.
    pub(crate) async fn first_answer(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<FirstAnswer, ApiError> {
        let first = idempotency_keys::table
            .find(self.key)
            .select((idempotency_keys::content_hash, idempotency_keys::slug, idempotency_keys::created_at))
            .first::<(Vec<u8>, String, DateTime<Utc>)>(connection)
            .await
            .optional()?;
        match first {
            Some((hash, slug, created_at)) if hash == self.content_hash => {
                Ok(FirstAnswer { slug, created_at })
            }
            Some(_) => Err(ApiError::new(StatusCode::CONFLICT, say::IDEMPOTENCY_CONFLICT)),
            // The key was swept since it was found to be claimed: now it can be.
            None => Err(ApiError::conflict()),
        }
    }
}
