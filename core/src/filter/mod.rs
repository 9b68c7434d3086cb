//! List filters: which records, in which order, which page. A filter has one form as a URL query.

mod moment;
mod parameter;
mod state;
#[cfg(test)]
mod tests;

pub use moment::Moment;
pub use parameter::{FilterParameter, ParameterType};
pub use state::StateFilter;

use std::borrow::Cow;

use form_urlencoded::parse;
use serde::{Serialize, Serializer};

use crate::{
    login,
    pagination::parse_page,
    search::{QUERY_LENGTH, Query},
    sort::SortOrder,
    source::{Channel, SOURCE_TEXT_LENGTH},
    validation::FieldError,
    white_space::is_white_space,
    work::Assigned,
};

/// All filter parameters, in the order in which they are written to a URL.
pub const PARAMETERS: [FilterParameter; 11] = [
    FilterParameter {
        name: "q",
        value_type: ParameterType::Words,
        error: "",
        description: "Search query: words, of which the last one matches as a prefix, \"a phrase\", and -word to \
                  exclude. Every query is valid; 200 characters are read.",
    },
    FilterParameter {
        name: "box",
        value_type: ParameterType::OneOf { values: &STATES, default: None },
        error: "Box must be new, open, done, spam or kept",
        description: "State of the records; kept is every state but spam. Without it the list holds all of them.",
    },
    FilterParameter {
        name: "assigned",
        value_type: ParameterType::Text { max: login::RULES.username.max.chars },
        error: "Assigned must be me, nobody or the name of an account",
        description: "Assignee: me, nobody, or a username.",
    },
    FilterParameter {
        name: "waiting",
        value_type: ParameterType::OneOf { values: &["yes", "no"], default: None },
        error: "Waiting must be yes or no",
        description: "Whether nobody has started, finished, assigned or noted anything yet.",
    },
    FilterParameter {
        name: "channel",
        value_type: ParameterType::OneOf { values: &CHANNELS, default: None },
        error: "Channel must be paid, email, social, search, referral, campaign, direct or unknown",
        description: "Channel by which the visitor came.",
    },
    FilterParameter {
        name: "landing",
        value_type: ParameterType::Text { max: SOURCE_TEXT_LENGTH },
        error: "Landing must be the path of a page such as /contact",
        description: "Path of the first page of the visit.",
    },
    FilterParameter {
        name: "campaign",
        value_type: ParameterType::Text { max: SOURCE_TEXT_LENGTH },
        error: "Campaign must be the name of a campaign",
        description: "Campaign that the first address of the visit named, in lower case.",
    },
    FilterParameter {
        name: "from",
        value_type: ParameterType::Moment,
        error: "From must be a date such as 2026-01-31, an instant such as 2026-01-31T12:00:00Z, or days such as -7d",
        description: "Start: a date in UTC, an RFC 3339 instant, or days such as -7d, which are today and the six \
                  days before it in UTC (1 to 366).",
    },
    FilterParameter {
        name: "to",
        value_type: ParameterType::Moment,
        error: "To must be a date such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z",
        description: "End: a date in UTC including its whole day, or an RFC 3339 instant.",
    },
    FilterParameter {
        name: "sort",
        value_type: ParameterType::OneOf { values: &ORDERS, default: Some(SortOrder::Newest.as_str()) },
        error: "Sort must be newest, oldest, name_asc or name_desc",
        description: "Order of the whole list.",
    },
    FilterParameter {
        name: "page",
        value_type: ParameterType::Page,
        error: "Page must be a whole number of at least 1",
        description: "Page number, from 1. Pages after the last one are empty.",
    },
];

const STATES: [&str; 5] = {
    let [a, b, c, d, e] = StateFilter::ALL;
    [a.as_str(), b.as_str(), c.as_str(), d.as_str(), e.as_str()]
};

const CHANNELS: [&str; 8] = {
    let [a, b, c, d, e, f, g, h] = Channel::ALL;
    [a.as_str(), b.as_str(), c.as_str(), d.as_str(), e.as_str(), f.as_str(), g.as_str(), h.as_str()]
};

