//! Links to exports.

use serde::Serialize;
use utoipa::ToSchema;

/// Link to an export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportResponse {
    /// Link that starts a download within a minute, while the session is active. It needs no token.
    pub(crate) url: String,
}
