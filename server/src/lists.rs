//! What all lists share: their parameters, their answer, and which rows a page holds.

use agency_core::{
    messages::server as say,
    pagination::{DASHBOARD_PAGE_SIZE, offset, parse_page},
    sort::SortOrder,
    validation::{ValidationError, ValidationErrors},
};
use axum::{
    extract::{FromRequestParts, Query},
    http::{StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::ApiError;

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

/// Where a page's rows are, read from the nearer end of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// Rows to pass over from that end.
    pub(crate) skip: i64,
    /// Rows to take.
    pub(crate) take: i64,
    /// Whether the end is the last row: the rows then come last first.
    pub(crate) from_end: bool,
}

impl Window {
    /// The rows of a page of a list with `count` rows; none when the page is past the last.
    pub(crate) fn of_page(page: u64, count: i64) -> Option<Self> {
        let skip = i64::try_from(offset(page, DASHBOARD_PAGE_SIZE)).ok().filter(|&skip| skip < count)?;
        let take = i64::from(DASHBOARD_PAGE_SIZE).min(count.saturating_sub(skip));
        let after = count.saturating_sub(skip).saturating_sub(take);
        let from_end = after < skip;
        Some(Self { skip: if from_end { after } else { skip }, take, from_end })
    }
}

#[cfg(test)]
mod tests {
    use super::Window;

    #[test]
    fn windows_start_at_the_nearer_end() {
        assert_eq!(Window::of_page(1, 25), Some(Window { skip: 0, take: 10, from_end: false }));
        assert_eq!(Window::of_page(2, 25), Some(Window { skip: 5, take: 10, from_end: true }));
        assert_eq!(Window::of_page(3, 25), Some(Window { skip: 0, take: 5, from_end: true }));
        assert_eq!(Window::of_page(4, 25), None);
        assert_eq!(Window::of_page(1, 0), None);
        assert_eq!(Window::of_page(u64::MAX, 25), None);
    }
}
