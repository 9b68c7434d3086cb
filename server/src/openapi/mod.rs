//! OpenAPI description, from the annotations of the handlers and the limits of the rules.

pub(crate) mod docs;

#[cfg(test)]
pub(crate) mod contract_tests;
#[cfg(test)]
mod fuzz_tests;

use std::sync::Arc;

use axum::{Json, extract::State};
use utoipa::{
    OpenApi,
    openapi::{RefOr, Schema, server::Server},
};

use crate::{
    auth, client_errors,
    config::PublicUrl,
    http::{describe_errors::add_errors, describe_rules::add_rules},
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

/// `GET /api/openapi.json`: returns the description.
pub(crate) async fn get_openapi(
    State(public_url): State<Option<Arc<PublicUrl>>>,
) -> Json<utoipa::openapi::OpenApi> {
    Json(description(public_url.as_deref()))
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
