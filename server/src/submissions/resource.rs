//! The calls that every stored form has: create one, read a page of them, read one and what stands beside it, do something
//! with one.

use std::{fmt::Debug, sync::Arc};

use agency_core::{
    form::Form,
    keys::{RecordKey, record_key},
    retention::Policy,
};
use axum::{
    Json, Router,
    extract::{FromRef, Path, Request, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::{get, post},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{sign_ins::SignIns, signed_in::SignedIn, token::TokenKeys},
    export::routes::{ExportState, create_link, get_file},
    http::{
        client::{ClientAddress, TrustedProxies},
        error::ApiError,
    },
    lists::{
        ListParams, ListResponse,
        neighbours::{self, NeighboursResponse},
        page::{Found, Listed, ReadList, Rows},
        search_cache::SearchCache,
        tag,
    },
    retention::date::RetentionResponse,
    search::turns::SearchTurns,
    storage::{self, Pool},
    submissions::{
        create::{StoredForm, create},
        state::SubmissionState,
    },
    workflow::{act::act, history::DetailResponse, work::WorkedResponse},
};

/// A row of a stored form: how it came, and how the dashboard reads it.
pub(crate) trait Resource: ReadList + Debug {
    /// The form's declaration.
    const FORM: &'static Form;

    /// The form as it arrives.
    type Form: StoredForm;

    /// What the dashboard reads.
    type Response: Serialize + ToSchema + Send;

    /// The columns of an exported list.
    const COLUMNS: &'static [&'static str];

    /// What an exported list has of this row.
    fn exported(&self) -> Exported<'_>;

    /// What the dashboard reads of this row.
    fn response(self, resources: &Resources<Self>) -> Self::Response;
}

/// What an exported list has of a row, beside how the work on it stands.
pub(crate) struct Exported<'a> {
    /// When it came.
    pub(crate) submitted_at: DateTime<Utc>,
    /// What was typed, in the order of the columns.
    pub(crate) typed: Vec<&'a str>,
    pub(crate) slug: &'a str,
}

/// What a resource takes beside what all stored forms share.
pub(crate) type Resources<R> = <<R as Resource>::Form as StoredForm>::Resources;

/// The calls. Without [`SignedIn`], creating is for everybody.
pub(crate) fn routes<R: Resource, S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Pool: FromRef<S>,
    Arc<TokenKeys>: FromRef<S>,
    Arc<SignIns>: FromRef<S>,
    TrustedProxies: FromRef<S>,
    Arc<SearchTurns>: FromRef<S>,
    Arc<SearchCache>: FromRef<S>,
    SubmissionState: FromRef<S>,
    ExportState: FromRef<S>,
    Resources<R>: FromRef<S>,
    Arc<Policy>: FromRef<S>,
{
    let path = format!("/{}", R::STORED.table);
    Router::new()
        .route(&path, get(list::<R>))
        .route(&format!("{path}/create"), post(create_one::<R>))
        .route(&format!("{path}/export"), post(create_link::<R>))
        .route(&format!("{path}/export.csv"), get(get_file::<R>))
        .route(&format!("{path}/{{key}}"), get(find::<R>))
        .route(&format!("{path}/{{key}}/neighbours"), get(find_neighbours::<R>))
        .route(&format!("{path}/{{key}}/actions"), post(act::<R>))
}

async fn list<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(turns): State<Arc<SearchTurns>>,
    State(searches): State<Arc<SearchCache>>,
    State(resources): State<Resources<R>>,
    ListParams(filter): ListParams,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let turn = turns.turn(&filter).await?;
    let mut connection = storage::connection(&pool).await?;
    let rows = R::page(&mut connection, &searches, &filter, signed_in.admin_id).await?;
    drop((connection, turn));
    let tag = tag::tag_of(&rows);
    let tagged = [(header::ETAG, tag.clone())];
    if tag::is_known(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, tagged).into_response());
    }
    let Rows { count, more, complete, records } = rows;
    let record = |listed: Listed<R>| WorkedResponse::new(listed.row.response(&resources), listed.work);
    let results = records.into_iter().map(record).collect();
    Ok((tagged, Json(ListResponse { count, more, complete, results })).into_response())
}

async fn find<R: Resource>(
    _: SignedIn,
    State(pool): State<Pool>,
    State(resources): State<Resources<R>>,
    State(policy): State<Arc<Policy>>,
    key: Result<Path<String>, PathRejection>,
) -> Result<Json<DetailResponse<R::Response>>, ApiError> {
    let key = named::<R>(&key)?;
    let mut connection = storage::connection(&pool).await?;
    let found = R::find(&mut connection, key).await?.ok_or_else(missing::<R>)?;
    Ok(Json(detail(found, &resources, &policy)))
}

async fn find_neighbours<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(turns): State<Arc<SearchTurns>>,
    State(searches): State<Arc<SearchCache>>,
    key: Result<Path<String>, PathRejection>,
    ListParams(filter): ListParams,
) -> Result<Json<NeighboursResponse>, ApiError> {
    let (table, key) = (R::STORED.table, named::<R>(&key)?);
    let _turn = turns.turn(&filter).await?;
    let mut connection = storage::connection(&pool).await?;
    let found = neighbours::read(&mut connection, table, &searches, key, &filter, signed_in.admin_id).await?;
    found.map(Json).ok_or_else(missing::<R>)
}

/// The record that a path names.
fn named<R: Resource>(key: &Result<Path<String>, PathRejection>) -> Result<RecordKey<'_>, ApiError> {
    let key = key.as_ref().ok().and_then(|Path(key)| record_key(key));
    key.ok_or_else(missing::<R>)
}

/// 404: there is no such record.
fn missing<R: Resource>() -> ApiError {
    ApiError::not_found(R::STORED.not_found)
}

/// A record with all that is shown of it.
pub(crate) fn detail<R: Resource>(
    found: Found<R>,
    resources: &Resources<R>,
    policy: &Policy,
) -> DetailResponse<R::Response> {
    let Found { row, work, times, history, others, spam_reasons } = found;
    let delete_at = times.delete_at(R::STORED.table, work.state, policy);
    let record = WorkedResponse::new(row.response(resources), work);
    DetailResponse::new(record, history, others, RetentionResponse { delete_at }, spam_reasons.into())
}

async fn create_one<R: Resource>(
    State(submissions): State<SubmissionState>,
    State(resources): State<Resources<R>>,
    ClientAddress(address): ClientAddress,
    request: Request,
) -> Response {
    create::<R::Form>(&submissions, &resources, address, request, R::STORED.thanks).await
}
