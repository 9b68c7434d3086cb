//! The calls about consultations.

use agency_core::{contact::ContactForm, keys::record_key, messages::server as say};
use axum::{
    Json,
    extract::{Path, Request, State, rejection::PathRejection},
    response::Response,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::signed_in::SignedIn,
    consultations::queries::{self, Consultation},
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        instant,
    },
    lists::{self, ListParams, ListQuery, ListResponse},
    openapi::errors::CreateErrors,
    storage::{self, Pool},
    submissions::{
        create::{Counted, StoredForm, create},
        form::{self, CreatedResponse},
        state::SubmissionState,
    },
};

/// A consultation as the dashboard reads it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsultationResponse {
    id: i64,
    slug: String,
    full_name: String,
    email: String,
    referral: Option<String>,
    message: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
}

impl From<Consultation> for ConsultationResponse {
    fn from(row: Consultation) -> Self {
        Self {
            id: row.id,
            slug: row.slug,
            full_name: row.full_name,
            email: row.email,
            referral: row.referral,
            message: row.message,
            submitted_at: row.created_at,
            created_at: row.created_at,
        }
    }
}

/// `GET /api/consultations?page=&sort=`: one page of the list.
#[utoipa::path(
    get,
    path = "/api/consultations",
    tag = "consultations",
    security(("bearer" = [])),
    params(ListQuery),
    responses(
        (status = 200, description = "One page", body = ListResponse<ConsultationResponse>),
        (status = 422, description = "A rule refused it", body = ErrorResponse)
    )
)]
pub(crate) async fn list_consultations(
    _: SignedIn,
    State(pool): State<Pool>,
    params: ListParams,
) -> Result<Json<ListResponse<ConsultationResponse>>, ApiError> {
    let mut connection = storage::connection(&pool).await?;
    let (count, rows) = lists::page::read::<Consultation>(&mut connection, params).await?;
    Ok(Json(ListResponse { count, results: rows.into_iter().map(ConsultationResponse::from).collect() }))
}

/// `GET /api/consultations/{slug or id}`: one record.
#[utoipa::path(
    get,
    path = "/api/consultations/{key}",
    tag = "consultations",
    security(("bearer" = [])),
    params(("key" = String, Path, description = "The record's slug or id")),
    responses(
        (status = 200, description = "The record", body = ConsultationResponse),
        (status = 404, description = "There is no such record", body = ErrorResponse)
    )
)]
pub(crate) async fn get_consultation(
    _: SignedIn,
    State(pool): State<Pool>,
    key: Result<Path<String>, PathRejection>,
) -> Result<Json<ConsultationResponse>, ApiError> {
    let missing = || ApiError::not_found(say::CONSULTATION_NOT_FOUND);
    let Path(key) = key.map_err(|_| missing())?;
    let key = record_key(&key).ok_or_else(missing)?;
    let mut connection = storage::connection(&pool).await?;
    let row = queries::find(&mut connection, key).await?;
    row.map(|row| Json(row.into())).ok_or_else(missing)
}

/// `POST /api/consultations/create/`: stores a request that the rules accept.
///
/// A form that the browser posted itself, where no script runs, is led to the thanks or answered with a page. It has no
/// key, so the same one is stored once in an hour.
#[utoipa::path(
    post,
    path = "/api/consultations/create/",
    tag = "consultations",
    params(("idempotency-key" = Option<String>, Header, description = "Repeats with the same key are carried out once")),
    request_body = ref("#/components/schemas/ContactForm"),
    responses(
        (status = 201, description = "Stored", body = CreatedResponse),
        (status = 303, description = "Stored; a browser that posted the form itself is led to the thanks"),
        CreateErrors
    )
)]
pub(crate) async fn create_consultation(
    State(submissions): State<SubmissionState>,
    ClientAddress(address): ClientAddress,
    request: Request,
) -> Response {
    create::<ReceivedForm>(&submissions, &(), address, request).await
}

/// A form as it was typed.
pub(crate) struct ReceivedForm(ContactForm<'static>);

impl StoredForm for ReceivedForm {
    const THANKS: &'static str = "/answers/sent";
    const COUNTED: Counted = Counted::WithStoring;
    type Resources = ();
    type Record<'a> = ContactForm<'a>;

    async fn read(request: Request, (): &()) -> Result<Self, ApiError> {
        form::read(request).await.map(Self)
    }

    fn accept(&self) -> Result<ContactForm<'_>, ApiError> {
        self.0.accept().map_err(ApiError::refused)
    }
}
