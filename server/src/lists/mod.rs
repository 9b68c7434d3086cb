//! What all lists share: their parameters, their answer, and how a page is read.

pub(crate) mod bounds;
mod changes;
pub(crate) mod condition;
pub(crate) mod describe;
mod filtered;
mod hits;
pub(crate) mod neighbours;
pub(crate) mod others;
pub(crate) mod page;
pub(crate) mod record;
pub(crate) mod search_cache;
mod since;
pub(crate) mod tag;
pub(crate) mod upkeep;
pub(crate) mod walk;

#[cfg(test)]
mod filtered_tests;
#[cfg(test)]
pub(crate) mod fold_tests;
#[cfg(test)]
mod neighbours_tests;
#[cfg(test)]
mod others_tests;
#[cfg(test)]
mod search_cache_tests;
#[cfg(test)]
pub(crate) mod tests;

use agency_core::{
    filter::{Filter, NAMES},
    work::RecordState,
};
use axum::{
    extract::{FromRequestParts, Query},
    http::{StatusCode, request::Parts},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ApiError;

/// Which records of a list are asked for, as the query of an address says it.
pub(crate) struct ListParams(pub(crate) Filter);

/// The list of a table's records of one state.
pub(crate) fn box_of(table: &str, state: RecordState) -> String {
    format!("{table}/{}", state.as_str())
}

/// The lists that a table has: of all its records, and of those of each state.
pub(crate) fn lists_of(table: &str) -> impl Iterator<Item = String> {
    let boxes = RecordState::ALL.into_iter().map(move |state| box_of(table, state));
    std::iter::once(table.to_owned()).chain(boxes)
}

impl<S: Send + Sync> FromRequestParts<S> for ListParams {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let unreadable = || ApiError::of_status(StatusCode::BAD_REQUEST);
        let pairs = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let Query(pairs) = pairs.map_err(|_| unreadable())?;
        // Which of two was meant, nobody can tell.
        let times = |part: &str| pairs.iter().filter(|(name, _)| name == part).count();
        if NAMES.into_iter().any(|part| times(part) > 1) {
            return Err(unreadable());
        }
        let (filter, errors) = Filter::read(parts.uri.query().unwrap_or_default());
        if errors.is_empty() { Ok(Self(filter)) } else { Err(ApiError::refused(errors)) }
    }
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListResponse<T> {
    /// How many records the whole list has.
    pub(crate) count: i64,
    /// Whether there are more than that, which nobody counted.
    pub(crate) more: bool,
    /// Whether all records can be searched; false while the words of older ones are still being made.
    pub(crate) complete: bool,
    /// The records of the page.
    pub(crate) results: Vec<T>,
}
