//! Marks nullable properties of responses as required.

use utoipa::{
    Modify,
    openapi::{
        OpenApi, RefOr,
        schema::{Object, Schema, SchemaType, Type},
    },
};

/// Marks nullable properties of responses as required, because the derive treats every `Option` as optional. Properties
/// that may be omitted are not described as null.
pub(super) struct Present;

impl Modify for Present {
    fn modify(&self, description: &mut OpenApi) {
        let schemas = description.components.iter_mut().flat_map(|components| &mut components.schemas);
        for (_, schema) in schemas.filter(|(name, _)| name.ends_with("Response")) {
            if let RefOr::T(Schema::Object(answer)) = schema {
                let present = answer.properties.iter().filter(|(_, property)| may_be_null(property));
                let present = present.map(|(name, _)| name.clone()).collect::<Vec<_>>();
                answer.required.extend(present);
            }
        }
    }
}

fn may_be_null(property: &RefOr<Schema>) -> bool {
    match property {
        RefOr::T(Schema::Object(Object { schema_type: SchemaType::Array(types), .. })) => {
            types.contains(&Type::Null)
        }
        RefOr::T(Schema::OneOf(one_of)) => one_of.items.iter().any(|item| match item {
            RefOr::T(Schema::Object(Object { schema_type: SchemaType::Type(kind), .. })) => {
                *kind == Type::Null
            }
            _ => false,
        }),
        _ => false,
    }
}
