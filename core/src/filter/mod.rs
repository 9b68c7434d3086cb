//! Which records of a list are asked for: the one filter, as an address holds it.

mod moment;
mod part;
#[cfg(test)]
mod tests;

pub use moment::Moment;
pub use part::{Part, Takes};

use std::borrow::Cow;

use form_urlencoded::{Serializer, parse};

use crate::{
    login,
    pagination::parse_page,
    search::{QUERY_LENGTH, Query},
    sort::SortOrder,
    validation::{ValidationError, ValidationErrors},
    white_space::is_white_space,
    work::{Assigned, RecordState},
};

/// The parts of a filter, in the order in which they are written: what narrows a list, then its order and the page.
pub const PARTS: [Part; 7] = [
    Part {
        name: "q",
        takes: Takes::Words,
        refusal: "",
        meaning: "What is searched for: words, the last of which may go on, \"words beside each other\", and -words that \
                  must not be there. No query is wrong; 200 characters are read.",
    },
    Part {
        name: "box",
        takes: Takes::OneOf { values: &STATES, default: None },
        refusal: "Box must be new, open, done or spam",
        meaning: "The state of the records. Without it the list holds all of them.",
    },
    Part {
        name: "assigned",
        takes: Takes::Text { max: login::RULES.username.max.chars },
        refusal: "Assigned must be me, nobody or the name of an account",
        meaning: "Whose records: me, nobody, or a username.",
    },
    Part {
        name: "from",
        takes: Takes::Moment,
        refusal: "From must be a date such as 2026-01-31, an instant such as 2026-01-31T12:00:00Z, or days such as -7d",
        meaning: "The earliest: a date in UTC, an instant as RFC 3339 has it, or days such as -7d, which are today and \
                  the six days before it in UTC (1 to 366).",
    },
    Part {
        name: "to",
        takes: Takes::Moment,
        refusal: "To must be a date such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z",
        meaning: "The latest: a date in UTC with all of its day, or an instant.",
    },
    Part {
        name: "sort",
        takes: Takes::OneOf { values: &ORDERS, default: Some(SortOrder::Newest.as_str()) },
        refusal: "Sort must be newest, oldest, name_asc or name_desc",
        meaning: "The order of the whole list.",
    },
    Part {
        name: "page",
        takes: Takes::Page,
        refusal: "Page must be a whole number of at least 1",
        meaning: "The page, from 1. Those past the last are empty.",
    },
];

const STATES: [&str; 4] = {
    let [a, b, c, d] = RecordState::ALL;
    [a.as_str(), b.as_str(), c.as_str(), d.as_str()]
};

const ORDERS: [&str; 4] = {
    let [a, b, c, d] = SortOrder::ALL;
    [a.as_str(), b.as_str(), c.as_str(), d.as_str()]
};

/// The names of the [`PARTS`], and the sentences that refuse them: apart from the rest, which the module has no use for.
pub const NAMES: [&str; PARTS.len()] = {
    let mut names = [""; PARTS.len()];
    let (mut left, mut parts): (&mut [&str], &[Part]) = (&mut names, &PARTS);
    while let ([name, others @ ..], [part, rest @ ..]) = (left, parts) {
        *name = part.name;
        (left, parts) = (others, rest);
    }
    names
};
const REFUSALS: [&str; PARTS.len()] = {
    let mut refusals = [""; PARTS.len()];
    let (mut left, mut parts): (&mut [&str], &[Part]) = (&mut refusals, &PARTS);
    while let ([refusal, others @ ..], [part, rest @ ..]) = (left, parts) {
        *refusal = part.refusal;
        (left, parts) = (others, rest);
    }
    refusals
};

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
            let place = NAMES.iter().position(|part| *part == name).and_then(|at| values.get_mut(at));
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
        let (from, to) = (from.map(Moment::parse_start), to.map(Moment::parse));
        let (sort, page) = (sort.map(SortOrder::parse), page.map(parse_page));
        // In the order of the parts.
        let refused = [
            false,
            state == Some(None),
            assigned == Some(None),
            from == Some(None),
            to == Some(None),
            sort == Some(None),
            page == Some(None),
        ];
        let mut errors = ValidationErrors::new();
        for ((name, refusal), is_refused) in NAMES.into_iter().zip(REFUSALS).zip(refused) {
            if is_refused {
                errors.add(name, ValidationError::new(refusal));
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
        for (name, value) in NAMES.into_iter().zip(self.texts().into_iter().chain([page])) {
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
