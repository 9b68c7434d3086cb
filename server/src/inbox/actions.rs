//! Actions on one record, and on several.

#![expect(clippy::option_option, reason = "the rules distinguish an omitted assignee from nobody")]

use std::sync::Arc;

use agency_core::{
    keys::{RecordKey, record_key},
    work::{ActionInput, ActionRequest, BulkInput, NOTE, RecordAction},
};
use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use diesel_async::AsyncConnection as _;
use futures_util::{StreamExt as _, stream};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type, schema::SchemaType},
};

use crate::{
    auth::current_admin::CurrentAdmin,
    http::{
        error::{ApiError, ErrorResponse},
        json::JsonBody,
    },
    inbox::{
        apply::apply,
        record::{DetailResponse, load_record},
        record_path::{ListPath, RecordPath, not_found},
        state::InboxState,
    },
    intake::idempotency::{IdempotencyKey, SentKey},
    resources::List,
    storage::{self, retrying::retrying},
};

/// An action on a record.
#[derive(Deserialize, ToSchema)]
#[schema(as = ActionForm)]
pub(crate) struct ActionBody {
    /// The action.
    #[serde(default)]
    #[schema(value_type = RecordAction, required = true)]
    action: String,
    /// The last known version of the record; only a note may omit it.
    #[schema(minimum = 1, value_type = i64, required = false)]
    version: Option<i64>,
    /// With `assign`: the username of the assignee, or null for nobody.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, required = false)]
    to: Option<Option<String>>,
    /// With `note`: the note.
    #[schema(schema_with = text_schema, required = false)]
    text: Option<String>,
}

impl ActionBody {
    /// Returns the valid action. Fails with 422 for invalid fields.
    pub(crate) fn accept(&self) -> Result<ActionRequest<'_>, ApiError> {
        let Self { action, version, to, text } = self;
        let (to, text) = (to.as_ref().map(Option::as_deref), text.as_deref().unwrap_or_default());
        ActionInput { action, version: *version, to, text }.accept().map_err(ApiError::refused)
    }
}

/// An action on several records.
#[derive(Deserialize, ToSchema)]
#[schema(as = BulkActionForm)]
pub(crate) struct BulkBody {
    /// The action: any but `note`.
    #[serde(default)]
    #[schema(value_type = RecordAction, required = true)]
    action: String,
    /// With `assign`: the username of the assignee, or null for nobody.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, required = false)]
    to: Option<Option<String>>,
    /// The records, each once.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    records: Vec<BulkRecord>,
}

/// A record of an action on several.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BulkRecord {
    slug: String,
    /// The last known version of the record.
    #[schema(minimum = 1, value_type = i64)]
    version: Option<i64>,
}

impl BulkBody {
    /// Returns the request of each record, by its slug. Fails with 422 for what no record can take.
    pub(crate) fn accept(&self) -> Result<Vec<(&str, ActionRequest<'_>)>, ApiError> {
        let records = self.records.iter().map(|record| (record.slug.as_str(), record.version)).collect();
        let to = self.to.as_ref().map(Option::as_deref);
        BulkInput { action: &self.action, to, records }.accept().map_err(ApiError::refused)
    }
}

/// The results of an action on several records.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkResponse {
    /// In the order of the request.
    #[schema(max_items = 100)]
    pub(crate) results: Vec<BulkResult>,
}

/// Result for one record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkResult {
    pub(crate) slug: String,
    /// The status that the action on this record alone would have had.
    pub(crate) status: u16,
    /// The record as it is now, with 200 and with a conflict of versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) record: Option<DetailResponse>,
    /// Error message, if the action failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) message: Option<String>,
}

/// Distinguishes null from an omitted field.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

fn text_schema() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
        .max_length(Some(NOTE.max.chars))
}

/// 409: the record has another version.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConflictResponse {
    /// Description of the last change, in one sentence.
    pub(crate) message: String,
    /// The record as it is now. Missing when the key was used with other content.
    #[schema(required = false)]
    pub(crate) record: DetailResponse,
}

/// Records that one request changes at the same time, each over a database connection.
const CONCURRENCY: usize = 4;

