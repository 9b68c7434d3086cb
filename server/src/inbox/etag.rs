//! `ETag` and 304 for JSON responses.

use axum::{
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::http::{error::ApiError, etag::is_known};

/// Bytes of the hash in a tag.
const HASH_LENGTH: usize = 16;

/// Returns the response with its tag, or 304 for a client that has it.
pub(crate) fn answer(headers: &HeaderMap, answer: &impl Serialize) -> Result<Response, ApiError> {
    let body = serde_json::to_string(answer).map_err(ApiError::internal)?;
    let tag = tag_of(&body);
    if is_known(headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let headers = [(header::ETAG, tag), (header::CONTENT_TYPE, "application/json".to_owned())];
    Ok((headers, body).into_response())
}

/// Returns the tag of a serialized response.
fn tag_of(body: &str) -> String {
    let hash = Sha256::digest(body);
    format!("\"{}\"", Base64UrlUnpadded::encode_string(hash.get(..HASH_LENGTH).unwrap_or_default()))
}