const ORDERS: [&str; 4] = {
    let [a, b, c, d] = SortOrder::ALL;
    [a.as_str(), b.as_str(), c.as_str(), d.as_str()]
};

/// Names of the [`PARAMETERS`]. A separate constant keeps the descriptions out of the WebAssembly module.
pub const NAMES: [&str; PARAMETERS.len()] = {
    let mut names = [""; PARAMETERS.len()];
    let (mut left, mut parts): (&mut [&str], &[FilterParameter]) = (&mut names, &PARAMETERS);
    while let ([name, others @ ..], [part, rest @ ..]) = (left, parts) {
        *name = part.name;
        (left, parts) = (others, rest);
    }
    names
};

/// Error messages of the [`PARAMETERS`]; empty for a parameter that is always valid.
const ERRORS: [&str; PARAMETERS.len()] = {
    let mut messages = [""; PARAMETERS.len()];
    let (mut left, mut parts): (&mut [&str], &[FilterParameter]) = (&mut messages, &PARAMETERS);
    while let ([message, others @ ..], [part, rest @ ..]) = (left, parts) {
        *message = part.error;
        (left, parts) = (others, rest);
    }
    messages
};

/// Filter, order and page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Filter {
    /// Search query as typed, trimmed and cut to [`QUERY_LENGTH`] characters.
    pub q: String,
    /// State of the records (the API's `box`).
    #[serde(rename = "box")]
    pub state: Option<StateFilter>,
    /// Assignee. Use [`assigned`](Self::assigned) for the parsed value.
    pub assigned: Option<String>,
    /// Whether nobody has taken it up yet.
    #[serde(serialize_with = "as_yes_or_no")]
    pub waiting: Option<bool>,
    /// Channel by which the visitor came.
    pub channel: Option<Channel>,
    /// Path of the first page of the visit.
    pub landing: Option<String>,
    /// Campaign of the visit.
    pub campaign: Option<String>,
    /// Time of the earliest record.
    pub from: Option<Moment>,
    /// Time of the latest record. [`Moment::parse`] parses it, so it is never [`Moment::DaysAgo`].
    pub to: Option<Moment>,
    /// Sort order.
    pub sort: SortOrder,
    /// Page number, from 1.
    #[serde(serialize_with = "as_float")]
    pub page: u64,
}

/// Serialises a page number as JavaScript's only kind of number. Beyond 2^53 it loses digits.
#[expect(clippy::cast_precision_loss, reason = "no list reaches 2^53 pages")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn as_float<S: Serializer>(page: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*page as f64)
}

#[expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde passes a reference")]
fn as_yes_or_no<S: Serializer>(value: &Option<bool>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(yes_or_no).serialize(serializer)
}

const fn yes_or_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

impl Default for Filter {
    fn default() -> Self {
        Self::from_values([None; PARAMETERS.len()]).0
    }
}

