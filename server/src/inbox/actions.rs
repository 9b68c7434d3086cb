//! The endpoint for an action on one record.

use std::sync::Arc;

use agency_core::{keys::RecordKey, retention::Policy, work::ActionRequest};
use axum::{
    Json,
    extract::{FromRequest as _, Path, Request, State, rejection::PathRejection},
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use diesel_async::AsyncConnection as _;

use crate::{
    auth::signed_in::SignedIn,
    http::{error::ApiError, json::JsonBody},
    inbox::{
        action_body::{ActionBody, ConflictResponse},
        apply::{self, Applied},
        record,
        resource::{Resource, Resources},
        routes::{key_of, not_found},
    },
    intake::idempotency::{self, IdempotencyKey},
    storage::{self, Pool},
};

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
    let request = body.input().accept().map_err(ApiError::refused)?;
    let name = key_of::<R>(&path)?;
    let path = path.as_ref().map(|Path(path)| path.as_str()).unwrap_or_default();
    let key = key.map(|key| idempotency_key(key, signed_in.admin_id, R::STORED.table, path, &request));
    let (applied, found) = act::<R>(&pool, signed_in.admin_id, name, &request, key.as_ref()).await?;
    Ok(match applied {
        Applied::Done => Json(found.response(&resources, &policy)).into_response(),
        Applied::Conflict => {
            let message = found.last_change();
            let conflict = ConflictResponse { message, record: found.response(&resources, &policy) };
            (StatusCode::CONFLICT, Json(conflict)).into_response()
        }
    })
}

/// Returns the idempotency key of an admin's request for one record.
pub(super) fn idempotency_key(
    key: String,
    admin_id: i64,
    kind: &str,
    name: &str,
    request: &ActionRequest<'_>,
) -> IdempotencyKey {
    let version = request.version.map(|version| version.to_string()).unwrap_or_default();
    let admin = admin_id.to_string();
    let assignee = request.to.map(|to| format!("to {to}")).unwrap_or_default();
    let text = request.text.as_deref().unwrap_or_default();
    let fields = ["action", kind, name, &admin, request.action.as_str(), &version, &assignee, text];
    IdempotencyKey::new(key, fields.into_iter().map(str::as_bytes))
}

/// Applies an action in a transaction and reads the record.
///
/// # Errors
///
/// Those of [`apply::apply`].
pub(super) async fn act<R: Resource>(
    pool: &Pool,
    admin_id: i64,
    name: RecordKey<'_>,
    request: &ActionRequest<'_>,
    key: Option<&IdempotencyKey>,
) -> Result<(Applied, record::Record<R>), ApiError> {
    storage::retrying(pool, async || attempt::<R>(pool, admin_id, name, request, key).await).await
}

async fn attempt<R: Resource>(
    pool: &Pool,
    admin_id: i64,
    name: RecordKey<'_>,
    request: &ActionRequest<'_>,
    key: Option<&IdempotencyKey>,
) -> Result<(Applied, record::Record<R>), ApiError> {
    let mut connection = storage::connection(pool).await?;
    let applied = connection
        .transaction(async |connection| {
            apply::apply(connection, R::STORED, name, admin_id, request, key).await
        })
        .await?;
    let found =
        record::load_record::<R>(&mut connection, name, admin_id).await?.ok_or_else(not_found::<R>)?;
    Ok((applied, found))
}
