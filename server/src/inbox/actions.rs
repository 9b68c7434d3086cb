//! The call that does something with a record.

use std::sync::Arc;

use agency_core::{keys::RecordKey, messages::server as say, retention::Policy, work::Order};
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

/// `POST /api/{list}/{slug or id}/actions/`: does something with a record, and answers with the record as it is then.
///
/// # Errors
///
/// In this order: 400 or 422 for a malformed request, 404, 409 for a reused key or another version, 422 for an action
/// that the table of moves does not allow.
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
    let order = body.request().accept().map_err(ApiError::refused)?;
    let name = key_of::<R>(&path)?;
    let key = key.map(|key| idempotency_key(key, &signed_in, R::STORED.table, &path, &order));
    let attempt = async || attempt::<R>(&pool, signed_in.admin_id, name, &order, key.as_ref()).await;
    let (applied, found) = storage::retrying(&pool, attempt).await?;
    let record = found.response(&resources, &policy);
    Ok(match applied {
        Applied::Done => Json(record).into_response(),
        Applied::Conflict => {
            let conflict = ConflictResponse { message: say::RECORD_CHANGED, record };
            (StatusCode::CONFLICT, Json(conflict)).into_response()
        }
    })
}

/// The key of this admin's request for this record.
fn idempotency_key(
    key: String,
    signed_in: &SignedIn,
    kind: &str,
    path: &Result<Path<String>, PathRejection>,
    order: &Order<'_>,
) -> IdempotencyKey {
    let name = path.as_ref().map(|Path(name)| name.as_str()).unwrap_or_default();
    let version = order.version.map(|version| version.to_string()).unwrap_or_default();
    let admin = signed_in.admin_id.to_string();
    let assignee = order.to.map(|to| format!("to {to}")).unwrap_or_default();
    let text = order.text.as_deref().unwrap_or_default();
    let fields = ["action", kind, name, &admin, order.action.as_str(), &version, &assignee, text];
    IdempotencyKey::new(key, fields.into_iter().map(str::as_bytes))
}

/// Applies the action once and reads the record.
async fn attempt<R: Resource>(
    pool: &Pool,
    admin_id: i64,
    name: RecordKey<'_>,
    order: &Order<'_>,
    key: Option<&IdempotencyKey>,
) -> Result<(Applied, record::Record<R>), ApiError> {
    let mut connection = storage::connection(pool).await?;
    let applied = connection
        .transaction(async |connection| apply::apply(connection, R::STORED, name, admin_id, order, key).await)
        .await?;
    let found = record::read::<R>(&mut connection, name).await?.ok_or_else(not_found::<R>)?;
    Ok((applied, found))
}
