//! OpenAPI descriptions of the errors that endpoints share.

use utoipa::{
    IntoResponses, Modify,
    openapi::{
        OpenApi, RefOr,
        path::{Operation, ParameterIn},
    },
};

use crate::http::error::ErrorResponse;

/// Errors of every endpoint.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "its variants describe answers")]
enum AnyErrors {
    /// The path accepts other methods
    #[response(status = 405)]
    WrongMethod(ErrorResponse),
    /// Temporarily unavailable
    #[response(status = 503)]
    Unavailable(ErrorResponse),
}

/// Errors of endpoints with a path or query to parse.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "its variants describe answers")]
enum AddressErrors {
    /// The request cannot be read
    #[response(status = 400)]
    Malformed(ErrorResponse),
}

/// Errors of endpoints with a body.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "its variants describe answers")]
enum BodyErrors {
    /// The request cannot be read
    #[response(status = 400)]
    Malformed(ErrorResponse),
    /// The body did not arrive in time
    #[response(status = 408)]
    TooSlow(ErrorResponse),
    /// The body is too large
    #[response(status = 413)]
    TooLarge(ErrorResponse),
    /// The body is of another type
    #[response(status = 415)]
    UnsupportedType(ErrorResponse),
}

/// Errors of endpoints that require a session.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "its variants describe answers")]
enum PrivateErrors {
    /// Not signed in: the token has expired or its session has ended
    #[response(status = 401)]
    Unauthorized(ErrorResponse),
    /// The temporary password has expired: only the admin's own account is accessible
    #[response(status = 403)]
    PasswordDue(ErrorResponse),
}

/// Adds the errors that follow from the parameters and the body of an endpoint.
pub(crate) struct Errors;

impl Modify for Errors {
    fn modify(&self, description: &mut OpenApi) {
        let items = description.paths.paths.values_mut();
        for operation in items.flat_map(|path| [path.get.as_mut(), path.post.as_mut()]).flatten() {
            add::<AnyErrors>(operation);
            if operation.request_body.is_some() {
                add::<BodyErrors>(operation);
            }
            if operation.security.is_some() {
                add::<PrivateErrors>(operation);
            }
            let is_address = |parameter: &RefOr<_>| match parameter {
                RefOr::T(utoipa::openapi::path::Parameter { parameter_in, .. }) => {
                    matches!(parameter_in, ParameterIn::Path | ParameterIn::Query)
                }
                RefOr::Ref(_) => false,
            };
            if operation.parameters.iter().flatten().any(is_address) {
                add::<AddressErrors>(operation);
            }
        }
    }
}

/// Adds the errors that the endpoint does not describe itself.
fn add<E: IntoResponses>(operation: &mut Operation) {
    for (status, response) in E::responses() {
        operation.responses.responses.entry(status).or_insert(response);
    }
}
