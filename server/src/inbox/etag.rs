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

/// Start of a signed link in a serialized response. The signature changes with every response, so the tag ignores it.
const SIGNED_LINK: &str = "\"cv_upload\":\"";

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

/// Returns the tag of a serialized response: a hash without signed links.
pub(super) fn tag_of(body: &str) -> String {
    let mut parts = body.split(SIGNED_LINK);
    let mut hash = Sha256::new().chain_update(parts.next().unwrap_or_default());
    for part in parts {
        // Quotes within a text are escaped, so the first one ends the link.
        hash.update(part.split_once('"').map_or("", |(_, rest)| rest));
    }
    let hash = hash.finalize();
    format!("\"{}\"", Base64UrlUnpadded::encode_string(hash.get(..HASH_LENGTH).unwrap_or_default()))
}
