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
use utoipa::{OpenApi, openapi};

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

/// A description with those calls, too.
pub(crate) fn describe(mut all: openapi::OpenApi) -> openapi::OpenApi {
    all.merge(Description::openapi());
    all
}

#[derive(OpenApi)]
#[openapi(paths(download::get_cv))]
struct Description;
