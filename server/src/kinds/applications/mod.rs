//! Job applications, each with its CV.

mod cv;
pub(crate) mod download;
mod form;
pub(crate) mod link;
mod queries;
pub(crate) mod record;
pub(crate) mod uploads;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::{Router, extract::FromRef, routing::get};
use utoipa::OpenApi;

use crate::{kinds::applications::link::CvLinks, storage::Pool};

/// The calls that other stored forms have not.
pub(crate) fn routes<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Pool: FromRef<S>,
    Arc<CvLinks>: FromRef<S>,
{
    Router::new().route("/applications/{slug}/cv/{file_name}", get(download::get_cv))
}

/// Those calls, described.
#[derive(OpenApi)]
#[openapi(paths(download::get_cv))]
pub(crate) struct Description;
