//! Logs errors that pages report from browsers.

mod redact;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    client_errors::redact::{build_name, own_frames, redact_message},
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        json::JsonBody,
        static_files::StaticFiles,
    },
    limits::Limits,
    monitoring::metrics::Metrics,
};

/// The size limit of a report, in bytes.
pub(crate) const BODY_LIMIT: usize = 4 * 1_024;

/// An error that a page caught.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ClientErrorForm {
    /// The error's message. Quoted values, addresses and long words are removed before it is logged.
    message: String,
    /// The error's stack. Only file names, lines and columns of the site's own scripts are logged.
    #[serde(default)]
    stack: String,
    /// The path of the page. Only the name of the page is logged.
    #[serde(default)]
    path: String,
    /// The build of the page.
    #[serde(default)]
    version: String,
}

/// `POST /api/client-errors/`: logs an error of a page.
///
/// Accepts 4 KB, and 20 reports a minute from a client. Nothing that a person typed is logged.
#[utoipa::path(
    post,
    path = "/api/client-errors/",
    tag = "site",
    request_body = ClientErrorForm,
    responses(
        (status = 204, description = "Logged"),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn report_client_error(
    State(limits): State<Arc<Limits>>,
    State(metrics): State<Arc<Metrics>>,
    State(pages): State<Arc<StaticFiles>>,
    ClientAddress(address): ClientAddress,
    JsonBody(form): JsonBody<ClientErrorForm>,
) -> Result<StatusCode, ApiError> {
    limits.client_error(address).await?;
    metrics.client_errors.inc();
    tracing::warn!(
        error = redact_message(&form.message),
        stack = own_frames(&form.stack),
        page = pages.page_of(&form.path).unwrap_or("unknown"),
        version = build_name(&form.version),
        "a page reported an error"
    );
    Ok(StatusCode::NO_CONTENT)
}
