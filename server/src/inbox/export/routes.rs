//! Endpoints that export a list.

use std::sync::Arc;

use agency_core::{filter::Filter, messages::server as say};
use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderName, Method, StatusCode, Version, header},
    response::{IntoResponse as _, Response},
};
use chrono::Utc;
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use utoipa::ToSchema;

use crate::{
    auth::{
        sign_ins::{Access, SignIns},
        signed_in::SignedIn,
    },
    http::{error::ApiError, observe, policy},
    inbox::{
        export::{
            audit::Audit,
            body::Export,
            link::{ExportLinks, LinkQuery},
        },
        resource::Resource,
        routes::ListParams,
    },
    storage::Pool,
};

/// Exports that read from the database at the same time.
pub(crate) const CONCURRENT_READS: usize = 2;

/// State of the export endpoints.
#[derive(Clone)]
pub(crate) struct ExportState {
    pub(crate) pool: Pool,
    pub(crate) sign_ins: Arc<SignIns>,
    pub(crate) links: Arc<ExportLinks>,
    /// Permits of the exports that read at the same time, so that they cannot starve other requests. A slow client holds
    /// none while it receives a batch.
    pub(crate) reads: Arc<Semaphore>,
    pub(crate) requests: TaskTracker,
}

/// Link to an export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportResponse {
    /// Link that starts a download within a minute, while the session is active. It needs no token.
    url: String,
}

/// `POST /api/{table}/export/?{filter}`: creates a link to the file.
pub(crate) async fn create_export_link<R: Resource>(
    signed_in: SignedIn,
    State(state): State<ExportState>,
    ListParams(filter): ListParams,
) -> Json<ExportResponse> {
    Json(ExportResponse { url: state.links.link(R::STORED.table, &filter, &signed_in, Utc::now()) })
}

/// `GET /api/{table}/export.csv?{filter}`: sends the file to a signed-in admin or to a client with a link.
pub(crate) async fn get_export<R: Resource>(
    State(state): State<ExportState>,
    signed_in: Result<SignedIn, ApiError>,
    filter: Result<ListParams, ApiError>,
    link: Result<Query<LinkQuery>, QueryRejection>,
    (method, version): (Method, Version),
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table = R::STORED.table;
    let (signed_in, ListParams(filter)) = match (signed_in, link) {
        (Err(_), Ok(Query(link))) if !link.is_empty() && !headers.contains_key(header::AUTHORIZATION) => {
            // The server creates no links with an invalid filter.
            let params = filter.map_err(|_| ApiError::unauthorized(say::EXPORT_LINK_INVALID))?;
            (follow(&state, table, &params.0, &link).await?, params)
        }
        (signed_in, _) => (signed_in?, filter?),
    };
    // HTTP/1.0 clients cannot notice an incomplete body.
    if version < Version::HTTP_11 {
        return Err(ApiError::new(StatusCode::HTTP_VERSION_NOT_SUPPORTED, say::EXPORT_VERSION));
    }
    if method == Method::HEAD {
        return Ok(file_headers(table).into_response());
    }
    let audit = Audit::begin(&state.pool, &state.requests, table, &signed_in).await?;
    let export = Export { state, signed_in, filter, audit, last: None };
    Ok((file_headers(table), export.body::<R>()).into_response())
}

/// Returns the session that requested a link, if it is still active.
async fn follow(
    state: &ExportState,
    table: &str,
    filter: &Filter,
    link: &LinkQuery,
) -> Result<SignedIn, ApiError> {
    let refused = || ApiError::unauthorized(say::EXPORT_LINK_INVALID);
    let signed_in = state.links.open(table, filter, link, Utc::now()).ok_or_else(refused)?;
    if state.sign_ins.find_access(&state.pool, &signed_in.family).await? != Some(Access::Full) {
        return Err(refused());
    }
    observe::record_admin(signed_in.admin_id);
    Ok(signed_in)
}

fn file_headers(table: &str) -> [(HeaderName, String); 5] {
    let disposition = format!("attachment; filename=\"{table}-{}.csv\"", Utc::now().format("%F"));
    policy::private_file("text/csv; charset=utf-8; header=present", &disposition)
}
