//! Endpoints that export a list.

use std::sync::Arc;

use agency_core::{filter::Filter, messages::server as say};
use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header},
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
        search::is_complete,
    },
    storage::{self, Pool},
};

/// Exports that read from the database at the same time.
const CONCURRENT_READS: usize = 2;

/// State of the export endpoints.
#[derive(Clone)]
pub(crate) struct ExportState {
    pub(crate) pool: Pool,
    pub(crate) sign_ins: Arc<SignIns>,
    pub(crate) links: Arc<ExportLinks>,
    pub(crate) limit: ExportLimit,
    pub(crate) requests: TaskTracker,
}

/// Limits the exports that read at the same time, so that they cannot starve other requests. A slow client holds no
/// permit while it receives a batch.
#[derive(Clone)]
pub(crate) struct ExportLimit(pub(super) Arc<Semaphore>);

impl Default for ExportLimit {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(CONCURRENT_READS)))
    }
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
    let audit = audit.ok_or(ApiError::unauthorized(say::TOKEN_INVALID))?;
    let query = filter.query();
    let mut connection = storage::connection(&state.pool).await?;
    let is_complete = query.is_empty() || is_complete(&mut connection, table).await?;
    drop(connection);
    let ExportState { pool, sign_ins, limit, .. } = state;
    let judged_by = Some(query).filter(|_| !is_complete);
    let export = Export { pool, sign_ins, signed_in, filter, judged_by, audit, limit, last: None };
    Ok((file_headers(table), export.body::<R>(state.requests)).into_response())
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

fn file_headers(table: &str) -> HeaderMap {
    let fixed: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8; header=present"),
        (header::CACHE_CONTROL, "private, no-store"),
        (header::CONTENT_SECURITY_POLICY, policy::STRANGERS_FILE),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let mut headers =
        HeaderMap::from_iter(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    let disposition = format!("attachment; filename=\"{table}-{}.csv\"", Utc::now().format("%F"));
    let attachment = HeaderValue::from_static("attachment");
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).unwrap_or(attachment));
    headers
}
