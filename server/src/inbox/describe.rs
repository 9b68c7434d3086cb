//! OpenAPI descriptions of the endpoints that every form has.

use agency_core::{
    attachment::CvType,
    filter::{NAMES, PARAMETERS, ParameterType},
    form::Stored,
    keys::{IDEMPOTENCY_KEY_LENGTH, IDEMPOTENCY_KEY_PATTERN},
    spam::HONEYPOT,
};
use utoipa::{
    IntoParams as _, ToSchema,
    openapi::{
        Components, Content, HttpMethod, ObjectBuilder, OpenApi, OpenApiBuilder, Paths, Ref, RefOr, Required,
        Response, ResponseBuilder, Schema, Type,
        encoding::EncodingBuilder,
        path::{Operation, OperationBuilder, ParameterBuilder, ParameterIn},
        request_body::{RequestBody, RequestBodyBuilder},
        security::SecurityRequirement,
    },
};

use crate::{
    http::{describe_errors::json as json_of, error::ErrorResponse},
    inbox::{
        action_body::{ActionBody, BulkBody, BulkResponse, BulkResult, ConflictResponse},
        export::{body, link::LinkQuery, routes::ExportResponse},
        history::HistoryResponse,
        list::ListResponse,
        neighbours::NeighboursResponse,
        record::DetailResponse,
        resource::Resource,
        submission::WorkedResponse,
    },
    intake::{create::SubmittedForm as _, form::CreatedResponse},
};

type Worked<R> = WorkedResponse<<R as Resource>::Response>;
type Detail<R> = DetailResponse<<R as Resource>::Response>;
type Schemas = Vec<(String, RefOr<Schema>)>;

/// Describes a generic response that has the properties of several others. A derived name would leave out the type.
macro_rules! describe_sum {
    ($sum:ident<T>: $($part:ty),+) => {
        impl<T: utoipa::ToSchema> utoipa::PartialSchema for $sum<T> {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let parts = [$(<$part as utoipa::ToSchema>::name()),+];
                let parts = parts.map(|name| utoipa::openapi::Ref::from_schema_name(name).into());
                utoipa::openapi::Schema::AllOf(utoipa::openapi::AllOf { items: parts.into(), ..Default::default() }).into()
            }
        }

        impl<T: utoipa::ToSchema> utoipa::ToSchema for $sum<T> {
            fn name() -> std::borrow::Cow<'static, str> {
                format!("{}_{}", stringify!($sum), T::name()).into()
            }

            fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
                $($crate::inbox::describe::add_schema::<$part>(schemas);)+
            }
        }
    };
}
pub(crate) use describe_sum;

