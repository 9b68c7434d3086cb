//! What a handler answers when it cannot do what was asked: one JSON shape with one sentence.

use agency_core::{messages::server as say, validation::FieldError};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use serde::{Serialize, Serializer};
use utoipa::{IntoResponses, ToSchema};

/// How many seconds a client should wait while the database is away.
const OUTAGE_SECONDS: u64 = 5;

/// An answer other than success.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: &'static str,
    errors: Vec<FieldError>,
    retry_after: Option<u64>,
}

/// The one shape of errors.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// What went wrong, in one sentence.
    message: &'static str,
    /// With 422: every refused field and its sentence, in the form's order.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "in_order")]
    #[schema(value_type = HashMap<String, String>, required = false)]
    errors: Vec<FieldError>,
}

/// An object whose fields stay as they come.
fn in_order<S: Serializer>(errors: &[FieldError], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(errors.iter().map(|error| (error.field, error.message)))
}

/// What every private call may answer instead of a record, for the description.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "its variants describe answers")]
pub(crate) enum PrivateErrors {
    /// Not signed in, or not any more
    #[response(status = 401)]
    Unauthorized(ErrorResponse),
    /// The database is away
    #[response(status = 503)]
    Unavailable(ErrorResponse),
}

/// What every call that takes a form may answer instead of storing it, for the description.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "its variants describe answers")]
pub(crate) enum CreateErrors {
    /// The body cannot be read
    #[response(status = 400)]
    Malformed(ErrorResponse),
    /// The body did not arrive in time
    #[response(status = 408)]
    TooSlow(ErrorResponse),
    /// The key was used with other content
    #[response(status = 409)]
    Conflict(ErrorResponse),
    /// The body is too large
    #[response(status = 413)]
    TooLarge(ErrorResponse),
    /// The body is of another type
    #[response(status = 415)]
    UnsupportedType(ErrorResponse),
    /// A rule refused it
    #[response(status = 422)]
    Refused(ErrorResponse),
    /// Too many attempts
    #[response(status = 429)]
    TooMany(ErrorResponse),
    /// It cannot be stored right now
    #[response(status = 503)]
    Unavailable(ErrorResponse),
}

impl ApiError {
    /// An answer with a sentence.
    pub(crate) const fn new(status: StatusCode, message: &'static str) -> Self {
        Self { status, message, errors: Vec::new(), retry_after: None }
    }

    /// 422: rules refused fields.
    pub(crate) fn refused(errors: impl Into<Vec<FieldError>>) -> Self {
        let error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, say::REFUSED);
        Self { errors: errors.into(), ..error }
    }

    /// 401 with a sentence.
    pub(crate) const fn unauthorized(message: &'static str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, message)
    }

    /// 404 with a sentence.
    pub(crate) const fn not_found(message: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// 503: the database is away, or there is no room.
    pub(crate) const fn unavailable() -> Self {
        Self::of_status(StatusCode::SERVICE_UNAVAILABLE)
    }

    /// 429: too many attempts; the next one may come in so many seconds.
    pub(crate) fn too_many(seconds: u64) -> Self {
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, say::TOO_MANY);
        Self { retry_after: Some(seconds), ..error }
    }

    /// Whether a limit refused it.
    pub(crate) const fn is_too_many(&self) -> bool {
        self.status.as_u16() == StatusCode::TOO_MANY_REQUESTS.as_u16()
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
            StatusCode::TOO_MANY_REQUESTS => say::TOO_MANY,
            StatusCode::SERVICE_UNAVAILABLE => say::UNAVAILABLE,
            status if status.as_u16() >= 500 => say::INTERNAL,
            _ => say::MALFORMED,
        };
        Self::new(status, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorResponse { message: self.message, errors: self.errors };
        let mut response = (self.status, Json(body)).into_response();
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
