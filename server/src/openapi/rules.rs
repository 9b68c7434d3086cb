//! What the rules fix: the forms with their limits, the parameters' formats.

use agency_core::{
    application,
    attachment::{self, CvType},
    contact,
    keys::{IDEMPOTENCY_KEY_LENGTH, IDEMPOTENCY_KEY_PATTERN},
    login,
    metadata::FieldRule,
    pattern::pattern,
    rule::Kind,
    sort::SortOrder,
};
use utoipa::{
    Modify,
    openapi::{
        KnownFormat, ObjectBuilder, OpenApi, RefOr, Required, SchemaFormat, Type,
        encoding::EncodingBuilder,
        schema::{Schema, SchemaType},
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

/// Adds what the rules fix.
pub(super) struct Rules;

impl Modify for Rules {
    fn modify(&self, description: &mut OpenApi) {
        let components = description.components.get_or_insert_default();
        components
            .schemas
            .insert("ContactForm".to_owned(), form(contact::RULES.each_ref().map(FieldRule::from)));
        components.schemas.insert("LoginForm".to_owned(), form(login::RULES.each_ref().map(FieldRule::from)));
        let application = application::RULES.iter().map(FieldRule::from).chain([FieldRule::cv()]);
        components.schemas.insert("ApplicationForm".to_owned(), form(application));
        components.add_security_scheme(
            "bearer",
            SecurityScheme::Http(
                HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build(),
            ),
        );
        let create = description.paths.paths.get_mut("/api/applications/create/");
        let body = create.and_then(|path| path.post.as_mut()?.request_body.as_mut());
        if let Some(RefOr::T(body)) = body
            && let Some(RefOr::T(content)) = body.content.get_mut("multipart/form-data")
        {
            let types = CvType::ALL.map(CvType::content_type).join(", ");
            let encoding = EncodingBuilder::new().content_type(Some(types)).build();
            content.encoding.insert(attachment::FIELD.to_owned(), encoding);
        }
        let items = description.paths.paths.values_mut();
        let operations = items.flat_map(|path| [path.get.as_mut(), path.post.as_mut()]).flatten();
        for operation in operations {
            if let Some(RefOr::T(body)) = &mut operation.request_body {
                body.required = Some(Required::True);
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
}

/// What a parameter of this name takes, wherever it stands.
fn parameter_schema(name: &str) -> Option<ObjectBuilder> {
    let text = ObjectBuilder::new().schema_type(Type::String);
    match name {
        // Of any size: a page past the last one is empty.
        "page" => {
            Some(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).default(Some(1.into())))
        }
        "sort" => Some(
            text.enum_values(Some(SortOrder::ALL.map(SortOrder::as_str)))
                .default(Some(SortOrder::default().as_str().into())),
        ),
        "idempotency-key" => Some(
            text.min_length(Some(*IDEMPOTENCY_KEY_LENGTH.start()))
                .max_length(Some(*IDEMPOTENCY_KEY_LENGTH.end()))
                .pattern(Some(IDEMPOTENCY_KEY_PATTERN)),
        ),
        _ => None,
    }
}

fn form(rules: impl IntoIterator<Item = FieldRule>) -> RefOr<Schema> {
    let object = rules.into_iter().fold(ObjectBuilder::new(), |object, rule| {
        let object = if rule.required { object.required(rule.name) } else { object };
        object.property(rule.name, field(&rule))
    });
    Schema::Object(object.build()).into()
}

fn field(rule: &FieldRule) -> ObjectBuilder {
    // Nothing is as good as an empty text.
    let optional = || SchemaType::from_iter([Type::String, Type::Null]);
    let text = ObjectBuilder::new()
        .schema_type(if rule.required { Type::String.into() } else { optional() })
        .max_length(Some(rule.max))
        .pattern(pattern(rule));
    let text = match rule.kind {
        Kind::Password => text.format(Some(SchemaFormat::KnownFormat(KnownFormat::Password))),
        Kind::File => text.format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary))),
        _ => text,
    };
    // An optional field may be empty, however long it must be otherwise.
    let min = if rule.required { Some(rule.min.unwrap_or(1)) } else { None };
    text.min_length(min)
}
