//! OpenAPI schemas from the rules: forms with their limits.

use agency_core::{all_forms, form::Form, schema::FieldSchema};
use utoipa::openapi::{
    ObjectBuilder, OpenApi, RefOr, Required, SchemaFormat, Type,
    schema::{Schema, SchemaType},
    security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};

use crate::openapi::operations::operations;

/// The scheme of access tokens.
pub(super) const BEARER: &str = "bearer";

/// Adds the schemas from the rules.
pub(super) fn add_rules(description: &mut OpenApi) {
    let components = description.components.get_or_insert_default();
    for form in all_forms() {
        components.schemas.insert(form.type_name.to_owned(), schema(form));
    }
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    components.add_security_scheme(BEARER, SecurityScheme::Http(bearer));
    for operation in operations(description) {
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            body.required = Some(Required::True);
        }
    }
}

fn schema(form: &Form) -> RefOr<Schema> {
    let object = form.fields().fold(ObjectBuilder::new(), |object, rule| {
        let object = if rule.required { object.required(rule.name) } else { object };
        object.property(rule.name, described(FieldSchema::in_form(form, &rule)))
    });
    Schema::Object(object.build()).into()
}

fn described(schema: FieldSchema) -> ObjectBuilder {
    let types = schema.types.iter().map(|name| if *name == "null" { Type::Null } else { Type::String });
    let types: SchemaType = match types.collect::<Vec<_>>().as_slice() {
        [only] => only.clone().into(),
        types => types.iter().cloned().collect(),
    };
    let description = Some(schema.description).filter(|text| !text.is_empty());
    ObjectBuilder::new()
        .schema_type(types)
        .min_length(schema.min_length)
        .max_length(Some(schema.max_length))
        .pattern(schema.pattern)
        .format(schema.format.map(|name| SchemaFormat::Custom(name.to_owned())))
        .description(description)
}
