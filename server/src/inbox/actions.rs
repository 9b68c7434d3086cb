//! The endpoints for an action on one record, and on several.

#![expect(clippy::option_option, reason = "the rules distinguish an omitted assignee from nobody")]

use std::sync::Arc;

use agency_core::{
    keys::{RecordKey, record_key},
    work::{ActionInput, ActionRequest, BulkInput, NOTE},
};
use axum::{
    Json,
    extract::{FromRequest as _, Path, Request, State, rejection::PathRejection},
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
    auth::signed_in::SignedIn,
    config::retention::Policy,
    http::{
        error::{ApiError, ErrorResponse, retrying},
        json::JsonBody,
    },
    inbox::{
        apply::apply,
        describe::{Bulk, Conflict, Detail, KeyParams},
        history::action_schema,
        record::{Record, load_record},
        resource::{Resource, Resources},
        routes::{key_of, not_found},
    },
    intake::idempotency::{self, IdempotencyKey},
    storage::{self, Pool},
};

/// Records that one request changes at the same time, each over a database connection.
const CONCURRENCY: usize = 4;

/// An action on a record.
#[derive(Deserialize, ToSchema)]
#[schema(as = ActionForm)]
pub(crate) struct ActionBody {
    /// The action.
    #[serde(default)]
    #[schema(schema_with = action_schema, required = true)]
    action: String,
    /// The last known version of the record; only a note may omit it.
    #[schema(minimum = 1)]
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
    #[schema(schema_with = action_schema, required = true)]
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
#[schema(as = BulkResponse_DetailResponse_RecordResponse)]
pub(crate) struct BulkResponse<T> {
    /// In the order of the request.
    #[schema(max_items = 100)]
    pub(crate) results: Vec<T>,
}

/// Result for one record.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BulkResult_DetailResponse_RecordResponse)]
pub(crate) struct BulkResult<T> {
    pub(crate) slug: String,
    /// The status that the action on this record alone would have had: 200, 404, 409 or 422.
    pub(crate) status: u16,
    /// The record as it is now, with 200 and with a conflict of versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) record: Option<T>,
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
#[schema(as = ConflictResponse_DetailResponse_RecordResponse)]
pub(crate) struct ConflictResponse<T> {
    /// Description of the last change, in one sentence.
    pub(crate) message: String,
    /// The record as it is now. Missing when the key was used with other content.
    #[schema(required = false)]
    pub(crate) record: T,
}

/// `POST /api/{list}/{slug or id}/actions/`: applies an action to a record and returns the record.
///
/// Errors are checked in this order: 400 or 422 for a malformed request, 404, 409 for a reused key or another version, 422
/// for an action that the rules do not allow.
#[utoipa::path(
    post,
    path = "/api/{list}/{key}/actions/",
    params(
        ("key" = String, Path, description = "The record's slug or id"),
        KeyParams
    ),
    request_body = ActionBody,
    responses(
        (status = 200, description = "The record as it is now, done or done before", body = Detail),
        (status = 404, description = "There is no such record", body = ErrorResponse),
        (
            status = 409,
            description = "Somebody else changed the record, or the key was used with other content",
            body = Conflict
        ),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn act_on_submission<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(resources): State<Resources<R>>,
    State(policy): State<Arc<Policy>>,
    path: Result<Path<String>, PathRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let key = idempotency::key_of(request.headers())?;
    let JsonBody(body) = JsonBody::<ActionBody>::from_request(request, &()).await?;
    let (request, name) = (body.accept()?, key_of::<R>(&path)?);
    let (is_done, record) =
        act::<R>(&pool, signed_in.admin_id, name, &request, key, &resources, &policy).await?;
    if is_done {
        return Ok(Json(record).into_response());
    }
    let message = record.history.last_change();
    Ok((StatusCode::CONFLICT, Json(ConflictResponse { message, record })).into_response())
}

/// `POST /api/{list}/actions/`: applies an action to several records, each in a transaction of its own.
///
/// Each record succeeds or fails by itself, in the order of the request: 404, 409 and 422 are its result. A repeated key
/// changes nothing that was changed.
#[utoipa::path(
    post,
    path = "/api/{list}/actions/",
    params(KeyParams),
    request_body = BulkBody,
    responses(
        (status = 200, description = "The result of each record", body = Bulk),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn act_on_submissions<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(resources): State<Resources<R>>,
    State(policy): State<Arc<Policy>>,
    request: Request,
) -> Result<Json<BulkResponse<BulkResult<Record<R>>>>, ApiError> {
    let key = idempotency::key_of(request.headers())?;
    let JsonBody(body) = JsonBody::<BulkBody>::from_request(request, &()).await?;
    let requests = body.accept()?;
    let mut pending = Vec::new();
    for (slug, request) in &requests {
        // No client can send a key with a colon.
        let key = key.as_ref().map(|key| format!("{key}:{slug}"));
        let (pool, resources, policy) = (&pool, &resources, &policy);
        pending.push(async move {
            let name = record_key(slug).filter(|name| matches!(name, RecordKey::Slug(_)));
            let name = name.ok_or_else(not_found::<R>)?;
            act::<R>(pool, signed_in.admin_id, name, request, key, resources, policy).await
        });
    }
    let mut outcomes = stream::iter(pending).buffered(CONCURRENCY).zip(stream::iter(&requests));
    let mut results = Vec::new();
    while let Some((outcome, (slug, _))) = outcomes.next().await {
        let (status, message, record) = match outcome {
            Ok((true, record)) => (StatusCode::OK, None, Some(record)),
            Ok((false, record)) => (StatusCode::CONFLICT, Some(record.history.last_change()), Some(record)),
            Err(error) if [404, 409, 422].contains(&error.status().as_u16()) => {
                (error.status(), Some(error.sentences().join(". ")), None)
            }
            Err(error) => return Err(error),
        };
        results.push(BulkResult { slug: (*slug).to_owned(), status: status.as_u16(), record, message });
    }
    Ok(Json(BulkResponse { results }))
}

/// Applies an action in a transaction and reads the record. Returns false if another admin changed it first.
async fn act<R: Resource>(
    pool: &Pool,
    admin_id: i64,
    name: RecordKey<'_>,
    request: &ActionRequest<'_>,
    key: Option<String>,
    resources: &Resources<R>,
    policy: &Policy,
) -> Result<(bool, Record<R>), ApiError> {
    let ActionRequest { action, version, to, text } = request;
    let record = match name {
        RecordKey::Id(id) => id.to_string(),
        RecordKey::Slug(slug) => slug.to_owned(),
    };
    // The same in every release, so that a retry after an update is recognized.
    let content =
        json!(["action", R::STORED.table, record, admin_id, action.as_str(), version, to, text]).to_string();
    let key = key.map(|key| IdempotencyKey::new(key, std::iter::once(content.as_bytes())));
    let act_once = async || {
        let mut connection = storage::connection(pool).await?;
        let is_done = connection
            .transaction(async |connection| {
                apply(connection, R::STORED, name, admin_id, request, key.as_ref()).await
            })
            .await?;
        let found = load_record::<R>(&mut connection, name, admin_id, resources, policy).await?;
        Ok((is_done, found.ok_or_else(not_found::<R>)?))
    };
    retrying(pool, act_once).await
}
