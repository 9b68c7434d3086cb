//! Error responses: one JSON format with one message.

use std::{
    fmt::{self, Display, Formatter},
    sync::Arc,
};

use agency_core::{messages::server as say, validation::FieldError};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use diesel::result::Error as DieselError;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::storage::retrying::{MaybeOutage, Outage};

/// Seconds for `Retry-After` while the database is unavailable.
const OUTAGE_SECONDS: u64 = 5;

/// Error response.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorResponse,
    retry_after: Option<u64>,
    /// The outage of the database that caused it.
    outage: Option<Outage>,
    source: Option<ErrorSource>,
}

/// What went wrong in the server. Travels with the response to the line that logs it, and is never sent.
#[derive(Clone, Debug)]
pub(crate) struct ErrorSource {
    /// The status of the error, also if it is a part of a response with another one.
    pub(crate) status: StatusCode,
    pub(crate) error: Arc<anyhow::Error>,
}

/// Format of all errors.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// Error message, one sentence.
    message: &'static str,
    /// With 422: the message of every invalid field, in the order of the form.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "in_order")]
    #[schema(value_type = HashMap<String, String>, required = false)]
    errors: Vec<FieldError>,
}

/// Serializes the errors as an object, in their order.
fn in_order<S: Serializer>(errors: &[FieldError], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(errors.iter().map(|error| (error.field, error.message)))
}

impl ApiError {
    /// Creates an error with a message.
    pub(crate) const fn new(status: StatusCode, message: &'static str) -> Self {
        let body = ErrorResponse { message, errors: Vec::new() };
        Self { status, body, retry_after: None, outage: None, source: None }
    }

    /// Returns 422 with the errors of fields.
    pub(crate) fn refused(errors: impl Into<Vec<FieldError>>) -> Self {
        let body = ErrorResponse { message: say::REFUSED, errors: errors.into() };
        Self { body, ..Self::of_status(StatusCode::UNPROCESSABLE_ENTITY) }
    }

    /// Returns 422 with the error of one field.
    pub(crate) fn refused_field(field: &'static str, message: &'static str) -> Self {
        Self::refused([FieldError::new(field, message)])
    }

    /// Returns 400 for a text that is not UTF-8.
    pub(crate) const fn not_utf8() -> Self {
        Self::new(StatusCode::BAD_REQUEST, say::NOT_UTF8)
    }

    /// Returns 400 for a form with a field twice.
    pub(crate) const fn field_twice() -> Self {
        Self::new(StatusCode::BAD_REQUEST, say::FIELD_TWICE)
    }

    /// Returns 401 with a message.
    pub(crate) const fn unauthorized(message: &'static str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, message)
    }

    /// Returns 404 with a message.
    pub(crate) const fn not_found(message: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// Returns 503: the database is unavailable, or the server is overloaded.
    pub(crate) const fn unavailable() -> Self {
        Self::of_status(StatusCode::SERVICE_UNAVAILABLE)
    }

    /// Returns 503 for a conflict with a concurrent transaction, which may be retried.
    pub(crate) fn conflict() -> Self {
        Self { outage: Some(Outage::Conflict), ..Self::unavailable() }
    }

    /// Returns 429 with the number of seconds until the next attempt is allowed.
    pub(crate) fn too_many(seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..Self::of_status(StatusCode::TOO_MANY_REQUESTS) }
    }

    /// Returns 500 for an unexpected error, which is logged.
    pub(crate) fn internal(source: impl Into<anyhow::Error>) -> Self {
        Self::of_status(StatusCode::INTERNAL_SERVER_ERROR).caused_by(source)
    }

    /// Adds what went wrong, which is logged once, with the response.
    pub(crate) fn caused_by(self, source: impl Into<anyhow::Error>) -> Self {
        let source = ErrorSource { status: self.status, error: Arc::new(source.into()) };
        Self { source: Some(source), ..self }
    }

    /// Responds with a body, which need not be JSON. Passes what went wrong on to the log.
    pub(crate) fn respond(&self, body: impl IntoResponse) -> Response {
        let mut response = (self.status, body).into_response();
        if let Some(source) = &self.source {
            response.extensions_mut().insert(source.clone());
        }
        let headers = response.headers_mut();
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        let outage = (self.status == StatusCode::SERVICE_UNAVAILABLE).then_some(OUTAGE_SECONDS);
        if let Some(seconds) = self.retry_after.or(outage) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }

    /// Returns the status.
    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns what went wrong in the server.
    pub(crate) const fn source(&self) -> Option<&ErrorSource> {
        self.source.as_ref()
    }

    /// Returns the messages of the invalid fields, or the single message.
    pub(crate) fn sentences(&self) -> Vec<&'static str> {
        if self.body.errors.is_empty() {
            vec![self.body.message]
        } else {
            self.body.errors.iter().map(|error| error.message).collect()
        }
    }

    /// Returns the default error of a status.
    pub(crate) const fn of_status(status: StatusCode) -> Self {
        let message = match status {
            StatusCode::NOT_FOUND => say::NOT_FOUND,
            StatusCode::METHOD_NOT_ALLOWED => say::METHOD_NOT_ALLOWED,
            StatusCode::REQUEST_TIMEOUT => say::TIMED_OUT,
            StatusCode::PAYLOAD_TOO_LARGE => say::TOO_LARGE,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => say::UNSUPPORTED_TYPE,
            StatusCode::TOO_MANY_REQUESTS => say::TOO_MANY,
            StatusCode::SERVICE_UNAVAILABLE => say::UNAVAILABLE,
            status if status.as_u16() >= 500 => say::INTERNAL,
            _ => say::MALFORMED,
        };
        Self::new(status, message)
    }
}

/// For logs: the status, and what went wrong.
impl Display for ApiError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(ErrorSource { status, error }) => write!(formatter, "{status}: {error:#}"),
            None => self.status.fmt(formatter),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.respond(Json(&self.body))
    }
}

impl MaybeOutage for ApiError {
    fn outage(&self) -> Option<Outage> {
        self.outage
    }
}

impl From<DieselError> for ApiError {
    fn from(error: DieselError) -> Self {
        match Outage::from_error(&error) {
            Some(outage) => Self { outage: Some(outage), ..Self::unavailable() }.caused_by(error),
            None => Self::internal(error),
        }
    }
}
