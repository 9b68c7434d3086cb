//! Errors as JSON responses.

use std::collections::BTreeMap;

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;

/// Why a request failed.
pub enum Error {
    Unauthorized,
    NotFound,
    /// Messages by field.
    Invalid(BTreeMap<&'static str, &'static str>),
    Database(sqlx::Error),
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, body) = match self {
            Self::Unauthorized => {
                (StatusCode::UNAUTHORIZED, json!({"message": "Unauthorized: Invalid or expired token"}))
            }
            Self::NotFound => (StatusCode::NOT_FOUND, json!({"message": "Consultation not found"})),
            Self::Invalid(errors) => {
                (StatusCode::UNPROCESSABLE_ENTITY, json!({"message": "Invalid input", "errors": errors}))
            }
            Self::Database(error) => {
                eprintln!("{error}");
                (StatusCode::INTERNAL_SERVER_ERROR, json!({"message": "Something went wrong"}))
            }
        };
        (status, Json(body)).into_response()
    }
}
