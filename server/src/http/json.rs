//! JSON bodies, rejected with the documented statuses.

use axum::{
    Json,
    extract::{FromRequest, OptionalFromRequest, Request, rejection::JsonRejection},
    http::{StatusCode, header},
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::http::error::ApiError;

/// JSON object as the body. Rejects other content types with 415, malformed bodies with 400 and large ones with 413.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let JsonObject(object) = JsonObject::from_request(request, state).await?;
        Self::from_object(object)
    }
}

/// Accepts a request without a body as `None`. Any body must be valid.
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
    /// Deserializes an object.
    pub(crate) fn from_object(object: Map<String, Value>) -> Result<Self, ApiError> {
        serde_json::from_value(Value::Object(object))
            .map(Self)
            .map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))
    }
}

/// JSON object as the body, with any content.
pub(crate) struct JsonObject(pub(crate) Map<String, Value>);

impl<S: Send + Sync> FromRequest<S> for JsonObject {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        // Parsed as an object first, because serde accepts an array for a struct.
        match <Json<Map<String, Value>> as FromRequest<S>>::from_request(request, state).await {
            Ok(Json(object)) => Ok(Self(object)),
            // Valid JSON of another type is malformed; 422 is for validation errors.
            Err(JsonRejection::JsonDataError(_)) => Err(ApiError::of_status(StatusCode::BAD_REQUEST)),
            Err(rejection) => Err(ApiError::of_status(rejection.status())),
        }
    }
}
