//! Links to exports.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Link to an export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportResponse {
    /// Link that starts a download within a minute, while the session is active. It needs no token.
    pub(crate) url: String,
}

/// Session that requested a link.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinkParams {
    /// With a link: the id of the account that requested it.
    #[param(required = false)]
    pub(crate) by: i64,
    /// With a link: its session.
    #[param(required = false)]
    pub(crate) sign_in: String,
}
