//! The parts of a filter, described.

use agency_core::{filter::PARTS, sort::SortOrder, work::RecordState};
use utoipa::openapi::{
    KnownFormat, ObjectBuilder, Required, SchemaFormat, Type,
    path::{Parameter, ParameterBuilder, ParameterIn},
};

/// The parameters of every call that takes a filter.
pub(crate) fn filter_parameters() -> Vec<Parameter> {
    PARTS.into_iter().map(parameter).collect()
}

fn parameter(part: &'static str) -> Parameter {
    let text = ObjectBuilder::new().schema_type(Type::String);
    let (schema, description) = match part {
        "q" => (
            text,
            "What is searched for: words, the last of which may go on, \"words beside each other\", and -words that \
             must not be there. No query is wrong; 200 characters are read.",
        ),
        "box" => (
            text.enum_values(Some(RecordState::ALL.map(RecordState::as_str))),
            "The state of the records. Without it the list holds all of them.",
        ),
        "assigned" => (text, "Whose records: me, nobody, or a username."),
        "from" => (text, "The earliest: a date in UTC, or an instant as RFC 3339 has it."),
        "to" => (text, "The latest: a date in UTC with all of its day, or an instant."),
        "sort" => {
            (text.enum_values(Some(SortOrder::ALL.map(SortOrder::as_str))), "The order of the whole list.")
        }
        _ => (
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
                .minimum(Some(1)),
            "The page, from 1. Those past the last are empty.",
        ),
    };
    ParameterBuilder::new()
        .name(part)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(schema))
        .build()
}
