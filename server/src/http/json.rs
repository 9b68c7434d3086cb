//! JSON bodies, rejected with the documented statuses.

use axum::{
    extract::{FromRequest, Request},
    http::StatusCode,
};
use serde::{Deserialize, de::DeserializeOwned};

use crate::http::{
    body::{charset, content_type, decode, read_body},
    error::ApiError,
};

/// JSON object as the body. Rejects other content types with 415, malformed bodies with 400 and large ones with 413.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        parse(&read_json(request).await?).map(Self)
    }
}

/// Reads a JSON body as text.
pub(crate) async fn read_json(request: Request) -> Result<String, ApiError> {
    let content_type = content_type(request.headers());
    let is_json = content_type.as_ref().is_some_and(|kind| {
        let is_suffix = kind.suffix() == Some(mime::JSON);
        kind.type_() == mime::APPLICATION && (kind.subtype() == mime::JSON || is_suffix)
    });
    if !is_json {
        return Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    decode(read_body(request).await?, charset(content_type.as_ref()).as_deref())
}

/// Parses a JSON object. Unknown members are ignored.
pub(crate) fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ApiError> {
    // serde accepts an array for a struct.
    if !text.trim_ascii_start().starts_with('{') {
        return Err(ApiError::of_status(StatusCode::BAD_REQUEST));
    }
    serde_json::from_str(text).map_err(|error| refused_fields(&error))
}

/// Returns 400 for fields that do not fit their type. Says so if one was sent twice.
pub(crate) fn refused_fields(error: &serde_json::Error) -> ApiError {
    // serde has no other way to tell its errors apart.
    let is_twice = error.to_string().starts_with("duplicate field");
    if is_twice { ApiError::field_twice() } else { ApiError::of_status(StatusCode::BAD_REQUEST) }
}

#[cfg(test)]
mod tests;
