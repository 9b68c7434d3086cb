//! OpenAPI descriptions of the errors that endpoints share.

use utoipa::{
    ToSchema as _,
    openapi::{
        Content, OpenApi, Ref, RefOr, Response, ResponseBuilder,
        path::{Parameter, ParameterIn},
    },
};

use crate::{http::error::ErrorResponse, openapi::operations::operations};

/// Errors of every endpoint.
const ANY_ERRORS: [(&str, &str); 2] =
    [("405", "The path accepts other methods"), ("503", "Temporarily unavailable")];

/// Errors of endpoints with a body.
const BODY_ERRORS: [(&str, &str); 4] = [
    ("400", "The request cannot be read"),
    ("408", "The body did not arrive in time"),
    ("413", "The body is too large"),
    ("415", "The body is of another type"),
];

/// Errors of endpoints that require a session.
const PRIVATE_ERRORS: [(&str, &str); 2] = [
    ("401", "Not signed in: the token has expired or its session has ended"),
    ("403", "The temporary password has expired: only the admin's own account is accessible"),
];

/// Errors of changes of an account, which the password confirms.
const ACCOUNT_ERRORS: [(&str, &str); 3] = [
    ("409", "The password was changed at the same time"),
    ("422", "Invalid fields"),
    ("429", "Too many attempts"),
];

/// Errors of endpoints with a path or query to parse.
const ADDRESS_ERRORS: [(&str, &str); 1] = [("400", "The request cannot be read")];

/// Adds the errors that follow from the parameters and the body of an endpoint.
pub(super) fn add_errors(description: &mut OpenApi) {
    for operation in operations(description) {
        let is_address = |parameter: &RefOr<Parameter>| {
            let RefOr::T(parameter) = parameter else { return false };
            matches!(parameter.parameter_in, ParameterIn::Path | ParameterIn::Query)
        };
        let is_of_account = operation.tags.iter().flatten().any(|tag| tag == "account");
        for (is_possible, errors) in [
            (true, &ANY_ERRORS[..]),
            (operation.request_body.is_some(), &BODY_ERRORS),
            (operation.security.is_some(), &PRIVATE_ERRORS),
            (operation.request_body.is_some() && is_of_account, &ACCOUNT_ERRORS),
            (operation.parameters.iter().flatten().any(is_address), &ADDRESS_ERRORS),
        ] {
            // The endpoint may describe them itself.
            for (status, meaning) in errors.iter().filter(|_| is_possible) {
                let response = operation.responses.responses.entry((*status).to_owned());
                response.or_insert_with(|| json(meaning, ErrorResponse::name()).into());
            }
        }
    }
}

/// Describes a JSON response.
fn json(description: &str, schema: impl AsRef<str>) -> Response {
    let content = Content::new(Some(Ref::from_schema_name(schema.as_ref())));
    ResponseBuilder::new().description(description).content("application/json", content).build()
}
