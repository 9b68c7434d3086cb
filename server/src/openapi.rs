//! The API described, from the handlers' own annotations and the rules' own limits.

use agency_core::{
    contact, login,
    metadata::FieldRule,
    rule::{Kind, TextRule},
    sort::SortOrder,
};
use axum::{Json, extract::State};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        KnownFormat, ObjectBuilder, RefOr, SchemaFormat, Type,
        schema::Schema,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
        server::Server,
    },
};

use crate::{auth, config::PublicUrl, consultations, state::AppState};

#[derive(OpenApi)]
#[openapi(
    info(title = "Agency API", description = "Requests for estimates, and the staff's access to them."),
    paths(
        auth::routes::create_token,
        auth::routes::refresh_token,
        auth::routes::revoke_token,
        auth::routes::get_user_info,
        consultations::routes::list_consultations,
        consultations::routes::get_consultation,
        consultations::routes::create_consultation,
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
        components.schemas.insert("ContactForm".to_owned(), form(&contact::RULES));
        components.schemas.insert("LoginForm".to_owned(), form(&login::RULES));
        components.add_security_scheme(
            "bearer",
            SecurityScheme::Http(
                HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build(),
            ),
        );
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

fn form(rules: &[TextRule]) -> RefOr<Schema> {
    let object = rules.iter().map(FieldRule::from).fold(ObjectBuilder::new(), |object, rule| {
        let object = if rule.required { object.required(rule.name) } else { object };
        object.property(rule.name, field(&rule))
    });
    Schema::Object(object.build()).into()
}

fn field(rule: &FieldRule) -> ObjectBuilder {
    let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(rule.max));
    let text = match rule.kind {
        Kind::Password => text.format(Some(SchemaFormat::KnownFormat(KnownFormat::Password))),
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
