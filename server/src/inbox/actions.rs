//! The endpoints for an action on one record, and on several.

use std::sync::Arc;

use agency_core::{
    keys::{RecordKey, record_key},
    retention::Policy,
    work::ActionRequest,
};
use axum::{
    Json,
    extract::{FromRequest as _, Path, Request, State, rejection::PathRejection},
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use diesel_async::AsyncConnection as _;
use futures_util::{StreamExt as _, stream};

use crate::{
    auth::signed_in::SignedIn,
    http::{error::ApiError, json::JsonBody},
    inbox::{
        action_body::{ActionBody, BulkBody, BulkResponse, BulkResult, ConflictResponse},
        apply::{Applied, apply},
        record::{DetailResponse, Record, load_record},
        resource::{Resource, Resources},
        routes::{key_of, not_found},
    },
    intake::idempotency::{self, IdempotencyKey},
    storage::{self, Pool},
};

/// Records that one request changes at the same time, each over a database connection.
const CONCURRENCY: usize = 4;

/// `POST /api/{list}/{slug or id}/actions/`: applies an action to a record and returns the record.
///
/// # Errors
///
/// In this order: 400 or 422 for a malformed request, 404, 409 for a reused key or another version, 422 for an action
/// that the rules do not allow.
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
    let request = body.accept()?;
    let (applied, found) = act::<R>(&pool, signed_in.admin_id, key_of::<R>(&path)?, &request, key).await?;
    let message = found.last_change();
    let record = found.response(&resources, &policy);
    Ok(match applied {
        Applied::Done => Json(record).into_response(),
        Applied::Conflict => {
            (StatusCode::CONFLICT, Json(ConflictResponse { message, record })).into_response()
        }
    })
}

/// `POST /api/{list}/actions/`: applies an action to several records, each in a transaction of its own.
///
/// With an `Idempotency-Key`, each record claims a key made of it and the slug, so that a repeated request changes
/// nothing that was changed.
///
/// # Errors
///
/// 400 or 422 for a malformed request. 404, 409 and 422 of one record are its result; any other error ends the request.
pub(crate) async fn act_on_submissions<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(resources): State<Resources<R>>,
    State(policy): State<Arc<Policy>>,
    request: Request,
) -> Result<Json<BulkResponse<DetailResponse<R::Response>>>, ApiError> {
    let key = idempotency::key_of(request.headers())?;
    let JsonBody(body) = JsonBody::<BulkBody>::from_request(request, &()).await?;
    let requests = body.accept()?;
    let mut pending = Vec::new();
    for (slug, request) in &requests {
        pending.push(act_on_slug::<R>(&pool, signed_in.admin_id, slug, request, key.as_deref()));
    }
    let mut outcomes = stream::iter(pending).buffered(CONCURRENCY).zip(stream::iter(&requests));
    let mut results = Vec::new();
    while let Some((outcome, (slug, _))) = outcomes.next().await {
        let (status, message, found) = match outcome {
            Ok((Applied::Done, found)) => (StatusCode::OK, None, Some(found)),
            Ok((Applied::Conflict, found)) => (StatusCode::CONFLICT, Some(found.last_change()), Some(found)),
            Err(error) if is_result(error.status()) => {
                (error.status(), Some(error.sentences().join(". ")), None)
            }
            Err(error) => return Err(error),
        };
        let record = found.map(|found| found.response(&resources, &policy));
        results.push(BulkResult { slug: (*slug).to_owned(), status: status.as_u16(), record, message });
    }
    Ok(Json(BulkResponse { results }))
}

/// Returns whether the status belongs to one record, not to the whole request.
fn is_result(status: StatusCode) -> bool {
    matches!(status, StatusCode::NOT_FOUND | StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY)
}

async fn act_on_slug<R: Resource>(
    pool: &Pool,
    admin_id: i64,
    slug: &str,
    request: &ActionRequest<'_>,
    key: Option<&str>,
) -> Result<(Applied, Record<R>), ApiError> {
    let name = record_key(slug).filter(|name| matches!(name, RecordKey::Slug(_)));
    // No client can send a key with a colon.
    let key = key.map(|key| format!("{key}:{slug}"));
    act(pool, admin_id, name.ok_or_else(not_found::<R>)?, request, key).await
}

/// Applies an action in a transaction and reads the record.
async fn act<R: Resource>(
    pool: &Pool,
    admin_id: i64,
    name: RecordKey<'_>,
    request: &ActionRequest<'_>,
    key: Option<String>,
) -> Result<(Applied, Record<R>), ApiError> {
    let key = key.map(|key| idempotency_key(key, admin_id, R::STORED.table, name, request));
    let act_once = async || {
        let mut connection = storage::connection(pool).await?;
        let applied = connection
            .transaction(async |connection| {
                apply(connection, R::STORED, name, admin_id, request, key.as_ref()).await
            })
            .await?;
        let found = load_record(&mut connection, name, admin_id).await?.ok_or_else(not_found::<R>)?;
        Ok((applied, found))
    };
    storage::retrying(pool, act_once).await
}

/// Returns the idempotency key of an admin's request for one record.
fn idempotency_key(
    key: String,
    admin_id: i64,
    kind: &str,
    name: RecordKey<'_>,
    request: &ActionRequest<'_>,
) -> IdempotencyKey {
    let name = match name {
        RecordKey::Id(id) => id.to_string(),
        RecordKey::Slug(slug) => slug.to_owned(),
    };
    let version = request.version.map(|version| version.to_string()).unwrap_or_default();
    let assignee = request.to.map(|to| format!("to {to}")).unwrap_or_default();
    let text = request.text.as_deref().unwrap_or_default();
    let admin = admin_id.to_string();
    let fields = ["action", kind, &name, &admin, request.action.as_str(), &version, &assignee, text];
    IdempotencyKey::new(key, fields.into_iter().map(str::as_bytes))
}
