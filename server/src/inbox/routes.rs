//! Endpoints that read submissions, the same for every kind.

use std::sync::Arc;

use agency_core::{
    filter::{Filter, NAMES},
    keys::{RecordKey, record_key},
    retention::Policy,
};
use axum::{
    Json,
    extract::{FromRequestParts, Path, Query, Request, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode, request::Parts},
    response::Response,
};
use serde::Deserialize;

use crate::{
    auth::signed_in::SignedIn,
    http::{client::ClientAddress, error::ApiError},
    inbox::{
        etag,
        history::{self, HistoryResponse, PAGE_SIZE},
        list,
        neighbours::{self, NeighboursResponse},
        record,
        resource::{Resource, Resources},
        search::SearchLimit,
        submission::WorkedResponse,
    },
    intake::create::{IntakeState, create},
    storage::{self, Pool},
};

/// Filter of a list, from the query of the URL. Rejects repeated parameters with 400 and invalid values with 422.
pub(crate) struct ListParams(pub(crate) Filter);

impl<S: Send + Sync> FromRequestParts<S> for ListParams {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let unreadable = || ApiError::of_status(StatusCode::BAD_REQUEST);
        let pairs = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let Query(pairs) = pairs.map_err(|_| unreadable())?;
        let times = |part: &str| pairs.iter().filter(|(name, _)| name == part).count();
        if NAMES.into_iter().any(|part| times(part) > 1) {
            return Err(unreadable());
        }
        let (filter, errors) = Filter::parse(parts.uri.query().unwrap_or_default());
        if errors.is_empty() { Ok(Self(filter)) } else { Err(ApiError::refused(errors)) }
    }
}

/// `GET /api/{list}?{filter}`: returns a page of a list.
pub(crate) async fn list_submissions<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(limit): State<Arc<SearchLimit>>,
    State(resources): State<Resources<R>>,
    ListParams(filter): ListParams,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let permit = limit.permit(&filter).await?;
    let mut connection = storage::connection(&pool).await?;
    let page = list::load_page::<R>(&mut connection, &filter, signed_in.admin_id).await?;
    drop((connection, permit));
    etag::answer(&headers, &page.map(|row| WorkedResponse::new(row, &resources)))
}

/// `GET /api/{list}/{slug or id}`: returns a record.
pub(crate) async fn get_submission<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(resources): State<Resources<R>>,
    State(policy): State<Arc<Policy>>,
    key: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let key = key_of::<R>(&key)?;
    let mut connection = storage::connection(&pool).await?;
    let found = record::load_record::<R>(&mut connection, key, signed_in.admin_id).await?;
    let found = found.ok_or_else(not_found::<R>)?;
    drop(connection);
    etag::answer(&headers, &found.response(&resources, &policy))
}

/// Query of a history page.
#[derive(Deserialize)]
pub(crate) struct HistoryParams {
    before: i64,
}

/// `GET /api/{list}/{slug or id}/history?before=`: returns the 200 events before another one.
pub(crate) async fn get_history<R: Resource>(
    _: SignedIn,
    State(pool): State<Pool>,
    key: Result<Path<String>, PathRejection>,
    params: Result<Query<HistoryParams>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<HistoryResponse>, ApiError> {
    let key = key_of::<R>(&key)?;
    let Query(HistoryParams { before }) = params.map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
    let connection = storage::connection(&pool).await?;
    let place = neighbours::place_of(&connection, R::STORED.table, key).await?;
    let id = place.ok_or_else(not_found::<R>)?.id;
    let events = history::load_history(&connection, id, Some(before), PAGE_SIZE).await?;
    Ok(Json(events.into()))
}

/// `GET /api/{list}/{slug or id}/neighbours?{filter}`: returns the records before and after one in a list.
pub(crate) async fn get_neighbours<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(limit): State<Arc<SearchLimit>>,
    key: Result<Path<String>, PathRejection>,
    ListParams(filter): ListParams,
) -> Result<Json<NeighboursResponse>, ApiError> {
    let key = key_of::<R>(&key)?;
    let _permit = limit.permit(&filter).await?;
    let mut connection = storage::connection(&pool).await?;
    let kind = R::STORED.table;
    let found = neighbours::load_neighbours(&mut connection, kind, key, &filter, signed_in.admin_id).await?;
    found.map(Json).ok_or_else(not_found::<R>)
}

/// `POST /api/{list}/create/`: stores a form. Open to visitors.
pub(crate) async fn create_submission<R: Resource>(
    State(intake): State<IntakeState>,
    State(resources): State<Resources<R>>,
    ClientAddress(address): ClientAddress,
    request: Request,
) -> Response {
    create::<R::Form>(&intake, &resources, address, request).await
}

/// Parses the key of a record in a path.
pub(crate) fn key_of<R: Resource>(
    key: &Result<Path<String>, PathRejection>,
) -> Result<RecordKey<'_>, ApiError> {
    let key = key.as_ref().ok().and_then(|Path(key)| record_key(key));
    key.ok_or_else(not_found::<R>)
}

/// Returns 404 for a missing record.
pub(crate) fn not_found<R: Resource>() -> ApiError {
    ApiError::not_found(R::STORED.not_found)
}
