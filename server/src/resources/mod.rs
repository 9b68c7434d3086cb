//! Record types: their forms, tables and responses.

pub(crate) mod applications;
pub(crate) mod consultations;

use std::sync::Arc;

use anyhow::Result;
use axum::extract::FromRef;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::client::TrustedProxies,
    inbox::{export::state::ExportState, reindex::reindex_kind, state::InboxState},
    intake::state::IntakeState,
    resources::applications::uploads::Uploads,
    storage::Pool,
};

/// Returns the endpoints that visitors send forms to.
pub(crate) fn forms<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<IntakeState>: FromRef<S>,
    Arc<Uploads>: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(consultations::create_consultation))
        .routes(routes!(applications::form::create_application))
}

/// Returns the endpoints of signed-in staff.
pub(crate) fn staff<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<InboxState>: FromRef<S>,
    Arc<ExportState>: FromRef<S>,
    Pool: FromRef<S>,
{
    consultations::staff::routes()
        .merge(applications::record::staff::routes())
        .routes(routes!(applications::download::get_cv))
}

/// Returns the files that a browser loads by a link.
pub(crate) fn files<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<ExportState>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(consultations::staff::get_file))
        .routes(routes!(applications::record::staff::get_file))
}

/// Calls a function for each record type, and returns the results as an array.
macro_rules! for_each_resource {
    ($function:ident $(, $argument:expr)?) => {
        [
            $function::<$crate::resources::consultations::Consultation>($($argument)?),
            $function::<$crate::resources::applications::record::Application>($($argument)?),
        ]
    };
}
#[cfg(test)]
pub(crate) use for_each_resource;

/// Reindexes a batch of each record type. Returns true when no row is out of date.
pub(crate) async fn reindex(pool: &Pool) -> Result<bool> {
    let mut is_complete = true;
    for batch in for_each_resource!(reindex_kind, pool) {
        is_complete &= batch.await?;
    }
    Ok(is_complete)
}
