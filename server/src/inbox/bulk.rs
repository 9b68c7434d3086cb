//! The endpoint for one action on several records.

use std::sync::Arc;

use agency_core::{
    keys::{RecordKey, record_key},
    retention::Policy,
    work::ActionRequest,
};
use axum::{
    Json,
    extract::{FromRequest as _, Request, State},
    http::StatusCode,
};
use futures_util::{StreamExt as _, stream};

use crate::{
    auth::signed_in::SignedIn,
    http::{error::ApiError, json::JsonBody},
    inbox::{
        action_body::{BulkBody, BulkResponse, BulkResult},
        actions::{act, idempotency_key},
        apply::Applied,
        record::{DetailResponse, Record},
        resource::{Resource, Resources},
        routes::not_found,
    },
    intake::idempotency,
    storage::Pool,
};

/// Records that one request changes at the same time, each over a database connection.
const CONCURRENCY: usize = 4;

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
    let mut pending = Vec::new();
    for (slug, request) in body.accept()? {
        pending.push(act_on_slug::<R>(&pool, signed_in.admin_id, slug, request, key.as_deref()));
    }
    let mut outcomes = stream::iter(pending).buffered(CONCURRENCY);
    let mut results = Vec::new();
    while let Some((slug, outcome)) = outcomes.next().await {
        let (status, record, message) = match outcome {
            Ok((Applied::Done, found)) => (StatusCode::OK, Some(found), None),
            Ok((Applied::Conflict, found)) => {
                let message = found.last_change();
                (StatusCode::CONFLICT, Some(found), Some(message))
            }
            Err(error) if is_result(error.status()) => {
                (error.status(), None, Some(error.sentences().join(". ")))
            }
            Err(error) => return Err(error),
        };
        let record = record.map(|found| found.response(&resources, &policy));
        results.push(BulkResult { slug: slug.to_owned(), status: status.as_u16(), record, message });
    }
    Ok(Json(BulkResponse { results }))
}

type Outcome<R> = Result<(Applied, Record<R>), ApiError>;

/// Applies an action to the record with this slug.
async fn act_on_slug<'a, R: Resource>(
    pool: &Pool,
    admin_id: i64,
    slug: &'a str,
    request: ActionRequest<'_>,
    key: Option<&str>,
) -> (&'a str, Outcome<R>) {
    let Some(name @ RecordKey::Slug(_)) = record_key(slug) else { return (slug, Err(not_found::<R>())) };
    // No client can send a key with a colon.
    let key =
        key.map(|key| idempotency_key(format!("{key}:{slug}"), admin_id, R::STORED.table, slug, &request));
    (slug, act::<R>(pool, admin_id, name, &request, key.as_ref()).await)
}

/// Returns whether the status belongs to one record, not to the whole request.
fn is_result(status: StatusCode) -> bool {
    matches!(status, StatusCode::NOT_FOUND | StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY)
}
