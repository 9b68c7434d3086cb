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

/// Claims a request's key inside the transaction that creates the record; the first answer when the key was claimed
/// before.
///
/// A second request with the key waits here until the first one's transaction ends. `now()` is the transaction's
/// start, so record and key carry the same instant.
pub(crate) async fn claim<'a>(
    connection: &mut AsyncPgConnection,
    key: &str,
    content: impl Iterator<Item = &'a [u8]>,
    slug: &str,
) -> Result<Option<FirstAnswer>, ApiError> {
    let hash = content_hash(content);
    let claimed = diesel::insert_into(idempotency_keys::table)
        .values((
            idempotency_keys::key.eq(key),
            idempotency_keys::content_hash.eq(&hash),
            idempotency_keys::slug.eq(slug),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    if claimed > 0 {
        return Ok(None);
    }
    let (first_hash, slug, created_at) = idempotency_keys::table
        .find(key)
        .select((idempotency_keys::content_hash, idempotency_keys::slug, idempotency_keys::created_at))
        .first::<(Vec<u8>, String, DateTime<Utc>)>(connection)
        .await?;
    if first_hash == hash {
        Ok(Some(FirstAnswer { slug, created_at }))
    } else {
        Err(ApiError::new(StatusCode::CONFLICT, say::IDEMPOTENCY_CONFLICT))
    }
}

/// Lengths keep two fields from running into each other.
fn content_hash<'a>(content: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let hash = content
        .fold(Sha256::new(), |hash, field| hash.chain_update(field.len().to_le_bytes()).chain_update(field));
    hash.finalize().to_vec()
}
