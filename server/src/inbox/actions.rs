//! Actions on one record, and on several.

use agency_core::{
    keys::{RecordKey, record_key},
    work::ActionRequest,
};
use axum::{
    Json,
    extract::{FromRequest as _, Request},
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use diesel_async::AsyncConnection as _;
use futures_util::{StreamExt as _, stream};
use serde_json::json;

use crate::{
    auth::current_admin::CurrentAdmin,
    http::{error::ApiError, json::JsonBody},
    inbox::{
        apply::apply,
        model::{
            actions::{ActionBody, BulkBody, BulkResponse, BulkResult, ConflictResponse},
            record::DetailResponse,
        },
        record::load_record,
        resource::Resource,
        routes::{KeyPath, key_of, not_found},
        state::InboxState,
    },
    intake::idempotency::{self, IdempotencyKey},
    storage::{self, retrying::retrying},
};

/// Records that one request changes at the same time, each over a database connection.
const CONCURRENCY: usize = 4;

/// Applies an action to a record, and returns the record.
pub(crate) async fn act_on_submission<R: Resource>(
    state: &InboxState,
    admin: &CurrentAdmin,
    key: &KeyPath,
    request: Request,
) -> Result<Response, ApiError> {
    let idempotency_key = idempotency::key_of(request.headers())?;
    let JsonBody(body) = JsonBody::<ActionBody>::from_request(request, &()).await?;
    let (request, name) = (body.accept()?, key_of::<R>(key)?);
    let (is_done, record) = act::<R>(state, admin.id, name, &request, idempotency_key).await?;
    if is_done {
        return Ok(Json(record).into_response());
    }
    let message = record.history.last_change();
    Ok((StatusCode::CONFLICT, Json(ConflictResponse { message, record })).into_response())
}

/// Applies an action to several records, each in a transaction of its own.
pub(crate) async fn act_on_submissions<R: Resource>(
    state: &InboxState,
    admin: &CurrentAdmin,
    request: Request,
) -> Result<Json<BulkResponse<R>>, ApiError> {
    let key = idempotency::key_of(request.headers())?;
    let JsonBody(body) = JsonBody::<BulkBody>::from_request(request, &()).await?;
    let requests = body.accept()?;
    let mut pending = Vec::new();
    for (slug, request) in &requests {
        // No client can send a key with a colon.
        let key = key.as_ref().map(|key| format!("{key}:{slug}"));
        pending.push(async move {
            let name = record_key(slug).filter(|name| matches!(name, RecordKey::Slug(_)));
            let name = name.ok_or_else(not_found::<R>)?;
            act::<R>(state, admin.id, name, request, key).await
        });
    }
    let outcomes = stream::iter(pending).buffered(CONCURRENCY).collect::<Vec<_>>().await;
    let results = outcomes.into_iter().zip(&requests).map(|(outcome, (slug, _))| {
        let (status, message, record) = match outcome {
            Ok((true, record)) => (StatusCode::OK, None, Some(record)),
            Ok((false, record)) => (StatusCode::CONFLICT, Some(record.history.last_change()), Some(record)),
            Err(error) => {
                if error.status().is_server_error() {
                    tracing::warn!(%error, "a record of several was not changed");
                }
                (error.status(), Some(error.sentences().join(". ")), None)
            }
        };
        BulkResult { slug: (*slug).to_owned(), status: status.as_u16(), record, message }
    });
    Ok(Json(BulkResponse { results: results.collect() }))
}

/// Applies an action in a transaction and reads the record. Returns false if another admin changed it first.
async fn act<R: Resource>(
    state: &InboxState,
    admin_id: i64,
    name: RecordKey<'_>,
    request: &ActionRequest<'_>,
    key: Option<String>,
) -> Result<(bool, DetailResponse<R>), ApiError> {
    let pool = &state.pool;
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
        let applied = connection.transaction(async |connection| {
            apply(connection, state.webhooks.as_deref(), R::STORED, name, admin_id, request, key.as_ref())
                .await
        });
        applied.await
    };
    let is_done = retrying(act_once).await?;
    if let Some(webhooks) = &state.webhooks {
        webhooks.written.notify_one();
    }
    // By itself, because a conflict of the reading must not repeat what is committed.
    let read = async || {
        let mut connection = storage::connection(pool).await?;
        Ok::<_, ApiError>(load_record::<R>(&mut connection, name, admin_id, &state.retention).await?)
    };
    let found = retrying(read).await?;
    Ok((is_done, found.ok_or_else(not_found::<R>)?))
}
