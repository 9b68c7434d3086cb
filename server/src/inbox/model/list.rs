//! Pages of a list.

use serde::Serialize;
use utoipa::ToSchema;

use crate::inbox::model::submission::Record;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListResponse {
    /// Number of records in the list, at most 10,000 for a search.
    pub(crate) count: i64,
    /// Whether there are more records than `count`.
    pub(crate) more: bool,
    /// Whether the index of this search or order has every record. While older ones are being indexed, a search can miss
    /// some, and an order by name can have some in another place.
    pub(crate) complete: bool,
    /// The records of the page.
    pub(crate) results: Vec<Record>,
}
