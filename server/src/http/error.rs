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
use diesel::result::{
    DatabaseErrorKind::{ClosedConnection, UnableToSendCommand},
    Error as DieselError,
};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::storage::{Pool, sqlstate};

/// The most attempts of a transaction that conflicts with concurrent ones.
pub(crate) const MAX_ATTEMPTS: u32 = 4;

/// Seconds for `Retry-After` while the database is unavailable.
const OUTAGE_SECONDS: u64 = 5;

/// Error response.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorResponse,
    retry_after: Option<u64>,
    cause: Cause,
    source: Option<ErrorSource>,
}

/// What went wrong in the server. Travels with the response to the line that logs it, and is never sent.
#[derive(Clone, Debug)]
pub(crate) struct ErrorSource(pub(crate) Arc<anyhow::Error>);

/// Cause of an outage, which decides whether to retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// Any other cause.
    Other,
    /// The database rolled back because of a concurrent transaction.
    Conflict,
    /// The database is no longer the primary.
    ReadOnly,
    /// Another statement of the transaction failed before.
    Aborted,
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
        Self { status, body, retry_after: None, cause: Cause::Other, source: None }
    }

    /// Returns 422 with the errors of fields.
    pub(crate) fn refused(errors: impl Into<Vec<FieldError>>) -> Self {
        let body = ErrorResponse { message: say::REFUSED, errors: errors.into() };
        Self { body, ..Self::of_status(StatusCode::UNPROCESSABLE_ENTITY) }
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
        Self { cause: Cause::Conflict, ..Self::unavailable() }
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
        Self { source: Some(ErrorSource(Arc::new(source.into()))), ..self }
    }

    /// Passes what went wrong on to the log, for a response that has another format.
    pub(crate) fn explain(&self, response: &mut Response) {
        if let Some(source) = &self.source {
            response.extensions_mut().insert(source.clone());
        }
    }

    /// Returns the status.
    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns whether the database undid the transaction because of a concurrent one.
    pub(crate) fn is_conflict(&self) -> bool {
        self.cause == Cause::Conflict
    }

    /// Returns whether this only follows from another error of the same transaction.
    pub(crate) fn is_consequence(&self) -> bool {
        self.cause == Cause::Aborted
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
            Some(ErrorSource(source)) => write!(formatter, "{}: {source:#}", self.status),
            None => self.status.fmt(formatter),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self.body)).into_response();
        self.explain(&mut response);
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

/// Runs a transaction, again if it conflicts with concurrent ones: then nothing of it was committed.
///
/// Closes the pool's connections to a server that is no longer the primary, so that new ones find the current one.
pub(crate) async fn retrying<T, F>(pool: &Pool, work: impl Fn() -> F) -> Result<T, ApiError>
where
    F: Future<Output = Result<T, ApiError>>,
{
    let mut tries = 1;
    loop {
        match work().await {
            Err(error) if error.is_conflict() && tries < MAX_ATTEMPTS => tries += 1,
            result => {
                if result.as_ref().is_err_and(|error| error.cause == Cause::ReadOnly) {
                    pool.retain(|_, _| false);
                }
                return result;
            }
        }
    }
}

impl From<DieselError> for ApiError {
    fn from(error: DieselError) -> Self {
        match outage(&error) {
            Some(cause) => Self { cause, ..Self::unavailable() }.caused_by(error),
            None => Self::internal(error),
        }
    }
}

/// Returns the cause of a temporary failure of the database. Returns `None` if the query itself is wrong.
fn outage(error: &DieselError) -> Option<Cause> {
    match error {
        DieselError::DatabaseError(kind, info) => match sqlstate::code(info.as_ref()) {
            Some(code) => outage_by_code(code),
            // Errors of the driver: there was no response.
            None => matches!(kind, ClosedConnection | UnableToSendCommand).then_some(Cause::Other),
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
        _ if sqlstate::is_conflict(code) => Some(Cause::Conflict),
        // Read-only transaction, after a failover.
        "25006" => Some(Cause::ReadOnly),
        // Refused because an earlier statement of the transaction failed, when statements are sent together.
        "25P02" => Some(Cause::Aborted),
        // Idle or total transaction timeout, lock not available, commit with an unknown result.
        "25P03" | "25P04" | "55P03" | "40003" => Some(Cause::Other),
        // Connection errors, also from poolers; insufficient resources; operator intervention, including timeouts; system
        // errors.
        _ if ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class)) => Some(Cause::Other),
        _ => None,
    }
}
