//! OpenAPI descriptions of the endpoints that every form has.

use agency_core::{form::Stored, spam::HONEYPOT};
use utoipa::{
    PartialSchema as _, ToSchema,
    openapi::{
        Components, Content, HttpMethod, ObjectBuilder, OpenApi, OpenApiBuilder, Paths, Ref, RefOr, Required,
        Response, Schema, Type,
        path::{Operation, OperationBuilder, ParameterBuilder, ParameterIn},
        request_body::{RequestBody, RequestBodyBuilder},
        security::SecurityRequirement,
    },
};

use crate::{
    http::{describe_errors::json, error::ErrorResponse},
    inbox::{
        action_body::{ActionBody, BulkBody, BulkRecord, BulkResponse, BulkResult, ConflictResponse},
        describe_filter::{filter_parameters, filter_query},
        export::{describe as export, routes::ExportResponse},
        history::{EventResponse, HistoryResponse},
        neighbours::NeighboursResponse,
        record::{DetailResponse, RetentionResponse},
        related::{OtherResponse, OthersResponse},
        resource::Resource,
        routes::ListResponse,
        spam_reasons::{SpamReasonResponse, SpamResponse},
        submission::{PersonResponse, WorkResponse, WorkedResponse},
        undo::{UndoFieldResponse, UndoResponse},
    },
    intake::form::CreatedResponse,
};

/// Describes the endpoints of one record type.
pub(crate) fn describe<R: Resource>() -> OpenApi {
    let Stored { table, record, .. } = R::STORED;
    let one = record.to_lowercase();
    let mut paths = Paths::new();
    let (get, post) = (HttpMethod::Get, HttpMethod::Post);
    for (path, method, id, operation) in [
        ("", &get, format!("list_{table}"), list::<R>()),
        ("/actions/", &post, format!("act_on_{table}"), act_on_several::<R>()),
        ("/create/", &post, format!("create_{one}"), create::<R>()),
        ("/export/", &post, format!("export_{table}"), export::create_link::<R>()),
        ("/export.csv", &get, format!("get_{table}_file"), export::get_file::<R>()),
        ("/{key}", &get, format!("get_{one}"), find::<R>()),
        ("/{key}/neighbours", &get, format!("get_{one}_neighbours"), find_neighbours::<R>()),
        ("/{key}/history", &get, format!("get_{one}_history"), get_history::<R>()),
        ("/{key}/actions/", &post, format!("act_on_{one}"), act::<R>()),
    ] {
        let operation = operation.tag(table).operation_id(Some(id)).build();
        paths.add_path_operation(format!("/api/{table}{path}"), vec![method.clone()], operation);
    }
    let mut components = Components::new();
    components.schemas.extend([
        schema::<ExportResponse>(),
        (list_name::<R>(), ListResponse::<Worked<R>>::schema()),
        (bulk_name::<R>("BulkResponse"), BulkResponse::<Detail<R>>::schema()),
        (bulk_name::<R>("BulkResult"), BulkResult::<Detail<R>>::schema()),
        schema::<Worked<R>>(),
        schema::<Detail<R>>(),
        schema::<Conflict<R>>(),
        schema::<OthersResponse>(),
        schema::<OtherResponse>(),
        schema::<RetentionResponse>(),
        schema::<SpamResponse>(),
        schema::<SpamReasonResponse>(),
        schema::<NeighboursResponse>(),
        schema::<WorkResponse>(),
        schema::<HistoryResponse>(),
        schema::<R::Response>(),
        schema::<EventResponse>(),
        schema::<PersonResponse>(),
        schema::<CreatedResponse>(),
        schema::<ErrorResponse>(),
        schema::<ActionBody>(),
        schema::<BulkBody>(),
        schema::<BulkRecord>(),
        schema::<UndoFieldResponse>(),
        schema::<UndoResponse>(),
    ]);
    OpenApiBuilder::new().paths(paths).components(Some(components)).build()
}

fn list<R: Resource>() -> OperationBuilder {
    private()
        .summary(Some(format!("`GET /api/{}?{}`: one page of the list.", R::STORED.table, filter_query())))
        .parameters(Some(filter_parameters()))
        .parameter(known_tag())
        .response("200", json("One page, with its tag", list_name::<R>()))
        .response("304", Response::new("Not modified"))
        .response("422", json("Invalid fields", ErrorResponse::name()))
}

fn find<R: Resource>() -> OperationBuilder {
    private()
        .summary(Some(format!("`GET /api/{}/{{slug or id}}`: one record.", R::STORED.table)))
        .parameter(key())
        .parameter(known_tag())
        .response("200", json("The record, with its tag", Detail::<R>::name()))
        .response("304", Response::new("The record has not changed since the answer of that tag"))
        .response("404", json("There is no such record", ErrorResponse::name()))
}

fn get_history<R: Resource>() -> OperationBuilder {
    let meaning = "`history_before` of the page after it";
    let before = parameter("before", ParameterIn::Query, Type::Integer, meaning).required(Required::True);
    private()
        .summary(Some(format!(
            "`GET /api/{}/{{slug or id}}/history?before=`: older events of one record.",
            R::STORED.table
        )))
        .parameter(key())
        .parameter(before)
        .response("200", json("At most 200 events, oldest first", HistoryResponse::name()))
        .response("404", json("There is no such record", ErrorResponse::name()))
}

