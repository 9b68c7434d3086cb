//! Calls that export a list.

use std::sync::Arc;

use agency_core::{filter::Filter, messages::server as say};
use axum::{
    Json,
    extract::{OriginalUri, Query, Request, State},
    http::{HeaderName, Method, StatusCode, Uri, Version, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{TimeDelta, Utc};

use crate::{
    auth::{
        access::{Access, find_access},
        current_admin::{ActiveSession, BearerHeader, CurrentAdmin},
        state::AuthState,
    },
    http::{error::ApiError, observe, policy},
    inbox::{
        export::{
            audit,
            body::{Export, columns},
            state::ExportState,
        },
        model::export::{ExportResponse, LinkParams},
        resource::Resource,
    },
};

/// Time for which a link is valid.
const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(1);

/// Creates a link to the list as a file.
pub(crate) fn export_submissions<R: Resource>(
    state: &ExportState,
    admin: &CurrentAdmin,
    filter: Filter,
) -> Json<ExportResponse> {
    // An export has all pages.
    let filter = Filter { page: 1, ..filter }.write();
    let (table, by) = (R::STORED.table, admin.id);
    let sign_in = Base64UrlUnpadded::encode_string(&admin.session_id);
    let target = format!("/api/{table}/export.csv?by={by}&sign_in={sign_in}&{filter}");
    Json(ExportResponse { url: state.links.sign(target.trim_end_matches('&'), LINK_LIFETIME) })
}

/// Returns what the documentation says about the file of a list.
pub(crate) fn describe_file<R: Resource>() -> String {
    format!(
        "All records that the filter asks for and that were there at the start, in the list's order (the newest first \
         instead of by name while the list is not `complete`), as they are when they are read: CSV by RFC 4180 in UTF-8, \
         with a byte-order mark, and with an apostrophe before what a spreadsheet would run. Its columns are {}. A body that \
         ends before its end is not whole. With a link in place of a token, only what the link was made for.",
        columns::<R>().join(", ")
    )
}

/// Refuses a request without an active session, which an access token or a link names. The handlers behind it get its
/// [`CurrentAdmin`].
pub(crate) async fn require_session_or_link(
    State(state): State<Arc<ExportState>>,
    State(auth): State<Arc<AuthState>>,
    OriginalUri(uri): OriginalUri,
    bearer: BearerHeader,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let admin = match Query::try_from_uri(&uri) {
        Ok(Query(link)) if !request.headers().contains_key(header::AUTHORIZATION) => {
            follow(&state, &uri, link).await?
        }
        _ => ActiveSession::of_bearer(bearer, &auth).await?.admin()?,
    };
    request.extensions_mut().insert(admin);
    Ok(next.run(request).await)
}

/// Returns the session that requested a link, if it is still active.
async fn follow(state: &ExportState, uri: &Uri, link: LinkParams) -> Result<CurrentAdmin, ApiError> {
    let session_id = Base64UrlUnpadded::decode_vec(&link.sign_in).unwrap_or_default();
    if !state.links.is_valid(uri) || find_access(&state.pool, &session_id).await? != Some(Access::Full) {
        return Err(ApiError::unauthorized(say::EXPORT_LINK_INVALID));
    }
    observe::record_admin(link.by);
    Ok(CurrentAdmin { id: link.by, session_id })
}

/// Sends the list as a file.
pub(crate) async fn get_submissions_file<R: Resource>(
    state: Arc<ExportState>,
    admin: CurrentAdmin,
    filter: Filter,
    method: &Method,
    version: Version,
) -> Result<Response, ApiError> {
    let table = R::STORED.table;
    // HTTP/1.0 clients cannot notice an incomplete body.
    if version < Version::HTTP_11 {
        return Err(ApiError::new(StatusCode::HTTP_VERSION_NOT_SUPPORTED, say::EXPORT_VERSION));
    }
    if *method == Method::HEAD {
        return Ok(file_headers(table).into_response());
    }
    let (id, at) = audit::begin(&state.pool, table, &admin).await?;
    let export = Export { state, admin, filter, id, at, rows: 0, last: None };
    Ok((file_headers(table), export.body::<R>()).into_response())
}

fn file_headers(table: &str) -> [(HeaderName, String); 5] {
    let disposition = format!("attachment; filename=\"{table}-{}.csv\"", Utc::now().format("%F"));
    policy::private_file("text/csv; charset=utf-8; header=present", &disposition)
}
