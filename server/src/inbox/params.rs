//! The filter of a list as a parameter.

use agency_core::filter::{Filter, PARAMETERS, ParameterType};
use axum::{extract::FromRequestParts, http::request::Parts};
use utoipa::{
    IntoParams,
    openapi::{
        ObjectBuilder, Required, Type,
        path::{Parameter, ParameterBuilder, ParameterIn},
    },
};

use crate::http::error::ApiError;

/// Filter of a list, from the query of the URL. Rejects invalid values with 422.
pub(crate) struct ListParams(pub(crate) Filter);

impl<S: Send + Sync> FromRequestParts<S> for ListParams {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let query = parts.uri.query().unwrap_or_default();
        let (filter, errors) = Filter::parse(query);
        if errors.is_empty() { Ok(Self(filter)) } else { Err(ApiError::refused(errors)) }
    }
}

impl IntoParams for ListParams {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameters = PARAMETERS.into_iter();
        parameters
            .map(|part| {
                ParameterBuilder::new()
                    .name(part.name)
                    .parameter_in(ParameterIn::Query)
                    .required(Required::False)
                    .description(Some(part.description))
                    .schema(Some(filter_schema(part.value_type)))
                    .build()
            })
            .collect()
    }
}

fn filter_schema(value_type: ParameterType) -> ObjectBuilder {
    let text = ObjectBuilder::new().schema_type(Type::String);
    match value_type {
        ParameterType::Words | ParameterType::Moment => text,
        ParameterType::Text { max } => text.min_length(Some(1)).max_length(Some(max)),
        ParameterType::OneOf { values, default } => {
            text.enum_values(Some(values.iter().copied())).default(default.map(Into::into))
        }
        // Of any size: a page past the last one is empty.
        ParameterType::Page => {
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).default(Some(1.into()))
        }
    }
}