fn find_neighbours<R: Resource>() -> OperationBuilder {
    private()
        .summary(Some(format!(
            "`GET /api/{}/{{slug or id}}/neighbours?{{filter}}`: the records before and after one in a list.",
            R::STORED.table
        )))
        .description(Some(
            "They are found from the record's own place, so also when it has left the list. The page says nothing here.",
        ))
        .parameter(key())
        .parameters(Some(filter_parameters()))
        .response("200", json("The records before and after this one", NeighboursResponse::name()))
        .response("404", json("There is no such record", ErrorResponse::name()))
        .response("422", json("Invalid fields", ErrorResponse::name()))
}

fn act<R: Resource>() -> OperationBuilder {
    private()
        .summary(Some(format!(
            "`POST /api/{}/{{slug or id}}/actions/`: does something with one record.",
            R::STORED.table
        )))
        .parameter(key())
        .parameter(idempotency_key())
        .request_body(body("application/json", ActionBody::name()))
        .response("200", json("The record as it is now, done or done before", Detail::<R>::name()))
        .response("404", json("There is no such record", ErrorResponse::name()))
        .response(
            "409",
            json(
                "Somebody else changed the record, or the key was used with other content",
                Conflict::<R>::name(),
            ),
        )
        .response("422", json("Invalid fields", ErrorResponse::name()))
}

fn act_on_several<R: Resource>() -> OperationBuilder {
    private()
        .summary(Some(format!(
            "`POST /api/{}/actions/`: applies one action to several records.",
            R::STORED.table
        )))
        .description(Some(
            "Each record succeeds or fails by itself, in the order of the request. A repeated key changes nothing that was \
             changed.",
        ))
        .parameter(idempotency_key())
        .request_body(body("application/json", BulkBody::name()))
        .response("200", json("The result of each record", bulk_name::<R>("BulkResponse")))
        .response("422", json("Invalid fields", ErrorResponse::name()))
}

fn create<R: Resource>() -> OperationBuilder {
    let content_type = if R::FORM.file.is_some() { "multipart/form-data" } else { "application/json" };
    OperationBuilder::new()
        .summary(Some(format!("`POST /api/{}/create/`: stores what the rules accept.", R::STORED.table)))
        .description(Some(format!(
            "A form that the browser posted itself, where no script runs, is redirected to the thanks page, or gets a \
             page with the errors. It has\nno key, so identical forms within an hour are stored once.\n\n\
             The field `{HONEYPOT}` is reserved: pages hide it, and bots fill it in. Leave it out: a \
             form with\ntext in it is stored as spam. Any value \
             other than text counts as empty.",
        )))
        .parameter(idempotency_key())
        .request_body(body(content_type, R::FORM.type_name))
        .response("201", json("Stored", CreatedResponse::name()))
        .response(
            "303",
            Response::new("Stored; a browser that posted the form itself is redirected to the thanks page"),
        )
        .response("409", json("The key was used with other content", ErrorResponse::name()))
        .response("422", json("Invalid fields", ErrorResponse::name()))
        .response("429", json("Too many attempts", ErrorResponse::name()))
}

/// Describes the path parameter of a record.
fn key() -> ParameterBuilder {
    parameter("key", ParameterIn::Path, Type::String, "The record's slug or id").required(Required::True)
}

fn idempotency_key() -> ParameterBuilder {
    let meaning = "Repeats with the same key are carried out once";
    parameter("idempotency-key", ParameterIn::Header, Type::String, meaning)
}

fn known_tag() -> ParameterBuilder {
    let meaning = "The tag of the answer that the client has";
    parameter("if-none-match", ParameterIn::Header, Type::String, meaning)
}

fn parameter(name: &str, location: ParameterIn, value: Type, meaning: &str) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(location)
        .required(Required::False)
        .description(Some(meaning))
        .schema(Some(ObjectBuilder::new().schema_type(value)))
}

/// Starts the description of an endpoint that requires a session.
pub(crate) fn private() -> OperationBuilder {
    OperationBuilder::from(Operation::new()).security(SecurityRequirement::new("bearer", [""; 0]))
}

/// Describes a body.
fn body(content_type: &str, schema: impl AsRef<str>) -> Option<RequestBody> {
    let content = Content::new(Some(Ref::from_schema_name(schema.as_ref())));
    Some(RequestBodyBuilder::new().content(content_type, content).build())
}

/// Returns the schema of a type, with its name.
pub(crate) fn schema<T: ToSchema>() -> (String, RefOr<Schema>) {
    (T::name().into_owned(), T::schema())
}

/// Returns the schema name of a generic type.
fn list_name<R: Resource>() -> String {
    format!("ListResponse_{}", Worked::<R>::name())
}

/// Returns the schema name of a generic type.
fn bulk_name<R: Resource>(outer: &str) -> String {
    format!("{outer}_{}", Detail::<R>::name())
}

type Worked<R> = WorkedResponse<<R as Resource>::Response>;
type Detail<R> = DetailResponse<<R as Resource>::Response>;
type Conflict<R> = ConflictResponse<Detail<R>>;
