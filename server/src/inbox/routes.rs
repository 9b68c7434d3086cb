//! Endpoints that read submissions, the same for every kind.

use std::sync::Arc;

use agency_core::{
    filter::{Filter, NAMES},
    keys::{RecordKey, record_key},
};
use axum::{
    Json,
    extract::{FromRequestParts, Path, Query, Request, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode, request::Parts},
    response::Response,
};
use serde::Deserialize;
use url::form_urlencoded;

use crate::{
    auth::signed_in::SignedIn,
    config::retention::Policy,
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
    },
    inbox::{
        describe::{Detail, FilterParams, KeyParams, List},
        etag,
        history::{self, HistoryResponse, PAGE_SIZE},
        list,
        neighbours::{self, NeighboursResponse},
        record::load_record,
        resource::{Resource, Resources},
        search::SearchLimit,
        submission::Row,
    },
    intake::{
        create::{IntakeState, create},
        form::CreatedResponse,
    },
    storage::{self, Pool},
};

/// Filter of a list, from the query of the URL. Rejects repeated parameters with 400 and invalid values with 422.
pub(crate) struct ListParams(pub(crate) Filter);

impl<S: Send + Sync> FromRequestParts<S> for ListParams {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let query = parts.uri.query().unwrap_or_default();
        let times = |name| form_urlencoded::parse(query.as_bytes()).filter(|(part, _)| part == name).count();
        if NAMES.into_iter().any(|name| times(name) > 1) {
            return Err(ApiError::of_status(StatusCode::BAD_REQUEST));
        }
        let (filter, errors) = Filter::parse(query);
        if errors.is_empty() { Ok(Self(filter)) } else { Err(ApiError::refused(errors)) }
    }
}

/// `GET /api/{list}?{filter}`: returns a page of the list.
#[utoipa::path(
    get,
    path = "/api/{list}",
    params(
        FilterParams,
        ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
    ),
    responses(
        (status = 200, description = "One page, with its tag", body = List),
        (status = 304, description = "Not modified"),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
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
    etag::answer(&headers, &page.map(|row: Row<R>| row.with_links(&resources)))
}

/// `GET /api/{list}/{slug or id}`: returns a record.
#[utoipa::path(
    get,
    path = "/api/{list}/{key}",
    params(
        ("key" = String, Path, description = "The record's slug or id"),
        ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
    ),
    responses(
        (status = 200, description = "The record, with its tag", body = Detail),
        (status = 304, description = "The record has not changed since the answer of that tag"),
        (status = 404, description = "There is no such record", body = ErrorResponse)
    )
)]
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
    let found = load_record::<R>(&mut connection, key, signed_in.admin_id, &resources, &policy).await?;
    drop(connection);
    etag::answer(&headers, &found.ok_or_else(not_found::<R>)?)
}

/// Query of a history page.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoryParams {
    /// `history_before` of the page after it
    before: i64,
}

/// `GET /api/{list}/{slug or id}/history?before=`: returns the 200 events before another one.
#[utoipa::path(
    get,
    path = "/api/{list}/{key}/history",
    params(
        ("key" = String, Path, description = "The record's slug or id"),
        HistoryParams
    ),
    responses(
        (status = 200, description = "At most 200 events, oldest first", body = HistoryResponse),
        (status = 404, description = "There is no such record", body = ErrorResponse)
    )
)]
pub(crate) async fn get_submission_history<R: Resource>(
    _: SignedIn,
    State(pool): State<Pool>,
    key: Result<Path<String>, PathRejection>,
    Query(HistoryParams { before }): Query<HistoryParams>,
) -> Result<Json<HistoryResponse>, ApiError> {
    let key = key_of::<R>(&key)?;
    let connection = storage::connection(&pool).await?;
    let place = neighbours::place_of(&connection, R::STORED.table, key).await?;
    let id = place.ok_or_else(not_found::<R>)?.id;
    let events = history::load_history(&connection, id, Some(before), PAGE_SIZE).await?;
    Ok(Json(events.into()))
}

/// `GET /api/{list}/{slug or id}/neighbours?{filter}`: returns the records before and after one in a list.
///
/// They are found from the record's own place, so also when it has left the list. The page number has no effect here.
#[utoipa::path(
    get,
    path = "/api/{list}/{key}/neighbours",
    params(
        ("key" = String, Path, description = "The record's slug or id"),
        FilterParams
    ),
    responses(
        (status = 200, description = "The records before and after this one", body = NeighboursResponse),
        (status = 404, description = "There is no such record", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn get_submission_neighbours<R: Resource>(
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
///
/// A form that the browser posted itself, where no script runs, is redirected to the thanks page, or gets a page with the
/// errors. It has no key, so identical forms within an hour are stored once.
///
/// The field `{honeypot}` is reserved: pages hide it, and bots fill it in. Leave it out: a form with text in it is stored as
/// spam. Any value other than text counts as empty.
#[utoipa::path(
    post,
    path = "/api/{list}/create/",
    params(KeyParams),
    responses(
        (status = 201, description = "Stored", body = CreatedResponse),
        (status = 303, description = "Stored; a browser that posted the form itself is redirected to the thanks page"),
        (status = 409, description = "The key was used with other content", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn create_submission<R: Resource>(
    State(intake): State<Arc<IntakeState>>,
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
