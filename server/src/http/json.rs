//! JSON bodies, refused with the documented statuses.

use agency_core::messages::server as say;
use axum::{
    Json,
    extract::{FromRequest, OptionalFromRequest, Request, rejection::JsonRejection},
    http::{StatusCode, header},
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::http::error::ApiError;

/// A JSON object as the body. Not JSON by its content type: 415. Unreadable, or of another shape: 400. Too large: 413.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let JsonObject(object) = JsonObject::from_request(request, state).await?;
        Self::of(object)
    }
}

/// None where nothing is said to come. Whatever is, must be as asked.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Self::Rejection> {
        if !request.headers().contains_key(header::CONTENT_TYPE) {
            return Ok(None);
        }
        <Self as FromRequest<S>>::from_request(request, state).await.map(Some)
    }
}

impl<T: DeserializeOwned> JsonBody<T> {
    /// Reads an object that has come.
    pub(crate) fn from_object(object: Map<String, Value>) -> Result<Self, ApiError> {
        serde_json::from_value(Value::Object(object)).map(Self).map_err(|_| malformed())
    }
}

/// A JSON object as the body, whatever it has in it.
pub(crate) struct JsonObject(pub(crate) Map<String, Value>);

impl<S: Send + Sync> FromRequest<S> for JsonObject {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        // An object first: serde would take an array for a struct as well.
        match <Json<Map<String, Value>> as FromRequest<S>>::from_request(request, state).await {
            Ok(Json(object)) => Ok(Self(object)),
            // Valid JSON of another shape is malformed; 422 is for what a rule refused.
            Err(JsonRejection::JsonDataError(_)) => Err(malformed()),
            Err(rejection) => Err(ApiError::of_status(rejection.status())),
        }
    }
}

const fn malformed() -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, say::MALFORMED)
}
