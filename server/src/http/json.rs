//! JSON bodies, refused with the documented statuses.

use agency_core::messages::server as say;
use axum::{
    Json,
    extract::{FromRequest, Request, rejection::JsonRejection},
    http::StatusCode,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::http::error::ApiError;

/// A JSON object as the body. Not JSON by its content type: 415. Unreadable, or of another shape: 400. Too large: 413.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let malformed = || ApiError::new(StatusCode::BAD_REQUEST, say::MALFORMED);
        // An object first: serde would take an array for a struct as well.
        let object = match Json::<Map<String, Value>>::from_request(request, state).await {
            Ok(Json(object)) => object,
            // Valid JSON of another shape is malformed; 422 is for what a rule refused.
            Err(JsonRejection::JsonDataError(_)) => return Err(malformed()),
            Err(rejection) => return Err(ApiError::of_status(rejection.status())),
        };
        serde_json::from_value(Value::Object(object)).map(Self).map_err(|_| malformed())
    }
}