/// Describes the endpoints of one record type.
pub(crate) fn describe<R: Resource>() -> OpenApi {
    let Stored { table, record, .. } = R::STORED;
    let one = record.to_lowercase();
    let mut paths = Paths::new();
    let mut add = |path: &str, method, id: String, operation: OperationBuilder| {
        let operation = operation.tag(table).operation_id(Some(id));
        paths.add_path_operation(format!("/api/{table}{path}"), vec![method], operation.build());
    };
    let all = format!("?{}", NAMES.map(|name| format!("{name}=")).join("&"));
    let list = filtered(private(&format!("GET /api/{table}{all}"), "one page of the list."))
        .parameter(if_none_match())
        .response("200", json_of("One page, with its tag", generic::<ListResponse<Worked<R>>, Worked<R>>()))
        .response("304", Response::new("Not modified"));
    add("", HttpMethod::Get, format!("list_{table}"), list);

    let several = private(&format!("POST /api/{table}/actions/"), "applies one action to several records.")
        .description(Some(
            "Each record succeeds or fails by itself, in the order of the request. A repeated key changes nothing that was \
             changed.",
        ))
        .parameter(idempotency_key())
        .request_body(Some(body_of::<BulkBody>()))
        .response("200", json_of("The result of each record", generic::<BulkResponse<Detail<R>>, Detail<R>>()))
        .response("422", json::<ErrorResponse>("Invalid fields"));
    add("/actions/", HttpMethod::Post, format!("act_on_{table}"), several);

    add("/create/", HttpMethod::Post, format!("create_{one}"), create::<R>());

    let link = private(&format!("POST /api/{table}/export/?{{filter}}"), "a link to the list as a file.")
        .description(Some(
            "A browser follows it without a token and streams the file to the disk. The page says nothing here.",
        ))
        .response("200", json::<ExportResponse>("The link"));
    add("/export/", HttpMethod::Post, format!("export_{table}"), filtered(link));

    let file = private(&format!("GET /api/{table}/export.csv?{{filter}}"), "the list as a file.")
        .description(Some(format!(
            "All records that the filter asks for and that were there at the start, in the list's order, as they are \
             when they are read: CSV by RFC 4180 in UTF-8, with a byte-order mark, and with an apostrophe before what a \
             spreadsheet would run. Its columns are {}. A body that ends before its end is not whole. With a link in \
             place of a token, only what the link was made for.",
            body::columns::<R>().join(", ")
        )));
    let text = Content::new(Some(ObjectBuilder::new().schema_type(Type::String).build()));
    let file = filtered(file)
        .parameters(Some(LinkQuery::into_params(|| Some(ParameterIn::Query)).into_iter().map(|mut part| {
            part.required = Required::False;
            part
        })))
        .response("200", ResponseBuilder::new().description("The file").content("text/csv", text).build())
        .response("505", json::<ErrorResponse>("The request came by an older HTTP than 1.1"));
    add("/export.csv", HttpMethod::Get, format!("get_{table}_file"), file);

    let key = format!("/api/{table}/{{slug or id}}");
    let find = of_record(private(&format!("GET {key}"), "one record."))
        .parameter(if_none_match())
        .response("200", json::<Detail<R>>("The record, with its tag"))
        .response("304", Response::new("The record has not changed since the answer of that tag"));
    add("/{key}", HttpMethod::Get, format!("get_{one}"), find);

    let neighbours = private(
        &format!("GET {key}/neighbours?{{filter}}"),
        "the records before and after one in a list.",
    )
    .description(Some(
        "They are found from the record's own place, so also when it has left the list. The page says nothing here.",
    ))
    .response("200", json::<NeighboursResponse>("The records before and after this one"));
    let neighbours = filtered(of_record(neighbours));
    add("/{key}/neighbours", HttpMethod::Get, format!("get_{one}_neighbours"), neighbours);

    let meaning = "`history_before` of the page after it";
    let before = parameter("before", ParameterIn::Query, Type::Integer, meaning).required(Required::True);
    let history = private(&format!("GET {key}/history?before="), "older events of one record.");
    let history = of_record(history)
        .parameter(before)
        .response("200", json::<HistoryResponse>("At most 200 events, oldest first"));
    add("/{key}/history", HttpMethod::Get, format!("get_{one}_history"), history);

    let conflict = "Somebody else changed the record, or the key was used with other content";
    let act = of_record(private(&format!("POST {key}/actions/"), "does something with one record."))
        .parameter(idempotency_key())
        .request_body(Some(body_of::<ActionBody>()))
        .response("200", json::<Detail<R>>("The record as it is now, done or done before"))
        .response("409", json_of(conflict, generic::<ConflictResponse<Detail<R>>, Detail<R>>()))
        .response("422", json::<ErrorResponse>("Invalid fields"));
    add("/{key}/actions/", HttpMethod::Post, format!("act_on_{one}"), act);

    let mut schemas = Schemas::new();
    add_generic::<ListResponse<Worked<R>>, Worked<R>>(&mut schemas);
    add_generic::<ConflictResponse<Detail<R>>, Detail<R>>(&mut schemas);
    add_generic::<BulkResponse<Detail<R>>, Detail<R>>(&mut schemas);
    add_generic::<BulkResult<Detail<R>>, Detail<R>>(&mut schemas);
    add_schema::<Detail<R>>(&mut schemas);
    add_schema::<NeighboursResponse>(&mut schemas);
    add_schema::<ExportResponse>(&mut schemas);
    add_schema::<CreatedResponse>(&mut schemas);
    add_schema::<ErrorResponse>(&mut schemas);
    add_schema::<ActionBody>(&mut schemas);
    add_schema::<BulkBody>(&mut schemas);
    let mut components = Components::new();
    components.schemas.extend(schemas);
    OpenApiBuilder::new().paths(paths).components(Some(components)).build()
}

