//! OpenAPI description, from the documentation of the endpoints and the limits of the rules.

mod docs;
mod errors;
mod operations;
mod rules;

#[cfg(test)]
pub(crate) mod tests;

use axum::{
    Router,
    http::{HeaderMap, header},
    response::Html,
    routing::get,
};
use utoipa::openapi::{OpenApi, security::SecurityRequirement, server::Server};

use crate::{
    config::PublicUrl,
    http::etag::Tagged,
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
#[expect(
    clippy::expect_used,
    reason = "a description has no keys but texts, which is all that JSON asks for"
)]
pub(crate) fn routes<S>(description: &OpenApi) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let document = Tagged::new(description).expect("a description in JSON");
    let page = docs::page(&serde_json::to_value(description).expect("a description in JSON"));
    let get_openapi =
        async move |headers: HeaderMap| ([(header::CACHE_CONTROL, "no-cache")], document.answer(&headers));
    Router::new()
        .route("/openapi.json", get(get_openapi))
        .route("/docs", get(async move || Html(page)))
        .route("/docs/style.css", get(docs::get_style))
}
