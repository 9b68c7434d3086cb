//! What all lists share: their parameters, their answer, and how a page is read.

mod assigned;
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
    work::{self, RecordState},
};
use axum::{
    extract::{FromRequestParts, Query},
    http::{StatusCode, request::Parts},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::ApiError;

/// Which page of a list, in which order, and of which records.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListParams {
    /// The page, from 1.
    pub(crate) page: u64,
    /// The order of the whole list.
    pub(crate) sort: SortOrder,
    /// The state of the records; all of them without one.
    pub(crate) state: Option<RecordState>,
    /// Whose records; everybody's without it.
    pub(crate) assigned: Option<Assigned>,
}

/// Whose records a list holds.
#[derive(Clone, Debug)]
pub(crate) enum Assigned {
    /// Those of whoever asks.
    Me,
    /// Those that nobody has.
    Nobody,
    /// Those of the account of this name.
    To(String),
}

impl Assigned {
    fn parse(text: &str) -> Option<Self> {
        work::Assigned::parse(text).map(|assigned| match assigned {
            work::Assigned::Me => Self::Me,
            work::Assigned::Nobody => Self::Nobody,
            work::Assigned::To(username) => Self::To(username.to_owned()),
        })
    }
}

/// The list of a table's records of one state.
pub(crate) fn box_of(table: &str, state: RecordState) -> String {
    format!("{table}/{}", state.as_str())
}

/// The lists that a table has: of all its records, and of those of each state.
pub(crate) fn lists_of(table: &str) -> impl Iterator<Item = String> {
    let boxes = RecordState::ALL.into_iter().map(move |state| box_of(table, state));
    std::iter::once(table.to_owned()).chain(boxes)
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
    /// The state of the records: new, open, done or spam. Without it the list holds all of them.
    #[serde(rename = "box")]
    state: Option<String>,
    /// Whose records: me, nobody, or a username.
    assigned: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for ListParams {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let Query(raw) = Query::<ListQuery>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
        let mut errors = ValidationErrors::new();
        let mut read = Reader(&mut errors);
        let params = Self {
            page: read.one("page", raw.page, 1, parse_page, say::PAGE_INVALID),
            sort: read.one("sort", raw.sort, SortOrder::default(), SortOrder::parse, say::SORT_INVALID),
            state: read.one(
                "box",
                raw.state,
                None,
                |text| RecordState::parse(text).map(Some),
                say::BOX_INVALID,
            ),
            assigned: read.one(
                "assigned",
                raw.assigned,
                None,
                |text| Assigned::parse(text).map(Some),
                say::ASSIGNED_INVALID,
            ),
        };
        if errors.is_empty() { Ok(params) } else { Err(ApiError::refused(errors)) }
    }
}

/// Reads one parameter after the other, and keeps what is refused.
struct Reader<'a>(&'a mut ValidationErrors);

impl Reader<'_> {
    fn one<T: Default>(
        &mut self,
        name: &'static str,
        sent: Option<String>,
        otherwise: T,
        parse: impl Fn(&str) -> Option<T>,
        refusal: &'static str,
    ) -> T {
        let Some(sent) = sent else { return otherwise };
        parse(&sent).unwrap_or_else(|| {
            self.0.add(name, ValidationError::new(refusal));
            T::default()
        })
    }
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListResponse<T> {
    /// How many records the whole list has.
    pub(crate) count: i64,
    /// Whether there are more than that, which nobody counted.
    pub(crate) more: bool,
    /// The records of the page.
    pub(crate) results: Vec<T>,
}
