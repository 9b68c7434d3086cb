//! The API described, from the handlers' own annotations and the rules' own limits.

use agency_core::{
    application,
    attachment::{self, CvType},
    contact, login,
    metadata::FieldRule,
    rule::Kind,
    sort::SortOrder,
};
use axum::{Json, extract::State};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        KnownFormat, ObjectBuilder, RefOr, SchemaFormat, Type,
        encoding::EncodingBuilder,
        schema::Schema,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
        server::Server,
    },
};

use crate::{applications, auth, config::PublicUrl, consultations, state::AppState};

#[derive(OpenApi)]
#[openapi(
    info(title = "Agency API", description = "Requests for estimates, job applications, and the staff's access to them."),
    paths(
        auth::routes::create_token,
        auth::routes::refresh_token,
        auth::routes::revoke_token,
        auth::routes::get_user_info,
        consultations::routes::list_consultations,
        consultations::routes::get_consultation,
        consultations::routes::create_consultation,
        applications::routes::list_applications,
        applications::routes::get_application,
        applications::routes::create_application,
        applications::download::get_cv,
    ),
    modifiers(&Rules)
)]
struct Description;

/// `GET /api/openapi.json`: the description.
pub(crate) async fn get_openapi(State(state): State<AppState>) -> Json<utoipa::openapi::OpenApi> {
    Json(description(state.public_url.as_deref()))
}

/// The API described, with the address that it has for visitors.
pub(crate) fn description(public_url: Option<&PublicUrl>) -> utoipa::openapi::OpenApi {
    let mut description = Description::openapi();
    description.servers = public_url.map(|url| vec![Server::new(url.origin())]);
    description
}

/// Adds what the rules fix: the forms with their limits, the orders of lists.
struct Rules;

impl Modify for Rules {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
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
        let lists = description.paths.paths.values_mut().filter_map(|path| path.get.as_mut());
        for parameter in lists.flat_map(|list| list.parameters.iter_mut().flatten()) {
            if let RefOr::T(parameter) = parameter
                && parameter.name == "sort"
            {
                parameter.schema = Some(orders());
            }
        }
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
    let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(rule.max));
    let text = match rule.kind {
        Kind::Password => text.format(Some(SchemaFormat::KnownFormat(KnownFormat::Password))),
        Kind::File => text.format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary))),
        _ => text,
    };
    // An optional field may be empty, however long it must be otherwise.
    let min = if rule.required { Some(rule.min.unwrap_or(1)) } else { None };
    text.min_length(min)
}

fn orders() -> RefOr<Schema> {
    let names = SortOrder::ALL.map(SortOrder::as_str);
    let order = ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(names))
        .default(Some(SortOrder::default().as_str().into()));
    Schema::Object(order.build()).into()
}
