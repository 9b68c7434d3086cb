//! What a handler answers when it cannot do what was asked: one JSON shape with one sentence.

use agency_core::{messages::server as say, validation::FieldError};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::storage::{Retry, Unavailable, sqlstate};

/// How many seconds a client should wait while the database is away.
const OUTAGE_SECONDS: u64 = 5;

/// An answer other than success.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: &'static str,
    errors: Vec<FieldError>,
    retry_after: Option<u64>,
    cause: Cause,
}

/// What of an outage decides what is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// Nothing in particular.
    Other,
    /// The database undid the work because of other work at the same time.
    Conflict,
    /// The database is no primary any more.
    ReadOnly,
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

impl ApiError {
    /// An answer with a sentence.
    pub(crate) const fn new(status: StatusCode, message: &'static str) -> Self {
        Self { status, message, errors: Vec::new(), retry_after: None, cause: Cause::Other }
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

    /// 503 for work that other work at the same time came in the way of, so that it may be done again.
    pub(crate) fn conflict() -> Self {
        Self { cause: Cause::Conflict, ..Self::unavailable() }
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

impl Retry for ApiError {
    fn is_conflict(&self) -> bool {
        self.cause == Cause::Conflict
    }

    fn is_read_only(&self) -> bool {
        self.cause == Cause::ReadOnly
    }
}

impl From<Unavailable> for ApiError {
    fn from(Unavailable: Unavailable) -> Self {
        Self::unavailable()
    }
}

impl From<DieselError> for ApiError {
    fn from(error: DieselError) -> Self {
        if let Some(cause) = outage(&error) {
            tracing::warn!(%error, "the database could not do it right now");
            Self { cause, ..Self::unavailable() }
        } else {
            tracing::error!(%error, "a query failed");
            Self::internal()
        }
    }
}

/// Why a query failed for now: the database is away, full, or at odds with itself. None when the query is to blame.
fn outage(error: &DieselError) -> Option<Cause> {
    match error {
        DieselError::DatabaseError(kind, info) => match (sqlstate::code(info.as_ref()), kind) {
            (Some(code), _) => outage_by_code(code),
            // The driver's own: nothing came back.
            (None, DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand) => {
                Some(Cause::Other)
            }
            (None, _) => None,
        },
        DieselError::BrokenTransactionManager => Some(Cause::Other),
        DieselError::RollbackErrorOnCommit { rollback_error, commit_error } => {
            outage(commit_error).or_else(|| outage(rollback_error))
        }
        _ => None,
    }
}

fn outage_by_code(code: &str) -> Option<Cause> {
    match code {
        // A serialization failure, a deadlock.
        "40001" | "40P01" => Some(Cause::Conflict),
        // A transaction that may only read: after a fail-over.
        "25006" => Some(Cause::ReadOnly),
        // A transaction that stood still or took too long; a lock that was not to be had; a commit of unknown fate.
        "25P03" | "25P04" | "55P03" | "40003" => Some(Cause::Other),
        // The connection, which is also how poolers refuse; the resources; who operates it, timeouts among that; the
        // system below.
        _ if ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class)) => Some(Cause::Other),
        _ => None,
    }
}
