//! What a handler answers when it cannot do what was asked: one JSON shape with one sentence.

use agency_core::{messages::server as say, validation::FieldError};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// How many seconds a client should wait while the database is away.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("5");

/// An answer other than success.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: &'static str,
    errors: Vec<FieldError>,
}

/// The one shape of errors.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// What went wrong, in one sentence.
    message: &'static str,
    /// With 422: every refused field and its sentence, in the form's order.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = HashMap<String, String>, required = false)]
    errors: Map<String, Value>,
}

impl ApiError {
    /// An answer with a sentence.
    pub(crate) const fn new(status: StatusCode, message: &'static str) -> Self {
        Self { status, message, errors: Vec::new() }
    }

    /// 422: rules refused fields. The first one's sentence speaks for all.
    pub(crate) fn refused(errors: impl Into<Vec<FieldError>>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, message: say::REFUSED, errors: errors.into() }
    }

    /// 401 with a sentence.
    pub(crate) const fn unauthorized(message: &'static str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, message)
    }

    /// 404 with a sentence.
    pub(crate) const fn not_found(message: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// 503: the database is away.
    pub(crate) const fn unavailable() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, say::UNAVAILABLE)
    }

    /// 500. What went wrong is logged, never answered.
    pub(crate) const fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, say::INTERNAL)
    }

    /// The answer's status.
    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// Every sentence of the answer: one for each refused field, or the one that there is.
    pub(crate) fn sentences(&self) -> Vec<&'static str> {
        if self.errors.is_empty() {
            vec![self.message]
        } else {
            self.errors.iter().map(|error| error.message).collect()
        }
    }

    /// The answer to a status that no handler gave words to.
    pub(crate) const fn of_status(status: StatusCode) -> Self {
        let message = match status {
            StatusCode::NOT_FOUND => say::NOT_FOUND,
            StatusCode::METHOD_NOT_ALLOWED => say::METHOD_NOT_ALLOWED,
            StatusCode::PAYLOAD_TOO_LARGE => say::TOO_LARGE,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => say::UNSUPPORTED_TYPE,
            StatusCode::SERVICE_UNAVAILABLE => say::UNAVAILABLE,
            status if status.as_u16() >= 500 => say::INTERNAL,
            _ => say::MALFORMED,
        };
        Self::new(status, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let errors =
            self.errors.iter().map(|error| (error.field.to_owned(), Value::from(error.message))).collect();
        let mut response =
            (self.status, Json(ErrorResponse { message: self.message, errors })).into_response();
        let headers = response.headers_mut();
        match self.status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, RETRY_AFTER);
            }
            _ => {}
        }
        response
    }
}

impl From<DieselError> for ApiError {
    fn from(error: DieselError) -> Self {
        if is_outage(&error) {
            tracing::warn!(%error, "the database went away");
            Self::unavailable()
        } else {
            tracing::error!(%error, "a query failed");
            Self::internal()
        }
    }
}

/// Whether a query failed because the database is away, not because of the query.
fn is_outage(error: &DieselError) -> bool {
    match error {
        DieselError::DatabaseError(
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
            _,
        )
        | DieselError::BrokenTransactionManager => true,
        // Postgres says so in words while it shuts down and starts up.
        DieselError::DatabaseError(_, info) => {
            ["terminating connection", "the database system is", "connection closed"]
                .iter()
                .any(|sign| info.message().contains(sign))
        }
        _ => false,
    }
}
