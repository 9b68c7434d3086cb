//! OpenAPI descriptions of the endpoints that every form has.

use agency_core::{form::Stored, spam::HONEYPOT};
use utoipa::{
    IntoResponses as _, PartialSchema as _, ToSchema,
    openapi::{
        Components, Content, HttpMethod, ObjectBuilder, OpenApi, OpenApiBuilder, Paths, Ref, Required,
        Response, ResponseBuilder, Type,
        path::{Operation, OperationBuilder, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        security::SecurityRequirement,
    },
};

use crate::{
    http::{describe_errors::CreateErrors, error::ErrorResponse},
    inbox::{
        action_body::{ActionBody, BulkBody, BulkRecord, BulkResponse, BulkResult, ConflictResponse},
        describe_filter::{filter_parameters, filter_query},
        export::describe as export,
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
    for (path, method, operation_id, operation) in [
        (format!("/api/{table}"), HttpMethod::Get, format!("list_{table}"), list::<R>()),
        (
            format!("/api/{table}/actions/"),
            HttpMethod::Post,
            format!("act_on_{table}"),
            act_on_several::<R>(),
        ),
        (format!("/api/{table}/create/"), HttpMethod::Post, format!("create_{one}"), create::<R>()),
        (
            format!("/api/{table}/export/"),
            HttpMethod::Post,
            format!("export_{table}"),
            export::create_link::<R>(),
        ),
        (
            format!("/api/{table}/export.csv"),
            HttpMethod::Get,
            format!("get_{table}_file"),
            export::get_file::<R>(),
        ),
        (format!("/api/{table}/{{key}}"), HttpMethod::Get, format!("get_{one}"), find::<R>()),
        (
            format!("/api/{table}/{{key}}/neighbours"),
            HttpMethod::Get,
            format!("get_{one}_neighbours"),
            find_neighbours::<R>(),
        ),
        (
            format!("/api/{table}/{{key}}/history"),
            HttpMethod::Get,
            format!("get_{one}_history"),
            get_history::<R>(),
        ),
        (format!("/api/{table}/{{key}}/actions/"), HttpMethod::Post, format!("act_on_{one}"), act::<R>()),
    ] {
        let operation = operation.tag(table).operation_id(Some(operation_id));
        paths.add_path_operation(path, vec![method], operation.build());
    }
    let mut components = Components::new();
    components.schemas.extend([
        export::schema(),
        (list_name::<R>(), ListResponse::<Worked<R>>::schema()),
        (Worked::<R>::name().into_owned(), Worked::<R>::schema()),
        (Detail::<R>::name().into_owned(), Detail::<R>::schema()),
        (Conflict::<R>::name().into_owned(), Conflict::<R>::schema()),
        (OthersResponse::name().into_owned(), OthersResponse::schema()),
        (OtherResponse::name().into_owned(), OtherResponse::schema()),
        (RetentionResponse::name().into_owned(), RetentionResponse::schema()),
        (SpamResponse::name().into_owned(), SpamResponse::schema()),
        (SpamReasonResponse::name().into_owned(), SpamReasonResponse::schema()),
        (NeighboursResponse::name().into_owned(), NeighboursResponse::schema()),
        (WorkResponse::name().into_owned(), WorkResponse::schema()),
        (HistoryResponse::name().into_owned(), HistoryResponse::schema()),
        (R::Response::name().into_owned(), R::Response::schema()),
        (EventResponse::name().into_owned(), EventResponse::schema()),
        (PersonResponse::name().into_owned(), PersonResponse::schema()),
        (CreatedResponse::name().into_owned(), CreatedResponse::schema()),
        (ErrorResponse::name().into_owned(), ErrorResponse::schema()),
    ]);
    components.schemas.extend([
        (bulk_name::<R>("BulkResponse"), BulkResponse::<Detail<R>>::schema()),
        (bulk_name::<R>("BulkResult"), BulkResult::<Detail<R>>::schema()),
        (ActionBody::name().into_owned(), ActionBody::schema()),
        (BulkBody::name().into_owned(), BulkBody::schema()),
        (BulkRecord::name().into_owned(), BulkRecord::schema()),
        (UndoFieldResponse::name().into_owned(), UndoFieldResponse::schema()),
        (UndoResponse::name().into_owned(), UndoResponse::schema()),
    ]);
    OpenApiBuilder::new().paths(paths).components(Some(components)).build()
}

fn list<R: Resource>() -> OperationBuilder {
    let meaning = "The tag of the answer that the client has";
    private()
        .summary(Some(format!("`GET /api/{}?{}`: one page of the list.", R::STORED.table, filter_query())))
        .parameters(Some(filter_parameters()))
        .parameter(parameter("if-none-match", ParameterIn::Header, Type::String, meaning))
        .response("200", json("One page, with its tag", list_name::<R>()))
        .response("304", Response::new("Not modified"))
        .response("422", json("Invalid fields", ErrorResponse::name()))
}

fn find<R: Resource>() -> OperationBuilder {
    private()
        .summary(Some(format!("`GET /api/{}/{{slug or id}}`: one record.", R::STORED.table)))
        .parameter(key())
        .parameter(parameter(
            "if-none-match",
            ParameterIn::Header,
            Type::String,
            "The tag of the answer that the client has",
        ))
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
        .request_body(Some(
            RequestBodyBuilder::new()
                .content("application/json", Content::new(Some(Ref::from_schema_name(ActionBody::name()))))
                .build(),
        ))
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
        .request_body(Some(
            RequestBodyBuilder::new()
                .content("application/json", Content::new(Some(Ref::from_schema_name(BulkBody::name()))))
                .build(),
        ))
        .response("200", json("The result of each record", bulk_name::<R>("BulkResponse")))
        .response("422", json("Invalid fields", ErrorResponse::name()))
}

fn create<R: Resource>() -> OperationBuilder {
    let content_type = if R::FORM.file.is_some() { "multipart/form-data" } else { "application/json" };
    let form = Content::new(Some(Ref::from_schema_name(R::FORM.type_name)));
    let errors = CreateErrors::responses();
    let operation = OperationBuilder::new()
        .summary(Some(format!("`POST /api/{}/create/`: stores what the rules accept.", R::STORED.table)))
        .description(Some(format!(
            "A form that the browser posted itself, where no script runs, is redirected to the thanks page, or gets a \
             page with the errors. It has\nno key, so identical forms within an hour are stored once.\n\n\
             The field `{HONEYPOT}` is reserved: pages hide it, and bots fill it in. Leave it out: a \
             form with\ntext in it is stored as spam. Any value \
             other than text counts as empty.",
        )))
        .parameter(idempotency_key())
        .request_body(Some(RequestBodyBuilder::new().content(content_type, form).build()))
        .response("201", json("Stored", CreatedResponse::name()))
        .response(
            "303",
            Response::new("Stored; a browser that posted the form itself is redirected to the thanks page"),
        );
    errors.into_iter().fold(operation, |operation, (status, error)| operation.response(status, error))
}

/// Describes the path parameter of a record.
fn key() -> ParameterBuilder {
    parameter("key", ParameterIn::Path, Type::String, "The record's slug or id").required(Required::True)
}

fn idempotency_key() -> ParameterBuilder {
    let meaning = "Repeats with the same key are carried out once";
    parameter("idempotency-key", ParameterIn::Header, Type::String, meaning)
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

/// Describes a JSON response.
pub(crate) fn json(description: &str, schema: impl AsRef<str>) -> Response {
    let content = Content::new(Some(Ref::from_schema_name(schema.as_ref())));
    ResponseBuilder::new().description(description).content("application/json", content).build()
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