impl Filter {
    /// Parses a URL query, with or without its question mark.
    ///
    /// Unknown parameters are ignored. If a parameter is repeated, the first one counts. Invalid parameters are
    /// reported as errors, and left out of the filter.
    #[must_use]
    pub fn parse(query: &str) -> (Self, Vec<FieldError>) {
        let mut values: [Option<Cow<'_, str>>; PARAMETERS.len()] = Default::default();
        for (name, value) in parse(query.strip_prefix('?').unwrap_or(query).as_bytes()) {
            let place = NAMES.iter().position(|part| *part == name).and_then(|at| values.get_mut(at));
            if let Some(place) = place.filter(|place| place.is_none()) {
                *place = Some(value);
            }
        }
        Self::from_values(values.each_ref().map(Option::as_deref))
    }

    /// Parses the values of the [`PARAMETERS`], in their order. Invalid values are reported and left out of the filter.
    #[must_use]
    pub fn from_values(values: [Option<&str>; PARAMETERS.len()]) -> (Self, Vec<FieldError>) {
        let [q, state, assigned, waiting, channel, landing, campaign, from, to, sort, page] = values;
        let state = state.map(StateFilter::parse);
        let assigned =
            assigned.map(|name| Assigned::parse(name).map(|assigned| assigned.as_str().to_owned()));
        let waiting = waiting.map(|text| [true, false].into_iter().find(|value| yes_or_no(*value) == text));
        let channel = channel.map(Channel::parse);
        let landing = landing.map(|path| source_text(path).filter(|path| path.starts_with('/')));
        let campaign = campaign.map(source_text);
        let (from, to) = (from.map(Moment::parse_start), to.map(Moment::parse));
        let (sort, page) = (sort.map(SortOrder::parse), page.map(parse_page));
        // In the order of `PARAMETERS`.
        let invalid = [
            false,
            state == Some(None),
            assigned == Some(None),
            waiting == Some(None),
            channel == Some(None),
            landing == Some(None),
            campaign == Some(None),
            from == Some(None),
            to == Some(None),
            sort == Some(None),
            page == Some(None),
        ];
        let mut errors = Vec::new();
        for ((name, message), is_invalid) in NAMES.into_iter().zip(ERRORS).zip(invalid) {
            if is_invalid {
                errors.push(FieldError::new(name, message));
            }
        }
        let filter = Self {
            q: q.map(truncate_query).unwrap_or_default(),
            state: state.flatten(),
            assigned: assigned.flatten(),
            waiting: waiting.flatten(),
            channel: channel.flatten(),
            landing: landing.flatten(),
            campaign: campaign.flatten(),
            from: from.flatten(),
            to: to.flatten(),
            sort: sort.flatten().unwrap_or_default(),
            page: page.flatten().unwrap_or(1),
        };
        (filter, errors)
    }

    /// Returns the values of all [`PARAMETERS`] except the page; none for a default value.
    #[must_use]
    pub fn texts(&self) -> [Option<Cow<'_, str>>; PARAMETERS.len() - 1] {
        [
            Some(self.q.as_str().into()).filter(|_| !self.q.is_empty()),
            self.state.map(|state| state.as_str().into()),
            self.assigned.as_deref().map(Cow::from),
            self.waiting.map(|waiting| yes_or_no(waiting).into()),
            self.channel.map(|channel| channel.as_str().into()),
            self.landing.as_deref().map(Cow::from),
            self.campaign.as_deref().map(Cow::from),
            self.from.map(|moment| moment.format().into()),
            self.to.map(|moment| moment.format().into()),
            Some(self.sort).filter(|sort| *sort != SortOrder::default()).map(|sort| sort.as_str().into()),
        ]
    }

    /// Returns the filter as a URL query. Equal filters give equal texts; default values are left out.
    #[must_use]
    pub fn write(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let page = Some(self.page).filter(|page| *page != 1).map(|page| page.to_string().into());
        for (name, value) in NAMES.into_iter().zip(self.texts().into_iter().chain([page])) {
            if let Some(value) = value {
                query.append_pair(name, &value);
            }
        }
        query.finish()
    }

    /// Parses the search query.
    #[must_use]
    pub fn query(&self) -> Query {
        Query::parse(&self.q)
    }

    /// Parses the assignee.
    #[must_use]
    pub fn assigned(&self) -> Option<Assigned<'_>> {
        self.assigned.as_deref().and_then(Assigned::parse)
    }

    /// Returns whether the filter selects by state only, so that nothing else applies.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let Self { assigned, waiting, channel, landing, campaign, from, to, .. } = self;
        let is_of_any_source = channel.is_none() && landing.is_none() && campaign.is_none();
        let is_of_any_work = assigned.is_none() && waiting.is_none();
        is_of_any_work && is_of_any_source && from.is_none() && to.is_none() && self.query().is_empty()
    }
}

/// Parses a text about a source, which is stored without control characters.
fn source_text(text: &str) -> Option<String> {
    let is_valid =
        !text.is_empty() && text.chars().count() <= SOURCE_TEXT_LENGTH && !text.contains(char::is_control);
    is_valid.then(|| text.to_owned())
}

/// Trims a search query and cuts it to [`QUERY_LENGTH`] characters.
fn truncate_query(q: &str) -> String {
    let q = q.trim_start_matches(is_white_space).chars().take(QUERY_LENGTH).collect::<String>();
    q.trim_end_matches(is_white_space).to_owned()
}
