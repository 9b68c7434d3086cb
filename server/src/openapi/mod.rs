//! OpenAPI description, from the documentation of the endpoints and the limits of the rules.

mod docs;
mod errors;
mod operations;
mod rules;

#[cfg(test)]
pub(crate) mod tests;

use std::{
    future::{self, Ready},
    sync::{Arc, LazyLock},
};

use anyhow::anyhow;
use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::get,
};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use sha2::{Digest as _, Sha256};
use utoipa::openapi::{OpenApi, security::SecurityRequirement, server::Server};

use crate::{
    config::PublicUrl,
    http::{error::ApiError, etag::is_known},
    openapi::{
        errors::add_errors,
        operations::operations,
        rules::{BEARER, add_rules},
    },
};

/// What the description says of the whole API.
#[derive(utoipa::OpenApi)]
#[openapi(info(
    title = "Agency API",
    description = "Requests for estimates, job applications, and the staff's access to them. A slash at the end of a path \
                   changes nothing."
))]
pub(crate) struct Description;

/// Describes that endpoints require an access token.
pub(crate) fn require_token(description: &mut OpenApi) {
    for operation in operations(description) {
        operation.security = Some(vec![SecurityRequirement::new(BEARER, [""; 0])]);
    }
}

/// Completes the description of the endpoints by what follows from it, and by the rules.
pub(crate) fn complete(mut description: OpenApi, public_url: Option<&PublicUrl>) -> OpenApi {
    add_rules(&mut description);
    add_errors(&mut description);
    description.servers = public_url.map(|url| vec![Server::new(url.origin())]);
    description
}

/// Returns the routes of the description: as JSON, and as a page.
pub(crate) fn routes<S>(description: OpenApi) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let description = Arc::new(description);
    Router::new()
        .route("/openapi.json", get(get_openapi(Arc::clone(&description))))
        .route("/docs", get(docs::get_docs(description)))
        .route("/docs/style.css", get(docs::get_style))
}

/// The description as JSON, with its entity tag.
struct Document {
    json: Bytes,
    tag: String,
}

/// `GET /api/openapi.json`: returns the description, which is written at the first request.
fn get_openapi(
    description: Arc<OpenApi>,
) -> impl Fn(HeaderMap) -> Ready<Result<Response, ApiError>> + Clone + Send + Sync + 'static {
    let document = Arc::new(LazyLock::new(move || Document::build(&description)));
    move |headers: HeaderMap| {
        let document = document.as_ref().as_ref();
        future::ready(
            document
                .map(|document| document.answer(&headers))
                .map_err(|error| ApiError::internal(anyhow!("{error}"))),
        )
    }
}

impl Document {
    fn build(description: &OpenApi) -> serde_json::Result<Self> {
        let json = serde_json::to_vec(description)?;
        let tag = format!("\"{}\"", Base64UrlUnpadded::encode_string(&Sha256::digest(&json)));
        Ok(Self { json: json.into(), tag })
    }

    /// Returns the description, or 304 for a client that has it.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let caching = [(header::ETAG, &*self.tag), (header::CACHE_CONTROL, "no-cache")];
        if is_known(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        (caching, [(header::CONTENT_TYPE, "application/json")], self.json.clone()).into_response()
    }
}
