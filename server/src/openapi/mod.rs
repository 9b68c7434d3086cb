//! OpenAPI description, from the annotations of the handlers and the limits of the rules.

pub(crate) mod docs;

#[cfg(test)]
pub(crate) mod contract_tests;
#[cfg(test)]
mod fuzz_tests;

use std::{
    future::{self, Ready},
    sync::{Arc, LazyLock},
};

use anyhow::anyhow;
use axum::{
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use sha2::{Digest as _, Sha256};
use utoipa::{
    OpenApi,
    openapi::{RefOr, Schema, server::Server},
};

use crate::{
    auth, client_errors,
    config::PublicUrl,
    http::{describe_errors::add_errors, describe_rules::add_rules, error::ApiError, etag::is_known},
    inbox::{self, describe::describe},
    resources::{self, for_each_resource},
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Agency API",
        description = "Requests for estimates, job applications, and the staff's access to them."
    ),
    paths(
        client_errors::report_client_error,
        auth::routes::create_token,
        auth::routes::create_token_by_second_factor,
        auth::routes::refresh_token,
        auth::routes::revoke_token,
        auth::routes::get_user_info,
        inbox::assignees::list_admins,
        inbox::counts::get_inbox,
        auth::account::routes::get_account,
        auth::account::routes::change_password,
        auth::account::routes::list_sign_ins,
        auth::account::routes::end_sign_in,
        auth::account::routes::end_other_sign_ins,
        auth::account::events::list_account_events,
        auth::second_factor::routes::begin_second_factor,
        auth::second_factor::routes::confirm_second_factor,
        auth::second_factor::routes::renew_recovery_codes,
        auth::second_factor::routes::end_second_factor,
        resources::applications::download::get_cv,
    )
)]
struct Description;

/// The description as JSON, with its entity tag.
struct Document {
    json: Bytes,
    tag: String,
}

/// `GET /api/openapi.json`: returns the description, which is built once, at the first request.
pub(crate) fn get_openapi(
    public_url: Option<Arc<PublicUrl>>,
) -> impl Fn(HeaderMap) -> Ready<Result<Response, ApiError>> + Clone + Send + Sync + 'static {
    let document = Arc::new(LazyLock::new(move || Document::build(public_url.as_deref())));
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
    fn build(public_url: Option<&PublicUrl>) -> serde_json::Result<Self> {
        let json = serde_json::to_vec(&description(public_url))?;
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

/// Returns the description of the API, with its public URL.
pub(crate) fn description(public_url: Option<&PublicUrl>) -> utoipa::openapi::OpenApi {
    let mut description = Description::openapi();
    for calls in for_each_resource!(describe) {
        description.merge(calls);
    }
    add_rules(&mut description);
    add_errors(&mut description);
    require_nullable(&mut description);
    description.servers = public_url.map(|url| vec![Server::new(url.origin())]);
    description
}

/// Marks nullable properties of responses as required, because the derive treats every `Option` as optional. Properties
/// that may be omitted are not described as null.
fn require_nullable(description: &mut utoipa::openapi::OpenApi) {
    for (name, schema) in description.components.iter_mut().flat_map(|components| &mut components.schemas) {
        if let RefOr::T(Schema::Object(object)) = schema
            && name.ends_with("Response")
        {
            let is_nullable = |(_, property): &(&String, &RefOr<Schema>)| {
                serde_json::to_string(property).is_ok_and(|property| property.contains(r#""null""#))
            };
            let nullable = object.properties.iter().filter(is_nullable);
            object.required.extend(nullable.map(|(name, _)| name.clone()));
        }
    }
}
