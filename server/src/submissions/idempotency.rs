//! `Idempotency-Key`: a repeated request is carried out once and answered alike.

use agency_core::{keys::is_idempotency_key, messages::server as say};
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::AstPass,
    sql_types::{Binary, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use sha2::{Digest as _, Sha256};

use crate::{
    http::error::ApiError,
    storage::{schema::idempotency_keys, slug},
};

/// The key of a request, when it has one; 400 for what can be none.
pub(crate) fn key_of(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(key) if is_idempotency_key(key) => Ok(Some(key.to_owned())),
        _ => Err(ApiError::new(StatusCode::BAD_REQUEST, say::IDEMPOTENCY_KEY_INVALID)),
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

/// By what a repeat of a form is known.
pub(crate) enum Repeats {
    /// Each is a form of its own.
    None,
    /// By the key that the client sends along.
    ByKey(String),
    /// By what it says, for an hour: where no script runs, nothing makes a key, but people click twice and load the
    /// answer again.
    ByContent,
}

impl Repeats {
    /// By the client's key, when it has one, and otherwise by what a form says that the browser posted itself.
    pub(crate) fn of(key: Option<String>, is_plain_form: bool) -> Self {
        match key {
            Some(key) => Self::ByKey(key),
            None if is_plain_form => Self::ByContent,
            None => Self::None,
        }
    }
}

/// A key that a request claims for what it sends.
pub(crate) struct Claim {
    /// The key.
    pub(crate) key: String,
    /// What it stands for.
    pub(crate) content_hash: Vec<u8>,
    /// Whether it may be claimed again after an hour. By the database's clock, and not by the hour of the day, at whose
    /// end a double click would be two.
    lasts_an_hour: bool,
}

impl Claim {
    /// A claim for these fields of a kind of form; none where repeats are not known.
    pub(crate) fn new<'f>(
        repeats: &Repeats,
        kind: &str,
        content: impl Iterator<Item = &'f [u8]>,
    ) -> Option<Self> {
        match repeats {
            Repeats::None => None,
            Repeats::ByKey(key) => Some(Self::by_key(key.clone(), content)),
            Repeats::ByContent => {
                let content_hash = hash(content);
                // No client can send such a key.
                let key = format!("{}:{}", kind.to_ascii_lowercase(), slug::hex(&content_hash));
                Some(Self { key, content_hash, lasts_an_hour: true })
            }
        }
    }

    /// A claim of a key for these fields.
    pub(crate) fn by_key<'f>(key: String, content: impl Iterator<Item = &'f [u8]>) -> Self {
        Self { key, content_hash: hash(content), lasts_an_hour: false }
    }

    /// Whether the key was claimed for the same before; 409 when it was for something else.
    pub(crate) async fn is_repeat(&self, connection: &mut AsyncPgConnection) -> Result<bool, ApiError> {
        let query = idempotency_keys::table.find(&self.key).select(idempotency_keys::content_hash);
        match query.first::<Vec<u8>>(connection).await.optional()? {
            Some(hash) if hash == self.content_hash => Ok(true),
            Some(_) => Err(ApiError::new(StatusCode::CONFLICT, say::IDEMPOTENCY_CONFLICT)),
            None => Ok(false),
        }
    }

    /// Claims the key as a part of a statement: a row when it could be.
    ///
    /// A second request with the key waits here until the first one's transaction ends.
    pub(crate) fn walk_ast<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, Pg>,
        slug: &'b str,
        from: &str,
    ) -> QueryResult<()> {
        out.push_sql("INSERT INTO idempotency_keys AS kept (key, content_hash, slug) SELECT ");
        out.push_bind_param::<Text, _>(&self.key)?;
        out.push_sql(", ");
        out.push_bind_param::<Binary, _>(&self.content_hash)?;
        out.push_sql(", ");
        out.push_bind_param::<Text, _>(slug)?;
        out.push_sql(&format!(" FROM {from} ON CONFLICT "));
        out.push_sql(if self.lasts_an_hour {
            "(key) DO UPDATE SET slug = excluded.slug, created_at = now() \
             WHERE kept.created_at <= now() - interval '1 hour'"
        } else {
            "DO NOTHING"
        });
        out.push_sql(" RETURNING 1");
        Ok(())
    }

    /// The answer to the request that claimed the key before.
    pub(crate) async fn first_answer(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<FirstAnswer, ApiError> {
        let first = idempotency_keys::table
            .find(&self.key)
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

/// By what the same fields are known. Lengths keep two of them from running into each other.
fn hash<'f>(content: impl Iterator<Item = &'f [u8]>) -> Vec<u8> {
    let hash = content
        .fold(Sha256::new(), |hash, field| hash.chain_update(field.len().to_le_bytes()).chain_update(field));
    hash.finalize().to_vec()
}
