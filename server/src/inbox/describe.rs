//! OpenAPI description of the endpoints that every record type has.
//!
//! Their annotations are a template: `{list}`, `submission` and `RecordResponse` are placeholders for names of the record
//! type.

use agency_core::{
    attachment::CvType,
    filter::{PARAMETERS, ParameterType},
    form::{Form, Stored},
    keys::{IDEMPOTENCY_KEY_LENGTH, IDEMPOTENCY_KEY_PATTERN},
    spam::HONEYPOT,
};
use utoipa::{
    IntoParams, OpenApi as _, ToSchema,
    openapi::{
        Content, ObjectBuilder, OpenApi, Ref, Required, Type,
        encoding::EncodingBuilder,
        path::{Parameter, ParameterBuilder, ParameterIn},
        request_body::{RequestBody, RequestBodyBuilder},
        security::SecurityRequirement,
    },
};

use crate::{
    http::describe_errors::operations,
    inbox::{
        actions::{self, BulkResponse, BulkResult, ConflictResponse},
        counts,
        export::{body, routes as export},
        list::ListResponse,
        record::DetailResponse,
        resource::Resource,
        routes,
        submission::Row,
    },
    intake::create::SubmittedForm as _,
};

/// Placeholder for the response of a record type.
#[derive(ToSchema)]
#[schema(as = RecordResponse)]
pub(crate) struct AnyRecord {}

pub(crate) type Worked = Row<AnyRecord>;
pub(crate) type Detail = DetailResponse<Worked>;
pub(crate) type List = ListResponse<Worked>;
pub(crate) type Conflict = ConflictResponse<Detail>;
pub(crate) type Bulk = BulkResponse<BulkItem>;
type BulkItem = BulkResult<Detail>;

#[derive(utoipa::OpenApi)]
#[openapi(
    paths(
        routes::list_submissions,
        counts::count_submissions,
        routes::create_submission,
        routes::get_submission,
        routes::get_submission_history,
        routes::get_submission_neighbours,
        actions::act_on_submission,
        actions::act_on_submissions,
        export::export_submissions,
        export::get_submissions_file,
    ),
    components(schemas(Worked, Detail, BulkItem))
)]
struct Template;

/// Describes the endpoints of one record type.
#[expect(clippy::expect_used, reason = "names are valid in JSON strings")]
pub(crate) fn describe<R: Resource>() -> OpenApi {
    let Stored { table, record, .. } = R::STORED;
    let template = serde_json::to_string(&Template::openapi()).unwrap_or_default();
    let described = template
        .replace("{list}", table)
        .replace("_submissions", &format!("_{table}"))
        .replace("_submission", &format!("_{}", record.to_lowercase()))
        .replace("{honeypot}", HONEYPOT)
        .replace("{columns}", &body::columns::<R>().join(", "))
        .replace("RecordResponse", &R::name());
    let mut described: OpenApi = serde_json::from_str(&described).expect("a description");
    let schemas = &mut described.components.get_or_insert_default().schemas;
    schemas.insert(R::name().into_owned(), R::schema());
    for operation in operations(&mut described) {
        operation.tags = Some(vec![table.to_owned()]);
        if operation.operation_id.as_deref().is_some_and(|id| id.starts_with("create_")) {
            operation.request_body = Some(form_body(R::Form::FORM).into());
        } else {
            operation.security = Some(vec![SecurityRequirement::new("bearer", [""; 0])]);
        }
    }
    described
}

fn form_body(form: &Form) -> RequestBody {
    let content_type = if form.file.is_some() { "multipart/form-data" } else { "application/json" };
    let mut content = Content::new(Some(Ref::from_schema_name(form.type_name)));
    if let Some(file) = form.file {
        let types = file.types.iter().copied().map(CvType::content_type).collect::<Vec<_>>().join(", ");
        let encoding = EncodingBuilder::new().content_type(Some(types)).build();
        content.encoding.insert(file.name.to_owned(), encoding);
    }
    RequestBodyBuilder::new().content(content_type, content).build()
}

/// The filter of a list.
pub(crate) struct FilterParams;

impl IntoParams for FilterParams {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameters = PARAMETERS.into_iter();
        parameters
            .map(|part| {
                parameter(part.name, ParameterIn::Query, part.description, filter_schema(part.value_type))
            })
            .collect()
    }
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

/// The header `Idempotency-Key`.
pub(crate) struct KeyParams;

impl IntoParams for KeyParams {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(*IDEMPOTENCY_KEY_LENGTH.start()))
            .max_length(Some(*IDEMPOTENCY_KEY_LENGTH.end()))
            .pattern(Some(IDEMPOTENCY_KEY_PATTERN));
        let meaning = "Repeats with the same key are carried out once";
        vec![parameter("idempotency-key", ParameterIn::Header, meaning, schema)]
    }
}

fn parameter(name: &str, location: ParameterIn, meaning: &str, schema: ObjectBuilder) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(location)
        .required(Required::False)
        .description(Some(meaning))
        .schema(Some(schema))
        .build()
}
