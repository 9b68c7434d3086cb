//! The call that does something with a record.

use std::sync::Arc;

use agency_core::{keys::record_key, retention::Policy, work::Order};
use axum::{
    Json,
    extract::{FromRequest as _, Path, Request, State, rejection::PathRejection},
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use diesel::{
    QueryResult,
    result::{DatabaseErrorKind, Error as DieselError},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::{
    auth::signed_in::SignedIn,
    http::{error::ApiError, json::JsonBody},
    lists::page::Found,
    storage::{self, Pool},
    submissions::{
        idempotency::{Claim, key_of},
        resource::{Resource, Resources, detail},
    },
    workflow::{
        body::{ActionBody, ConflictResponse},
        judge::{Verdict, judge},
        statement::Act,
    },
};

/// `POST /api/{table}/{slug}/actions/`: does something with a record, and answers with the record as it is then.
pub(crate) async fn act<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(resources): State<Resources<R>>,
    State(policy): State<Arc<Policy>>,
    path: Result<Path<String>, PathRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let key = key_of(request.headers())?;
    let JsonBody(body) = JsonBody::<ActionBody>::from_request(request, &()).await?;
    let order = body.request().accept().map_err(ApiError::refused)?;
    let Path(name) = path.map_err(|_| ApiError::not_found(R::STORED.not_found))?;
    let claim = key.map(|key| claim(key, &signed_in, R::STORED.table, &name, &order));
    let attempt = async || attempt::<R>(&pool, &signed_in, &name, &order, claim.as_ref()).await;
    let verdict = storage::retrying(&pool, attempt).await?;
    let record = |found| Json(detail(found, &resources, &policy));
    Ok(match verdict {
        Verdict::Done(found) => record(found).into_response(),
        Verdict::Changed(message, found) => {
            let record = detail(found, &resources, &policy);
            (StatusCode::CONFLICT, Json(ConflictResponse { message, record })).into_response()
        }
    })
}

/// The key's claim: of this admin for this record and this order.
fn claim(key: String, signed_in: &SignedIn, table: &str, name: &str, order: &Order<'_>) -> Claim {
    let version = order.version.map(|version| version.to_string()).unwrap_or_default();
    let admin = signed_in.admin_id.to_string();
    let assignee = order.to.map(|to| format!("to {to}")).unwrap_or_default();
    let text = order.text.as_deref().unwrap_or_default();
    let fields = ["action", table, name, &admin, order.action.as_str(), &version, &assignee, text];
    Claim::by_key(key, fields.into_iter().map(str::as_bytes))
}

/// Tries it once; what could not be done is judged by how the record stands.
async fn attempt<R: Resource>(
    pool: &Pool,
    signed_in: &SignedIn,
    name: &str,
    order: &Order<'_>,
    claim: Option<&Claim>,
) -> Result<Verdict<Found<R>>, ApiError> {
    let missing = || ApiError::not_found(R::STORED.not_found);
    let key = record_key(name).ok_or_else(missing)?;
    let mut connection = storage::connection(pool).await?;
    let statement = Act { table: R::STORED.table, key, admin_id: signed_in.admin_id, order, claim };
    let is_done = changes(&mut connection, statement).await?;
    let found = R::find(&mut connection, key).await?.ok_or_else(missing)?;
    if is_done {
        return Ok(Verdict::Done(found));
    }
    judge(&mut connection, found, order, claim).await
}

/// Carries the statement out; false where it changed nothing.
async fn changes(connection: &mut AsyncPgConnection, statement: Act<'_>) -> QueryResult<bool> {
    // Read to its end: the rows come before the commit.
    let changed: QueryResult<Vec<i64>> = statement.load(connection).await;
    match changed {
        Ok(changed) => Ok(changed == [1]),
        // The same key came at the same moment, or the account has just been removed.
        Err(DieselError::DatabaseError(
            DatabaseErrorKind::UniqueViolation | DatabaseErrorKind::ForeignKeyViolation,
            _,
        )) => Ok(false),
        Err(error) => Err(error),
    }
}
