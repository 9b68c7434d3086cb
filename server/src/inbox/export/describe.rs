//! OpenAPI descriptions of the export endpoints.

use utoipa::{
    IntoParams as _, ToSchema as _,
    openapi::{
        Content, Required, ResponseBuilder,
        path::{OperationBuilder, ParameterIn},
        schema::{ObjectBuilder, Type},
    },
};

use crate::{
    http::{describe_errors::json, error::ErrorResponse},
    inbox::{
        describe::private,
        describe_filter::filter_parameters,
        export::{link::LinkQuery, routes::ExportResponse},
        resource::Resource,
    },
};

/// Describes the endpoint that creates a link.
pub(crate) fn create_link<R: Resource>() -> OperationBuilder {
    private()
        .summary(Some(format!(
            "`POST /api/{}/export/?{{filter}}`: a link to the list as a file.",
            R::STORED.table
        )))
        .description(Some(
            "A browser follows it without a token and streams the file to the disk. The page says nothing here.",
        ))
        .parameters(Some(filter_parameters()))
        .response("200", json("The link", ExportResponse::name()))
        .response("422", json("Invalid fields", ErrorResponse::name()))
}

/// Describes the endpoint that sends the file.
pub(crate) fn get_file<R: Resource>() -> OperationBuilder {
    let link = LinkQuery::into_params(|| Some(ParameterIn::Query)).into_iter().map(|mut parameter| {
        parameter.required = Required::False;
        parameter
    });
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    private()
        .summary(Some(format!("`GET /api/{}/export.csv?{{filter}}`: the list as a file.", R::STORED.table)))
        .description(Some(format!(
            "All records that the filter asks for and that were there at the start, in the list's order, as they are \
             when they are read: CSV by RFC 4180 in UTF-8, with a byte-order mark, and with an apostrophe before what a \
             spreadsheet would run. Its columns are {}. A body that ends before its end is not whole. With a link in \
             place of a token, only what the link was made for.",
            R::EXPORT_COLUMNS.join(", ")
        )))
        .parameters(Some(filter_parameters()))
        .parameters(Some(link))
        .response(
            "200",
            ResponseBuilder::new().description("The file").content("text/csv", Content::new(Some(text))).build(),
        )
        .response("422", json("Invalid fields", ErrorResponse::name()))
        .response("505", json("The request came by an older HTTP than 1.1", ErrorResponse::name()))
}
