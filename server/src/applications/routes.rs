//! The calls about applications.

use std::sync::Arc;

use agency_core::{keys::record_key, messages::server as say};
use axum::{
    Json,
    extract::{Path, Request, State, rejection::PathRejection},
    response::Response,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    applications::{
        form::ReceivedForm,
        link::CvLinks,
        queries::{self, Application},
        uploads::Uploads,
    },
    auth::signed_in::SignedIn,
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        instant,
    },
    lists::{self, ListParams, ListQuery, ListResponse},
    openapi::errors::CreateErrors,
    storage::{self, Pool},
    submissions::{create::create, form::CreatedResponse, state::SubmissionState},
};

/// An application as the dashboard reads it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplicationResponse {
    id: i64,
    slug: String,
    job_title: String,
    full_name: String,
    email: String,
    /// A link to the file, which works for some minutes. Its path ends in the file's name.
    cv_upload: String,
    cover_letter: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
}

impl ApplicationResponse {
    fn new(row: Application, links: &CvLinks) -> Self {
        Self {
            cv_upload: links.link(&row.slug, &row.cv_name, Utc::now()),
            id: row.id,
            slug: row.slug,
            job_title: row.job_title,
            full_name: row.full_name,
            email: row.email,
            cover_letter: row.cover_letter,
            submitted_at: row.created_at,
            created_at: row.created_at,
        }
    }
}

/// `GET /api/applications?page=&sort=`: one page of the list.
#[utoipa::path(
    get,
    path = "/api/applications",
    tag = "applications",
    security(("bearer" = [])),
    params(ListQuery),
    responses(
        (status = 200, description = "One page", body = ListResponse<ApplicationResponse>),
        (status = 422, description = "A rule refused it", body = ErrorResponse)
    )
)]
pub(crate) async fn list_applications(
    _: SignedIn,
    State(pool): State<Pool>,
    State(links): State<Arc<CvLinks>>,
    params: ListParams,
) -> Result<Json<ListResponse<ApplicationResponse>>, ApiError> {
    let mut connection = storage::connection(&pool).await?;
    let (count, rows) = lists::page::read::<Application>(&mut connection, params).await?;
    let results = rows.into_iter().map(|row| ApplicationResponse::new(row, &links)).collect();
    Ok(Json(ListResponse { count, results }))
}

/// `GET /api/applications/{slug or id}`: one record.
#[utoipa::path(
    get,
    path = "/api/applications/{key}",
    tag = "applications",
    security(("bearer" = [])),
    params(("key" = String, Path, description = "The record's slug or id")),
    responses(
        (status = 200, description = "The record", body = ApplicationResponse),
        (status = 404, description = "There is no such record", body = ErrorResponse)
    )
)]
pub(crate) async fn get_application(
    _: SignedIn,
    State(pool): State<Pool>,
    State(links): State<Arc<CvLinks>>,
    key: Result<Path<String>, PathRejection>,
) -> Result<Json<ApplicationResponse>, ApiError> {
    let missing = || ApiError::not_found(say::APPLICATION_NOT_FOUND);
    let Path(key) = key.map_err(|_| missing())?;
    let key = record_key(&key).ok_or_else(missing)?;
    let mut connection = storage::connection(&pool).await?;
    let row = queries::find(&mut connection, key).await?.ok_or_else(missing)?;
    Ok(Json(ApplicationResponse::new(row, &links)))
}

/// `POST /api/applications/create/`: stores an application that the rules accept, with its CV.
///
/// A form that the browser posted itself, where no script runs, is led to the thanks or answered with a page. It has no
/// key, so the same one is stored once in an hour.
#[utoipa::path(
    post,
    path = "/api/applications/create/",
    tag = "applications",
    params(("idempotency-key" = Option<String>, Header, description = "Repeats with the same key are carried out once")),
    request_body(content = ref("#/components/schemas/ApplicationForm"), content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "Stored", body = CreatedResponse),
        (status = 303, description = "Stored; a browser that posted the form itself is led to the thanks"),
        CreateErrors
    )
)]
pub(crate) async fn create_application(
    State(submissions): State<SubmissionState>,
    State(uploads): State<Arc<Uploads>>,
    ClientAddress(address): ClientAddress,
    request: Request,
) -> Response {
    create::<ReceivedForm>(&submissions, &uploads, address, request).await
}
