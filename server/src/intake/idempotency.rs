//! `Idempotency-Key`: a repeated request is carried out once and gets the same answer.

use agency_core::{keys::is_idempotency_key, messages::server as say};
use axum::http::{HeaderMap, StatusCode};
use diesel::{
    dsl::{IntervalDsl as _, now},
    prelude::*,
    sql_types::Timestamptz,
    upsert::excluded,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use sha2::{Digest as _, Sha256};

use crate::{
    http::error::ApiError,
    intake::form::CreatedResponse,
    storage::{
        schema::{idempotency_keys, submissions},
        slug,
    },
};

/// The key of a request, if it has one; 400 for a malformed one.
pub(crate) fn key_of(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(key) if is_idempotency_key(key) => Ok(Some(key.to_owned())),
        _ => Err(ApiError::new(StatusCode::BAD_REQUEST, say::IDEMPOTENCY_KEY_INVALID)),
    }
}

/// A key together with a hash of the request that it stands for.
pub(crate) struct IdempotencyKey {
    key: String,
    content_hash: Vec<u8>,
    /// Whether the key may be used for a new record after an hour.
    lasts_an_hour: bool,
}

impl IdempotencyKey {
    /// The key of a form: the client's, or for a form that the browser posted without a script one made of its content.
    /// That one lasts an hour, for double clicks and reloads. None where repeats are not recognised.
    pub(crate) fn of_form<'f>(
        key: Option<String>,
        is_plain_form: bool,
        kind: &str,
        content: impl Iterator<Item = &'f [u8]>,
    ) -> Option<Self> {
        let content_hash = hash(content);
        match key {
            Some(key) => Some(Self { key, content_hash, lasts_an_hour: false }),
            None if is_plain_form => {
                // No client can send a key with a colon.
                let key = format!("{kind}:{}", slug::hex(&content_hash));
                Some(Self { key, content_hash, lasts_an_hour: true })
            }
            None => None,
        }
    }

    /// A client's key for a request of these fields.
    pub(crate) fn new<'f>(key: String, content: impl Iterator<Item = &'f [u8]>) -> Self {
        Self { key, content_hash: hash(content), lasts_an_hour: false }
    }

    /// Claims the key for a submission; false if another request has it.
    ///
    /// Waits for a request with the same key whose transaction is still open.
    pub(crate) async fn claim(
        &self,
        mut connection: &AsyncPgConnection,
        submission_id: i64,
    ) -> QueryResult<bool> {
        let insert = diesel::insert_into(idempotency_keys::table).values((
            idempotency_keys::key.eq(&self.key),
            idempotency_keys::content_hash.eq(&self.content_hash),
            idempotency_keys::submission_id.eq(submission_id),
        ));
        let claimed = if self.lasts_an_hour {
            let update = insert.on_conflict(idempotency_keys::key).do_update().set((
                idempotency_keys::submission_id.eq(excluded(idempotency_keys::submission_id)),
                idempotency_keys::created_at.eq(now),
            ));
            let is_old = idempotency_keys::created_at.le(now.into_sql::<Timestamptz>() - 1.hour());
            diesel::query_dsl::methods::FilterDsl::filter(update, is_old).execute(&mut connection).await?
        } else {
            insert.on_conflict_do_nothing().execute(&mut connection).await?
        };
        Ok(claimed == 1)
    }

    /// Whether the key was used for the same request before; 409 when it was used for another one.
    pub(crate) async fn is_repeat(&self, connection: &mut AsyncPgConnection) -> Result<bool, ApiError> {
        let query = idempotency_keys::table.find(&self.key).select(idempotency_keys::content_hash);
        query.first::<Vec<u8>>(connection).await.optional()?.map_or(Ok(false), |hash| self.compare(&hash))
    }

    /// The answer to the request that claimed the key before; 409 when that was another one.
    pub(crate) async fn stored_response(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<CreatedResponse, ApiError> {
        let first: Option<(Vec<u8>, CreatedResponse)> = idempotency_keys::table
            .inner_join(submissions::table)
            .filter(idempotency_keys::key.eq(&self.key))
            .select((idempotency_keys::content_hash, (submissions::slug, submissions::created_at)))
            .first(connection)
            .await
            .optional()?;
        // Deleted since the key was found to be taken: the next try can claim it.
        let (hash, response) = first.ok_or_else(ApiError::conflict)?;
        self.compare(&hash).map(|_| response)
    }

    fn compare(&self, hash: &[u8]) -> Result<bool, ApiError> {
        if hash == self.content_hash {
            Ok(true)
        } else {
            Err(ApiError::new(StatusCode::CONFLICT, say::IDEMPOTENCY_CONFLICT))
        }
    }
}

/// The hash of a request's fields. Lengths separate them from each other.
fn hash<'f>(content: impl Iterator<Item = &'f [u8]>) -> Vec<u8> {
    let hash = content
        .fold(Sha256::new(), |hash, field| hash.chain_update(field.len().to_le_bytes()).chain_update(field));
    hash.finalize().to_vec()
}
