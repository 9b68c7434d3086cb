//! OpenAPI descriptions of filter parameters.

use agency_core::filter::{FilterParameter, NAMES, PARAMETERS, ParameterType};
use utoipa::openapi::{
    ObjectBuilder, Required, Type,
    path::{Parameter, ParameterBuilder, ParameterIn},
};

/// Returns the parameters of every endpoint that takes a filter.
pub(crate) fn filter_parameters() -> Vec<Parameter> {
    PARAMETERS.into_iter().map(parameter).collect()
}

/// Returns a query with every parameter.
pub(crate) fn filter_query() -> String {
    NAMES.map(|name| format!("{name}=")).join("&")
}

fn parameter(part: FilterParameter) -> Parameter {
    ParameterBuilder::new()
        .name(part.name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(part.description))
        .schema(Some(schema(part.value_type)))
        .build()
}

fn schema(value_type: ParameterType) -> ObjectBuilder {
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
