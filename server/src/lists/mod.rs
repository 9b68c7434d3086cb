//! What all lists share: their parameters, their answer, and how a page is read.

pub(crate) mod bounds;
pub(crate) mod page;
pub(crate) mod record;
pub(crate) mod upkeep;

#[cfg(test)]
mod fold_tests;
#[cfg(test)]
pub(crate) mod tests;

use agency_core::{
    messages::server as say,
    pagination::parse_page,
    sort::SortOrder,
    validation::{ValidationError, ValidationErrors},
};
use axum::{
    extract::{FromRequestParts, Query},
    http::{StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::ApiError;

/// Which page of a list, in which order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListParams {
    /// The page, from 1.
    pub(crate) page: u64,
    /// The order of the whole list.
    pub(crate) sort: SortOrder,
}

/// A list's query as it comes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// The page, from 1.
    #[param(value_type = Option<u64>, minimum = 1)]
    page: Option<String>,
    /// The order of the whole list: newest, oldest, `name_asc` or `name_desc`.
    sort: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for ListParams {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let Query(raw) = Query::<ListQuery>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
        let page = raw.page.map_or(Some(1), |page| parse_page(&page));
        let sort = raw.sort.map_or_else(|| Some(SortOrder::default()), |sort| SortOrder::parse(&sort));
        match (page, sort) {
            (Some(page), Some(sort)) => Ok(Self { page, sort }),
            (page, sort) => {
                let mut errors = ValidationErrors::new();
                if page.is_none() {
                    errors.add("page", ValidationError::new(say::PAGE_INVALID));
                }
                if sort.is_none() {
                    errors.add("sort", ValidationError::new(say::SORT_INVALID));
                }
                Err(ApiError::refused(errors))
            }
        }
    }
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListResponse<T> {
    /// How many records the whole list has.
    pub(crate) count: i64,
    /// The records of the page.
    pub(crate) results: Vec<T>,
}
