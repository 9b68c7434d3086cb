//! OpenAPI schemas from the rules: forms with their limits.

use agency_core::{all_forms, form::Form, metadata::FieldRule, rule::Kind};
use utoipa::{
    PartialSchema as _, ToSchema as _,
    openapi::{
        KnownFormat, ObjectBuilder, OpenApi, Ref, RefOr, Required, SchemaFormat, Type,
        schema::{Schema, SchemaType},
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use crate::{
    intake::source::{self, SentSource},
    openapi::operations::operations,
};

/// The scheme of access tokens.
pub(super) const BEARER: &str = "bearer";

/// Adds the schemas from the rules.
pub(super) fn add_rules(description: &mut OpenApi) {
    let components = description.components.get_or_insert_default();
    for form in all_forms() {
        components.schemas.insert(form.type_name.to_owned(), schema(form));
    }
    components.schemas.insert(SentSource::name().into_owned(), SentSource::schema());
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    components.add_security_scheme(BEARER, SecurityScheme::Http(bearer));
    for operation in operations(description) {
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            body.required = Some(Required::True);
        }
    }
}

/// Description of a text field. The description counts the text as sent, the rules count it after normalising it.
const LENGTHS: &str = "Lengths are those of the text as sent. It is checked with each line end as one character and \
                       without white space and invisible characters at both ends, so a longer text may be accepted, \
                       and one with CRLF or invisible characters may be too short.";

/// Description of a file field.
const FILE: &str = "Its name and content are also checked.";

/// Description of a field with a check against another field.
const CROSS_CHECK: &str = "Also checked by a rule that JSON Schema cannot express.";

fn schema(form: &Form) -> RefOr<Schema> {
    let object = form.fields().fold(ObjectBuilder::new(), |object, rule| {
        let object = if rule.required { object.required(rule.name) } else { object };
        object.property(rule.name, field_schema(form, &rule))
    });
    let object = match form.stored {
        Some(_) => object.property(source::FIELD, Ref::from_schema_name(SentSource::name())),
        None => object,
    };
    Schema::Object(object.build()).into()
}

fn field_schema(form: &Form, rule: &FieldRule) -> ObjectBuilder {
    let (format, description) = match rule.kind {
        Kind::Password => (Some(KnownFormat::Password), None),
        Kind::File => (Some(KnownFormat::Binary), Some(FILE)),
        Kind::Line | Kind::Lines | Kind::Email => (None, Some(LENGTHS)),
    };
    let cross_check = form.cross_checked.contains(&rule.name).then_some(CROSS_CHECK);
    let descriptions = [description, cross_check].into_iter().flatten().collect::<Vec<_>>();
    ObjectBuilder::new()
        .schema_type(if rule.required {
            Type::String.into()
        } else {
            SchemaType::from_iter([Type::String, Type::Null])
        })
        // An optional field may be empty even if it has a minimum length.
        .min_length(rule.required.then(|| rule.min.unwrap_or(1)))
        .max_length(Some(rule.max))
        .format(format.map(SchemaFormat::KnownFormat))
        .description(Some(descriptions.join(" ")).filter(|text| !text.is_empty()))
}
