//! Which records of a list are asked for: the one filter, as an address holds it.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use form_urlencoded::{Serializer, parse};

use crate::{
    instant::{DAY, format_date, format_instant, parse_date, parse_instant},
    messages::server::{ASSIGNED_INVALID, BOX_INVALID, FROM_INVALID, PAGE_INVALID, SORT_INVALID, TO_INVALID},
    pagination::parse_page,
    search::{QUERY_LENGTH, Query},
    sort::SortOrder,
    validation::{ValidationError, ValidationErrors},
    white_space::is_white_space,
    work::{Assigned, RecordState},
};

/// The names of a filter's parts, in the order in which they are written.
pub const PARTS: [&str; 7] = ["q", "box", "assigned", "from", "to", "sort", "page"];

/// Which records of a list are asked for, in which order, and which page of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// What is searched for, without white space around it.
    pub q: String,
    /// The box: the state of the records.
    pub state: Option<RecordState>,
    /// Whose records: read it by [`assigned`](Self::assigned).
    pub assigned: Option<String>,
    /// The time of the earliest.
    pub from: Option<Moment>,
    /// The time of the latest.
    pub to: Option<Moment>,
    /// The order.
    pub sort: SortOrder,
    /// The page, from 1.
    pub page: u64,
}

/// A time as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A whole day in UTC, in days since 1970.
    Day(i64),
    /// An instant, in microseconds since 1970.
    Instant(i64),
}

impl Moment {
    /// Reads a date or an instant.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_date(text).map(Self::Day).or_else(|| parse_instant(text).map(Self::Instant))
    }

    /// The first microsecond since 1970 that belongs to it.
    #[must_use]
    pub const fn start(self) -> i64 {
        match self {
            Self::Day(day) => day.saturating_mul(DAY),
            Self::Instant(micros) => micros,
        }
    }

    /// The first microsecond since 1970 that comes after it.
    #[must_use]
    pub const fn end(self) -> i64 {
        match self {
            Self::Day(day) => day.saturating_add(1).saturating_mul(DAY),
            Self::Instant(micros) => micros.saturating_add(1),
        }
    }

    /// Writes it as it is read.
    #[must_use]
    pub fn format(self) -> String {
        match self {
            Self::Day(day) => format_date(day),
            Self::Instant(micros) => format_instant(micros),
        }
    }
}

impl Default for Filter {
    fn default() -> Self {
        let (q, sort) = (String::new(), SortOrder::default());
        Self { q, state: None, assigned: None, from: None, to: None, sort, page: 1 }
    }
}

impl Filter {
    /// Reads the query of an address, with its question mark or without. What it does not know is left alone, and of what comes twice the first counts.
    /// A part that cannot be read is refused, and stands in the filter as if it were not there.
    #[must_use]
    pub fn read(query: &str) -> (Self, ValidationErrors) {
        let mut values: [Option<Cow<'_, str>>; PARTS.len()] = Default::default();
        for (name, value) in parse(query.strip_prefix('?').unwrap_or(query).as_bytes()) {
            let place = PARTS.iter().position(|part| *part == name).and_then(|at| values.get_mut(at));
            if let Some(place) = place.filter(|place| place.is_none()) {
                *place = Some(value);
            }
        }
        Self::of(values.each_ref().map(Option::as_deref))
    }

    /// Reads the values of the [`PARTS`].
    #[must_use]
    pub fn of(values: [Option<&str>; PARTS.len()]) -> (Self, ValidationErrors) {
        let [q, state, assigned, from, to, sort, page] = values;
        let state = state.map(RecordState::parse);
        let assigned = assigned.map(|name| Assigned::parse(name).map(|_| name.to_owned()));
        let [from, to] = [from, to].map(|moment| moment.map(Moment::parse));
        let (sort, page) = (sort.map(SortOrder::parse), page.map(parse_page));
        let verdicts = [
            (state == Some(None), "box", BOX_INVALID),
            (assigned == Some(None), "assigned", ASSIGNED_INVALID),
            (from == Some(None), "from", FROM_INVALID),
            (to == Some(None), "to", TO_INVALID),
            (sort == Some(None), "sort", SORT_INVALID),
            (page == Some(None), "page", PAGE_INVALID),
        ];
        let mut errors = ValidationErrors::new();
        for (is_refused, field, message) in verdicts {
            if is_refused {
                errors.add(field, ValidationError::new(message));
            }
        }
        let filter = Self {
            q: q.map(searched).unwrap_or_default(),
            state: state.flatten(),
            assigned: assigned.flatten(),
            from: from.flatten(),
            to: to.flatten(),
            sort: sort.flatten().unwrap_or_default(),
            page: page.flatten().unwrap_or(1),
        };
        (filter, errors)
    }

    /// The values of the [`PARTS`] but for the page; none where one goes without saying.
    #[must_use]
    pub fn texts(&self) -> [Option<Cow<'_, str>>; PARTS.len() - 1] {
        [
            Some(self.q.as_str().into()).filter(|_| !self.q.is_empty()),
            self.state.map(|state| state.as_str().into()),
            self.assigned.as_deref().map(Cow::from),
            self.from.map(|moment| moment.format().into()),
            self.to.map(|moment| moment.format().into()),
            Some(self.sort).filter(|sort| *sort != SortOrder::default()).map(|sort| sort.as_str().into()),
        ]
    }

    /// The filter as the query of an address: the same text for the same filter.
    #[must_use]
    pub fn write(&self) -> String {
        let mut query = Serializer::new(String::new());
        let page = Some(self.page).filter(|page| *page != 1).map(|page| page.to_string().into());
        for (name, value) in PARTS.into_iter().zip(self.texts().into_iter().chain([page])) {
            if let Some(value) = value {
                query.append_pair(name, &value);
            }
        }
        query.finish()
    }

    /// What is searched for.
    #[must_use]
    pub fn query(&self) -> Query {
        Query::parse(&self.q)
    }

    /// Whose records are asked for.
    #[must_use]
    pub fn assigned(&self) -> Option<Assigned<'_>> {
        self.assigned.as_deref().and_then(Assigned::parse)
    }

    /// Whether it is a whole list or a whole box, whose count is kept; any other is counted only so far.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.assigned.is_none() && self.from.is_none() && self.to.is_none() && self.query().is_empty()
    }
}

/// What is kept of a query: as much as is read of it.
fn searched(q: &str) -> String {
    let q = q.trim_start_matches(is_white_space).chars().take(QUERY_LENGTH).collect::<String>();
    q.trim_end_matches(is_white_space).to_owned()
}