fn create<R: Resource>() -> OperationBuilder {
    let form = R::Form::FORM;
    let content_type = if form.file.is_some() { "multipart/form-data" } else { "application/json" };
    let mut content = Content::new(Some(Ref::from_schema_name(form.type_name)));
    if let Some(file) = form.file {
        let types = file.types.iter().copied().map(CvType::content_type).collect::<Vec<_>>().join(", ");
        let encoding = EncodingBuilder::new().content_type(Some(types)).build();
        content.encoding.insert(file.name.to_owned(), encoding);
    }
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
        .request_body(Some(RequestBodyBuilder::new().content(content_type, content).build()))
        .response("201", json::<CreatedResponse>("Stored"))
        .response(
            "303",
            Response::new("Stored; a browser that posted the form itself is redirected to the thanks page"),
        );
    operation
        .response("409", json::<ErrorResponse>("The key was used with other content"))
        .response("422", json::<ErrorResponse>("Invalid fields"))
        .response("429", json::<ErrorResponse>("Too many attempts"))
}

/// Starts the description of an endpoint that requires a session.
fn private(call: &str, meaning: &str) -> OperationBuilder {
    OperationBuilder::from(Operation::new())
        .security(SecurityRequirement::new("bearer", [""; 0]))
        .summary(Some(format!("`{call}`: {meaning}")))
}

/// Adds the filter of a list.
fn filtered(operation: OperationBuilder) -> OperationBuilder {
    let operation = operation.parameters(Some(filter_parameters().map(ParameterBuilder::build)));
    operation.response("422", json::<ErrorResponse>("Invalid fields"))
}

/// Adds the key of a record.
fn of_record(operation: OperationBuilder) -> OperationBuilder {
    let key = parameter("key", ParameterIn::Path, Type::String, "The record's slug or id");
    let operation = operation.parameter(key.required(Required::True));
    operation.response("404", json::<ErrorResponse>("There is no such record"))
}

/// Returns the parameters of a filter.
fn filter_parameters() -> impl Iterator<Item = ParameterBuilder> {
    PARAMETERS.into_iter().map(|part| {
        parameter(part.name, ParameterIn::Query, Type::String, part.description)
            .schema(Some(filter_schema(part.value_type)))
    })
}

fn filter_schema(value_type: ParameterType) -> ObjectBuilder {
    let text = ObjectBuilder::new().schema_type(Type::String);
    match value_type {
        ParameterType::Words | ParameterType::Moment => text,
        ParameterType::Text { max } => text.min_length(Some(1)).max_length(Some(max)),
        ParameterType::OneOf { values, default } => {
            text.enum_values(Some(values.iter().copied())).default(default.map(Into::into))
        }
        // Of any size: a page past the last one is empty.
        ParameterType::Page => {
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).default(Some(1.into()))
        }
    }
}

fn if_none_match() -> ParameterBuilder {
    let meaning = "The tag of the answer that the client has";
    parameter("if-none-match", ParameterIn::Header, Type::String, meaning)
}

fn idempotency_key() -> ParameterBuilder {
    let meaning = "Repeats with the same key are carried out once";
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(*IDEMPOTENCY_KEY_LENGTH.start()))
        .max_length(Some(*IDEMPOTENCY_KEY_LENGTH.end()))
        .pattern(Some(IDEMPOTENCY_KEY_PATTERN));
    parameter("idempotency-key", ParameterIn::Header, Type::String, meaning).schema(Some(schema))
}

fn parameter(name: &str, location: ParameterIn, value: Type, meaning: &str) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(location)
        .required(Required::False)
        .description(Some(meaning))
        .schema(Some(ObjectBuilder::new().schema_type(value)))
}

fn body_of<T: ToSchema>() -> RequestBody {
    let content = Content::new(Some(Ref::from_schema_name(T::name())));
    RequestBodyBuilder::new().content("application/json", content).build()
}

/// Describes a JSON response.
fn json<T: ToSchema>(description: &str) -> Response {
    json_of(description, T::name())
}

/// Returns the name of a derived generic schema of a type.
fn generic<G: ToSchema, T: ToSchema>() -> String {
    format!("{}_{}", G::name(), T::name())
}

/// Adds a derived generic schema of a type, and those in it.
fn add_generic<G: ToSchema, T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((generic::<G, T>(), G::schema()));
    G::schemas(schemas);
}

/// Adds a schema, and those in it.
pub(crate) fn add_schema<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}
