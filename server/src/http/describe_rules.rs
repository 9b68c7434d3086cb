//! OpenAPI schemas from the rules: forms with their limits, and record keys.

use agency_core::{
    all_forms,
    attachment::CvType,
    form::Form,
    keys::{IDEMPOTENCY_KEY_LENGTH, IDEMPOTENCY_KEY_PATTERN},
    metadata::FieldRule,
    schema::FieldSchema,
};
use utoipa::openapi::{
    Content, ObjectBuilder, OpenApi, RefOr, Required, SchemaFormat, Type,
    encoding::EncodingBuilder,
    schema::{Schema, SchemaType},
    security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};

use crate::http::describe_errors::operations;

/// Adds the schemas from the rules.
pub(crate) fn add_rules(description: &mut OpenApi) {
    let components = description.components.get_or_insert_default();
    for form in all_forms() {
        components.schemas.insert(form.type_name.to_owned(), schema(form));
    }
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    for operation in operations(description) {
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            body.required = Some(Required::True);
            body.content.values_mut().for_each(describe_file);
        }
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter
                && let Some(schema) = parameter_schema(&parameter.name)
            {
                parameter.schema = Some(Schema::Object(schema.build()).into());
            }
        }
    }
}

/// Returns the schema of every parameter with this name.
fn parameter_schema(name: &str) -> Option<ObjectBuilder> {
    (name == "idempotency-key").then(|| {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(*IDEMPOTENCY_KEY_LENGTH.start()))
            .max_length(Some(*IDEMPOTENCY_KEY_LENGTH.end()))
            .pattern(Some(IDEMPOTENCY_KEY_PATTERN))
    })
}

/// Describes the accepted file types of a form with a file.
fn describe_file(content: &mut RefOr<Content>) {
    let RefOr::T(content) = content else { return };
    let Some(RefOr::Ref(schema)) = &content.schema else { return };
    let name = schema.ref_location.rsplit('/').next();
    let form = all_forms().find(|form| Some(form.type_name) == name);
    if let Some(file) = form.and_then(|form| form.file) {
        let types = file.types.iter().copied().map(CvType::content_type).collect::<Vec<_>>().join(", ");
        let encoding = EncodingBuilder::new().content_type(Some(types)).build();
        content.encoding.insert(file.name.to_owned(), encoding);
    }
}

fn schema(form: &Form) -> RefOr<Schema> {
    let object = form.fields().fold(ObjectBuilder::new(), |object, rule| {
        let object = if rule.required { object.required(rule.name) } else { object };
        object.property(rule.name, described(FieldSchema::in_form(form, &rule)))
    });
    Schema::Object(object.build()).into()
}

/// Returns the schema of a field.
pub(crate) fn field(rule: &FieldRule) -> ObjectBuilder {
    described(FieldSchema::from(rule))
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
