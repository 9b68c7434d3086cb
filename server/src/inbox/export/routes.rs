//! Endpoints that export a list.

use std::sync::Arc;

use agency_core::{filter::Filter, messages::server as say};
use axum::{
    Json,
    extract::{OriginalUri, Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderName, Method, StatusCode, Uri, Version, header},
    response::{IntoResponse as _, Response},
};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use utoipa::ToSchema;

use crate::{
    auth::{
        sign_ins::{Access, SignIns},
        signed_in::SignedIn,
    },
    http::{
        error::{ApiError, ErrorResponse},
        observe, policy,
        signed_links::SignedLinks,
    },
    inbox::{
        describe::FilterParams,
        export::{audit, body::Export},
        resource::Resource,
        routes::ListParams,
    },
    storage::Pool,
};

/// Time for which a link is valid.
const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(1);

/// Exports that read from the database at the same time.
pub(crate) const CONCURRENT_READS: usize = 2;

/// State of the export endpoints.
pub(crate) struct ExportState {
    pub(crate) pool: Pool,
    pub(crate) sign_ins: Arc<SignIns>,
    pub(crate) links: Arc<SignedLinks>,
    /// Permits of the exports that read at the same time, so that they cannot starve other requests. A slow client holds
    /// none while it receives a batch.
    pub(crate) reads: Semaphore,
    pub(crate) requests: TaskTracker,
}

/// Link to an export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportResponse {
    /// Link that starts a download within a minute, while the session is active. It needs no token.
    url: String,
}

/// `POST /api/{list}/export/?{filter}`: creates a link to the list as a file.
///
/// A browser follows it without a token and streams the file to the disk. The page number has no effect here.
#[utoipa::path(
    post,
    path = "/api/{list}/export/",
    params(FilterParams),
    responses(
        (status = 200, description = "The link", body = ExportResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn export_submissions<R: Resource>(
    signed_in: SignedIn,
    State(state): State<Arc<ExportState>>,
    ListParams(filter): ListParams,
) -> Json<ExportResponse> {
    // An export has all pages.
    let filter = Filter { page: 1, ..filter }.write();
    let (table, by) = (R::STORED.table, signed_in.admin_id);
    let sign_in = Base64UrlUnpadded::encode_string(&signed_in.family);
    let target = format!("/api/{table}/export.csv?by={by}&sign_in={sign_in}&{filter}");
    Json(ExportResponse { url: state.links.sign(target.trim_end_matches('&'), LINK_LIFETIME) })
}

/// Session that requested a link.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinkParams {
    /// With a link: the id of the account that requested it.
    #[param(required = false)]
    by: i64,
    /// With a link: its session.
    #[param(required = false)]
    sign_in: String,
}

/// `GET /api/{list}/export.csv?{filter}`: sends the list as a file to a signed-in admin or to a client with a link.
///
/// All records that the filter asks for and that were there at the start, in the list's order (the newest first instead of
/// by name while the list is not `complete`), as they are when they are read: CSV by RFC 4180 in UTF-8, with a byte-order mark, and with an apostrophe before what a spreadsheet would run. Its
/// columns are {columns}. A body that ends before its end is not whole. With a link in place of a token, only what the link
/// was made for.
#[utoipa::path(
    get,
    path = "/api/{list}/export.csv",
    params(
        FilterParams,
        LinkParams,
        ("expires" = Option<i64>, Query, description = "With a link: the second since 1970 at and after which it has expired."),
        ("signature" = Option<String>, Query, description = "With a link: its signature.")
    ),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv"),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 505, description = "The request came by an older HTTP than 1.1", body = ErrorResponse)
    )
)]
pub(crate) async fn get_submissions_file<R: Resource>(
    State(state): State<Arc<ExportState>>,
    signed_in: Result<SignedIn, ApiError>,
    filter: Result<ListParams, ApiError>,
    link: Result<Query<LinkParams>, QueryRejection>,
    OriginalUri(uri): OriginalUri,
    (method, version): (Method, Version),
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table = R::STORED.table;
    let signed_in = match link {
        Ok(Query(link)) if !headers.contains_key(header::AUTHORIZATION) => follow(&state, &uri, link).await?,
        _ => signed_in?,
    };
    let ListParams(filter) = filter?;
    // HTTP/1.0 clients cannot notice an incomplete body.
    if version < Version::HTTP_11 {
        return Err(ApiError::new(StatusCode::HTTP_VERSION_NOT_SUPPORTED, say::EXPORT_VERSION));
    }
    if method == Method::HEAD {
        return Ok(file_headers(table).into_response());
    }
    let (id, at) = audit::begin(&state.pool, table, &signed_in).await?;
    let export = Export { state, signed_in, filter, id, at, rows: 0, last: None };
    Ok((file_headers(table), export.body::<R>()).into_response())
}

/// Returns the session that requested a link, if it is still active.
async fn follow(state: &ExportState, uri: &Uri, link: LinkParams) -> Result<SignedIn, ApiError> {
    let family = Base64UrlUnpadded::decode_vec(&link.sign_in).unwrap_or_default();
    if !state.links.is_valid(uri)
        || state.sign_ins.find_access(&state.pool, &family).await? != Some(Access::Full)
    {
        return Err(ApiError::unauthorized(say::EXPORT_LINK_INVALID));
    }
    observe::record_admin(link.by);
    Ok(SignedIn { admin_id: link.by, family })
}

fn file_headers(table: &str) -> [(HeaderName, String); 5] {
    let disposition = format!("attachment; filename=\"{table}-{}.csv\"", Utc::now().format("%F"));
    policy::private_file("text/csv; charset=utf-8; header=present", &disposition)
}
