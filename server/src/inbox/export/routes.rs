//! Calls that export a list.

use std::sync::Arc;

use agency_core::{
    filter::{Filter, Moment},
    messages::server as say,
};
use axum::{
    Extension, Json,
    extract::{OriginalUri, Request, State},
    http::{HeaderName, Method, StatusCode, Uri, Version, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::{
    auth::{
        access::{Access, find_access},
        current_admin::{ActiveSession, BearerHeader, CurrentAdmin},
        state::AuthState,
        token::{Session, TokenType},
    },
    http::{
        error::{ApiError, ErrorResponse},
        observe, policy,
    },
    inbox::{
        export::{
            audit,
            body::{Export, columns},
        },
        params::ListParams,
        record_path::ListPath,
        state::InboxState,
    },
    resources::List,
};

/// Link to an export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportResponse {
    /// Link that starts a download within a minute, while the session is active. It needs no token.
    pub(crate) url: String,
}

/// Separates a link's token from what it was made for.
const LINK_TOKEN: &str = "token=";

/// Creates a link to the list as a file.
///
/// A browser follows it without a token and streams the file to the disk. The page number has no effect here.
#[utoipa::path(
    post,
    path = "/export",
    tag = "records",
    params(ListPath, ListParams),
    responses(
        (status = 200, description = "The link", body = ExportResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn create_export_link(
    admin: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    ListPath { list }: ListPath,
    ListParams(filter): ListParams,
) -> Result<Json<ExportResponse>, ApiError> {
    // Its last parameter is a token for all that comes before.
    // An export has all pages.
    let filter = Filter { page: 1, ..filter }.write();
    let and = if filter.is_empty() { "" } else { "&" };
    let target = format!("/api/{}/export.csv?{filter}{and}", list.name());
    let now = Utc::now();
    let session = Session { admin_id: admin.id, id: admin.session_id, since: now };
    let token = state.keys.sign(TokenType::Export, &session, now, Some(json!(target)))?;
    Ok(Json(ExportResponse { url: format!("{target}{LINK_TOKEN}{token}") }))
}

/// Returns what the documentation says about the file of a list.
fn describe_file() -> String {
    let columns = List::ALL.map(|list| format!("of {}, {}", list.name(), columns(list).join(", ")));
    format!(
        "All records that the filter asks for and that were there at the start, in the list's order (the newest first \
         instead of by name while the list is not `complete`), as they are when they are read: CSV by RFC 4180 in UTF-8, \
         with a byte-order mark, and with an apostrophe before what a spreadsheet would run. Its columns are: {}. A body that \
         ends before its end is not whole. With a link in place of a token, only what the link was made for.",
        columns.join("; ")
    )
}

/// Refuses a request without an active session, which an access token or a link names. The handlers behind it get its
/// [`CurrentAdmin`].
pub(crate) async fn require_session_or_link(
    State(state): State<Arc<InboxState>>,
    State(auth): State<Arc<AuthState>>,
    OriginalUri(uri): OriginalUri,
    bearer: BearerHeader,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let is_link = uri.query().is_some_and(|query| query.contains(LINK_TOKEN));
    let admin = if is_link && !request.headers().contains_key(header::AUTHORIZATION) {
        follow(&state, &uri).await?
    } else {
        ActiveSession::of_bearer(bearer, &auth).await?.admin()?
    };
    request.extensions_mut().insert(admin);
    Ok(next.run(request).await)
}

/// Returns the session that requested a link, if it is still active.
async fn follow(state: &InboxState, uri: &Uri) -> Result<CurrentAdmin, ApiError> {
    let link = uri.path_and_query().and_then(|link| link.as_str().rsplit_once(LINK_TOKEN));
    let session = link.and_then(|(target, token)| {
        let claims = state.keys.verify(token, TokenType::Export)?;
        let session = claims.session()?;
        (claims.extra::<String>()? == target).then_some(session)
    });
    let invalid = || ApiError::unauthorized(say::EXPORT_LINK_INVALID);
    let Session { admin_id, id: session_id, .. } = session.ok_or_else(invalid)?;
    if find_access(&state.pool, &session_id).await? != Some(Access::Full) {
        return Err(invalid());
    }
    observe::record_admin(admin_id);
    Ok(CurrentAdmin { id: admin_id, session_id })
}

/// Sends the list as a file to a signed-in admin or to a client with a link.
#[utoipa::path(
    get,
    path = "/export.csv",
    tag = "records",
    description = describe_file(),
    params(
        ListPath,
        ListParams,
        ("token" = Option<String>, Query, description = "The token of a link, in place of an access token.")
    ),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv"),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 505, description = "The request came by an older HTTP than 1.1", body = ErrorResponse)
    )
)]
pub(crate) async fn get_export_file(
    Extension(admin): Extension<CurrentAdmin>,
    State(state): State<Arc<InboxState>>,
    ListPath { list }: ListPath,
    ListParams(filter): ListParams,
    (method, version): (Method, Version),
) -> Result<Response, ApiError> {
    // HTTP/1.0 clients cannot notice an incomplete body.
    if version < Version::HTTP_11 {
        return Err(ApiError::new(StatusCode::HTTP_VERSION_NOT_SUPPORTED, say::EXPORT_VERSION));
    }
    if method == Method::HEAD {
        return Ok(file_headers(list).into_response());
    }
    let (id, at) = audit::begin(&state.pool, list, &admin).await?;
    let export = Export { state, admin, list, filter: fixed(filter, at), id, at, rows: 0, last: None };
    Ok((file_headers(list), export.body()).into_response())
}

/// Fixes a relative date, which would move while the file is read.
pub(super) fn fixed(filter: Filter, at: DateTime<Utc>) -> Filter {
    let from = filter.from.map(|from| Moment::Instant(from.start(at.timestamp_micros())));
    Filter { from, ..filter }
}

fn file_headers(list: List) -> [(HeaderName, String); 5] {
    let disposition = format!("attachment; filename=\"{}-{}.csv\"", list.name(), Utc::now().format("%F"));
    policy::private_file("text/csv; charset=utf-8; header=present", &disposition)
}
