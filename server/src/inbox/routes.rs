//! Calls that read submissions, the same for every kind.

use agency_core::{
    filter::Filter,
    keys::{RecordKey, record_key},
};
use axum::{
    Json,
    extract::{Path, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};

use crate::{
    auth::current_admin::CurrentAdmin,
    http::error::ApiError,
    inbox::{
        etag,
        history::{self, PAGE_SIZE},
        list,
        model::{history::HistoryResponse, record::NeighboursResponse},
        neighbours,
        record::load_record,
        resource::Resource,
        state::InboxState,
    },
    storage,
};

/// Returns a page of the list.
pub(crate) async fn list_submissions<R: Resource>(
    state: &InboxState,
    admin: &CurrentAdmin,
    filter: &Filter,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let permit = state.search_permit(filter).await?;
    let mut connection = storage::connection(&state.pool).await?;
    let page = list::load_page::<R>(&mut connection, filter, admin.id).await?;
    drop((connection, permit));
    etag::answer(headers, &page)
}

/// The part of a path that names a record.
pub(crate) type KeyPath = Result<Path<String>, PathRejection>;

/// Returns a record.
pub(crate) async fn get_submission<R: Resource>(
    state: &InboxState,
    admin: &CurrentAdmin,
    key: &KeyPath,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let key = key_of::<R>(key)?;
    let mut connection = storage::connection(&state.pool).await?;
    let found = load_record::<R>(&mut connection, key, admin.id, &state.retention).await?;
    drop(connection);
    etag::answer(headers, &found.ok_or_else(not_found::<R>)?)
}

/// Returns the 200 events before another one.
pub(crate) async fn get_submission_history<R: Resource>(
    state: &InboxState,
    key: &KeyPath,
    before: i64,
) -> Result<Json<HistoryResponse>, ApiError> {
    let key = key_of::<R>(key)?;
    let connection = storage::connection(&state.pool).await?;
    let place = neighbours::place_of(&connection, R::STORED.table, key).await?;
    let id = place.ok_or_else(not_found::<R>)?.id;
    let events = history::load_history(&connection, id, Some(before), PAGE_SIZE).await?;
    Ok(Json(events.into()))
}

/// Returns the records before and after one in a list.
pub(crate) async fn get_submission_neighbours<R: Resource>(
    state: &InboxState,
    admin: &CurrentAdmin,
    key: &KeyPath,
    filter: &Filter,
) -> Result<Json<NeighboursResponse>, ApiError> {
    let key = key_of::<R>(key)?;
    let _permit = state.search_permit(filter).await?;
    let mut connection = storage::connection(&state.pool).await?;
    let kind = R::STORED.table;
    let found = neighbours::load_neighbours(&mut connection, kind, key, filter, admin.id).await?;
    found.map(Json).ok_or_else(not_found::<R>)
}

/// Parses the key of a record in a path.
pub(crate) fn key_of<R: Resource>(key: &KeyPath) -> Result<RecordKey<'_>, ApiError> {
    let key = key.as_ref().ok().and_then(|Path(key)| record_key(key));
    key.ok_or_else(not_found::<R>)
}

/// Returns 404 for a missing record.
pub(crate) fn not_found<R: Resource>() -> ApiError {
    ApiError::not_found(R::STORED.not_found)
}
