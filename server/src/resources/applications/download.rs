//! Downloads of CVs, in chunks: a slow client holds neither the file in memory nor a connection to the database.

use std::sync::Arc;

use agency_core::{
    application,
    attachment::CvType,
    keys::{RecordKey, record_key},
    messages::server as say,
};
use axum::{
    body::Body,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use chrono::Utc;
use futures_util::stream;

use crate::{
    auth::signed_in::SignedIn,
    http::{
        error::{ApiError, ErrorResponse},
        policy,
    },
    resources::applications::{
        link::{CvLinks, LinkQuery, escaped},
        queries::{self, StoredCv},
    },
    storage::{self, Pool},
};

/// `GET /api/applications/{slug}/cv/{file name}?expires=&signature=`: sends the file for a valid link or to a signed-in admin.
///
/// Without either the response does not say whether there is such a record.
#[utoipa::path(
    get,
    path = "/api/applications/{slug}/cv/{file_name}",
    tag = "applications",
    security((), ("bearer" = [])),
    params(
        ("slug" = String, Path, description = "The record's slug"),
        ("file_name" = String, Path, description = "The file's name"),
        LinkQuery
    ),
    responses(
        (status = 200, description = "The file", body = [u8], content_type = "application/octet-stream"),
        (status = 401, description = "The link was not made here or has expired, or the token is invalid", body = ErrorResponse),
        (status = 403, description = "The token is for the account only, until its password is changed", body = ErrorResponse),
        (status = 404, description = "There is no such file", body = ErrorResponse)
    )
)]
pub(crate) async fn get_cv(
    State(pool): State<Pool>,
    State(links): State<Arc<CvLinks>>,
    Path((slug, file_name)): Path<(String, String)>,
    query: Result<Query<LinkQuery>, QueryRejection>,
    signed_in: Result<SignedIn, ApiError>,
    request_headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(query) = query.unwrap_or_default();
    if !links.is_valid(&slug, &file_name, &query, Utc::now()) {
        if !request_headers.contains_key(header::AUTHORIZATION) {
            return Err(ApiError::unauthorized(say::LINK_INVALID));
        }
        signed_in?;
    }
    let missing = || ApiError::not_found(application::STORED.not_found);
    let Some(RecordKey::Slug(slug)) = record_key(&slug) else { return Err(missing()) };
    let cv = {
        let mut connection = storage::connection(&pool).await?;
        queries::find_cv(&mut connection, slug).await?
    };
    let cv = cv.filter(|cv| cv.cv_name == file_name).ok_or_else(missing)?;
    let headers = headers(&cv);
    Ok((headers, content(pool, cv.id)).into_response())
}

fn headers(cv: &StoredCv) -> HeaderMap {
    let cv_type = CvType::ALL.into_iter().find(|cv_type| cv_type.name() == cv.cv_type);
    let content_type = cv_type.map_or("application/octet-stream", CvType::content_type);
    let plain = |c: char| if c.is_ascii_alphanumeric() || " .-_()".contains(c) { c } else { '_' };
    let plain_name = cv.cv_name.chars().map(plain).collect::<String>();
    let disposition =
        format!("attachment; filename=\"{plain_name}\"; filename*=UTF-8''{}", escaped(&cv.cv_name));
    let fixed: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "private, no-store"),
        (header::CONTENT_SECURITY_POLICY, policy::STRANGERS_FILE),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let mut headers =
        HeaderMap::from_iter(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(cv.cv_size));
    let attachment = HeaderValue::from_static("attachment");
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).unwrap_or(attachment));
    headers
}

/// Streams the file. Takes a connection for each chunk, when the client is ready for it.
fn content(pool: Pool, id: i64) -> Body {
    let chunks = stream::try_unfold((pool, 0_i32), move |(pool, position)| async move {
        let mut connection = storage::get(&pool).await?;
        let chunk = queries::find_chunk(&mut connection, id, position).await?;
        drop(connection);
        anyhow::Ok(chunk.map(|bytes| (bytes, (pool, position.saturating_add(1)))))
    });
    Body::from_stream(chunks)
}