/// Applies an action to a record, and returns the record.
///
/// Errors are checked in this order: 400 or 422 for a malformed request, 404, 409 for a reused key or another version, 422
/// for an action that the rules do not allow.
#[utoipa::path(
    post,
    path = "/{key}/actions",
    tag = "records",
    params(
        RecordPath,
        SentKey
    ),
    request_body = ActionBody,
    responses(
        (status = 200, description = "The record as it is now, done or done before", body = DetailResponse),
        (status = 404, description = "There is no such record", body = ErrorResponse),
        (
            status = 409,
            description = "Somebody else changed the record, or the key was used with other content",
            body = ConflictResponse
        ),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn act_on_record(
    admin: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    path: RecordPath,
    SentKey(idempotency_key): SentKey,
    JsonBody(body): JsonBody<ActionBody>,
) -> Result<Response, ApiError> {
    let (request, key) = (body.accept()?, path.key()?);
    let (is_done, record) = act(&state, path.list, &admin, key, &request, idempotency_key).await?;
    if is_done {
        return Ok(Json(record).into_response());
    }
    let message = record.history.last_change();
    Ok((StatusCode::CONFLICT, Json(ConflictResponse { message, record })).into_response())
}

/// Applies an action to several records, each in a transaction of its own.
///
/// Each record succeeds or fails by itself, in the order of the request: 404, 409 and 422 are its result. A repeated key
/// changes nothing that was changed.
#[utoipa::path(
    post,
    path = "/actions",
    tag = "records",
    params(ListPath, SentKey),
    request_body = BulkBody,
    responses(
        (status = 200, description = "The result of each record", body = BulkResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn act_on_records(
    admin: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    ListPath { list }: ListPath,
    SentKey(key): SentKey,
    JsonBody(body): JsonBody<BulkBody>,
) -> Result<Response, ApiError> {
    let requests = body.accept()?;
    let mut pending = Vec::new();
    let (state, admin) = (&state, &admin);
    for (slug, request) in &requests {
        // No client can send a key with a colon.
        let key = key.as_ref().map(|key| format!("{key}:{slug}"));
        pending.push(async move {
            let name = record_key(slug).filter(|name| matches!(name, RecordKey::Slug(_)));
            let name = name.ok_or_else(|| not_found(list))?;
            act(state, list, admin, name, request, key).await
        });
    }
    let outcomes = stream::iter(pending).buffered(CONCURRENCY).collect::<Vec<_>>().await;
    let failures = outcomes.iter().filter_map(|outcome| outcome.as_ref().err());
    let source = failures.filter_map(ApiError::source).min_by_key(|source| source.status).cloned();
    let results = outcomes.into_iter().zip(&requests).map(|(outcome, (slug, _))| {
        let (status, message, record) = match outcome {
            Ok((true, record)) => (StatusCode::OK, None, Some(record)),
            Ok((false, record)) => (StatusCode::CONFLICT, Some(record.history.last_change()), Some(record)),
            Err(error) => (error.status(), Some(error.sentences().join(". ")), None),
        };
        BulkResult { slug: (*slug).to_owned(), status: status.as_u16(), record, message }
    });
    let mut response = Json(BulkResponse { results: results.collect() }).into_response();
    if let Some(source) = source {
        response.extensions_mut().insert(source);
    }
    Ok(response)
}

/// Applies an action in a transaction and reads the record. Returns false if another admin changed it first.
async fn act(
    state: &InboxState,
    list: List,
    admin: &CurrentAdmin,
    name: RecordKey<'_>,
    request: &ActionRequest<'_>,
    key: Option<String>,
) -> Result<(bool, DetailResponse), ApiError> {
    let pool = &state.pool;
    let ActionRequest { action, version, to, text } = request;
    let record = match name {
        RecordKey::Id(id) => id.to_string(),
        RecordKey::Slug(slug) => slug.to_owned(),
    };
    // The same in every release, so that a retry after an update is recognized.
    let content =
        json!(["action", list.name(), record, admin.id, action.as_str(), version, to, text]).to_string();
    let key = key.map(|key| IdempotencyKey::new(key, std::iter::once(content.as_bytes())));
    let act_once = async || {
        let mut connection = storage::connection(pool).await?;
        let applied = connection.transaction(async |connection| {
            apply(connection, state.webhooks.as_deref(), list.stored(), name, admin, request, key.as_ref())
                .await
        });
        applied.await
    };
    let is_done = retrying(act_once).await?;
    // What is no longer spam releases its mails.
    if matches!(action, RecordAction::NotSpam | RecordAction::Undo)
        && let Some(mails) = &state.mails
    {
        mails.written.notify_one();
    }
    if let Some(webhooks) = &state.webhooks {
        webhooks.written.notify_one();
    }
    // By itself, because a conflict of the reading must not repeat what is committed.
    let read = async || {
        let mut connection = storage::connection(pool).await?;
        Ok::<_, ApiError>(load_record(&mut connection, list, name, admin.id, &state.retention).await?)
    };
    let found = retrying(read).await?;
    Ok((is_done, found.ok_or_else(|| not_found(list))?))
}
