//! `Idempotency-Key`: a repeated request is executed once and gets the stored response.

use agency_core::{
    keys::{IDEMPOTENCY_KEY_LENGTH, IDEMPOTENCY_KEY_PATTERN, is_idempotency_key},
    messages::server as say,
};
use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use diesel::{
    dsl::{IntervalDsl as _, now},
    prelude::*,
    sql_types::Timestamptz,
    upsert::excluded,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use sha2::{Digest as _, Sha256};
use utoipa::{
    IntoParams,
    openapi::{
        ObjectBuilder, Required, Type,
        path::{Parameter, ParameterBuilder, ParameterIn},
    },
};

use crate::{
    http::error::ApiError,
    intake::form::CreatedResponse,
    storage::schema::{idempotency_keys, submissions},
};

/// The key that a client sent. Rejects a malformed one with 400.
#[derive(Clone)]
pub(crate) struct SentKey(pub(crate) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for SentKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        match value.to_str() {
            Ok(key) if is_idempotency_key(key) => Ok(Self(Some(key.to_owned()))),
            _ => Err(ApiError::new(StatusCode::BAD_REQUEST, say::IDEMPOTENCY_KEY_INVALID)),
        }
    }
}

impl IntoParams for SentKey {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(*IDEMPOTENCY_KEY_LENGTH.start()))
            .max_length(Some(*IDEMPOTENCY_KEY_LENGTH.end()))
            .pattern(Some(IDEMPOTENCY_KEY_PATTERN));
        let parameter = ParameterBuilder::new()
            .name("idempotency-key")
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some("Repeats with the same key are carried out once"))
            .schema(Some(schema));
        vec![parameter.build()]
    }
}

/// Key with a hash of its request.
pub(crate) struct IdempotencyKey {
    key: String,
    content_hash: Vec<u8>,
    /// Whether the key expires after an hour.
    expires_after_hour: bool,
}

impl IdempotencyKey {
    /// Returns the key of a form: the key of the client, or a hash of the content for a form that the browser posted
    /// without a script. The hash expires after an hour; it covers double clicks and reloads. Returns `None` for requests
    /// without a key.
    pub(crate) fn of_form<'f>(
        key: Option<String>,
        is_plain_form: bool,
        kind: &str,
        content: impl Iterator<Item = &'f [u8]>,
    ) -> Option<Self> {
        let content_hash = hash(content);
        let expires_after_hour = key.is_none();
        // No client can send a key with a colon.
        let own =
            || is_plain_form.then(|| format!("{kind}:{}", Base64UrlUnpadded::encode_string(&content_hash)));
        let key = key.or_else(own)?;
        Some(Self { key, content_hash, expires_after_hour })
    }

    /// Combines the key of a client with a hash of these fields.
    pub(crate) fn new<'f>(key: String, content: impl Iterator<Item = &'f [u8]>) -> Self {
        Self { key, content_hash: hash(content), expires_after_hour: false }
    }

    /// Claims the key for a submission. Returns false if another request has it.
    ///
    /// Waits for the open transaction of a request with the same key.
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
        let claimed = if self.expires_after_hour {
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

    /// Returns the response to the same request if the key was used before: a conflict if that was another request. Returns
    /// `None` for a new key, and for one that has expired.
    pub(crate) async fn earlier_response(
        &self,
        mut connection: &AsyncPgConnection,
    ) -> QueryResult<Option<Result<CreatedResponse, ApiError>>> {
        let mut earlier = idempotency_keys::table
            .inner_join(submissions::table)
            .filter(idempotency_keys::key.eq(&self.key))
            .select((idempotency_keys::content_hash, (submissions::slug, submissions::created_at)))
            .into_boxed();
        if self.expires_after_hour {
            earlier =
                earlier.filter(idempotency_keys::created_at.gt(now.into_sql::<Timestamptz>() - 1.hour()));
        }
        let earlier: Option<(Vec<u8>, CreatedResponse)> = earlier.first(&mut connection).await.optional()?;
        Ok(earlier.map(|(hash, response)| self.compare(&hash).map(|()| response)))
    }

    /// Returns whether the key was used for the same request before. Fails with 409 if it was used for another one.
    pub(crate) async fn is_repeat(&self, connection: &mut AsyncPgConnection) -> Result<bool, ApiError> {
        let query = idempotency_keys::table.find(&self.key).select(idempotency_keys::content_hash);
        let hash: Option<Vec<u8>> = query.first(connection).await.optional()?;
        hash.map(|hash| self.compare(&hash)).transpose().map(|compared| compared.is_some())
    }

    /// Fails with 409 if the hash is of another request.
    fn compare(&self, hash: &[u8]) -> Result<(), ApiError> {
        let is_same = (hash == self.content_hash).then_some(());
        is_same.ok_or(ApiError::new(StatusCode::CONFLICT, say::IDEMPOTENCY_CONFLICT))
    }
}

/// Hashes the fields of a request, separated by their lengths.
fn hash<'f>(content: impl Iterator<Item = &'f [u8]>) -> Vec<u8> {
    let hash = content
        .fold(Sha256::new(), |hash, field| hash.chain_update(field.len().to_le_bytes()).chain_update(field));
    hash.finalize().to_vec()
}
