//! Queries of the submissions that a filter finds, in its order.

use agency_core::{filter::Filter, keys::RecordKey, search::Query, sort::SortOrder, work::Assigned};
use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    prelude::*,
    sql_types::{BigInt, Bool, Record, Text, Timestamptz},
};
use diesel_full_text_search::TsVectorExtensions as _;

use crate::storage::{
    schema::{
        admins,
        submissions::{self, BoxedQuery},
    },
    tsvector::tsquery,
    usernames::username_key,
};

/// Selects the submissions of a kind that a filter finds for an admin.
pub(crate) fn filtered<'a>(kind: &'a str, filter: &Filter, admin_id: i64) -> BoxedQuery<'a, Pg> {
    let found = narrowed(kind, filter, admin_id);
    match terms(&filter.query()) {
        Some(terms) => found.filter(submissions::words.matches(tsquery(terms))),
        None => found,
    }
}

/// Selects the submissions of a kind that a filter finds for an admin, whatever their words are.
pub(crate) fn narrowed<'a>(kind: &'a str, filter: &Filter, admin_id: i64) -> BoxedQuery<'a, Pg> {
    let mut found = of_kind(kind);
    if let Some(state) = filter.state {
        found = found.filter(submissions::state.eq(state.as_str()));
    }
    found = match filter.assigned() {
        None => found,
        Some(Assigned::Nobody) => found.filter(submissions::assigned_to.is_null()),
        Some(Assigned::Me) => found.filter(submissions::assigned_to.eq(admin_id)),
        Some(Assigned::To(username)) => {
            let account = admins::table.filter(admins::username_key.eq(username_key(username)));
            found.filter(submissions::assigned_to.eq(account.select(admins::id).single_value()))
        }
    };
    let now = Utc::now().timestamp_micros();
    if let Some(start) = filter.from.and_then(|from| DateTime::from_timestamp_micros(from.start(now))) {
        found = found.filter(submissions::created_at.ge(start));
    }
    if let Some(end) = filter.to.and_then(|to| DateTime::from_timestamp_micros(to.end(now))) {
        found = found.filter(submissions::created_at.lt(end));
    }
    if filter.query().finds_nothing() {
        found = found.filter(false.into_sql::<Bool>());
    }
    found
}

/// Selects the submissions of a kind.
pub(crate) fn of_kind(kind: &str) -> BoxedQuery<'_, Pg> {
    submissions::table.filter(submissions::kind.eq(kind)).into_boxed()
}

/// Selects the submission of a kind with this key.
pub(crate) fn with_key<'a>(kind: &'a str, key: RecordKey<'a>) -> BoxedQuery<'a, Pg> {
    match key {
        RecordKey::Id(id) => of_kind(kind).filter(submissions::id.eq(id)),
        RecordKey::Slug(slug) => of_kind(kind).filter(submissions::slug.eq(slug)),
    }
}

/// Sorts submissions. Ties are sorted by id.
pub(crate) fn sorted(found: BoxedQuery<'_, Pg>, sort: SortOrder) -> BoxedQuery<'_, Pg> {
    match sort {
        SortOrder::Newest => found.order((submissions::created_at.desc(), submissions::id.desc())),
        SortOrder::Oldest => found.order((submissions::created_at, submissions::id)),
        SortOrder::NameAsc => found.order((submissions::name_key, submissions::id)),
        SortOrder::NameDesc => found.order((submissions::name_key.desc(), submissions::id.desc())),
    }
}

/// Selects only the submissions after a place in an order.
pub(crate) fn after<'a>(found: BoxedQuery<'a, Pg>, place: &Place, sort: SortOrder) -> BoxedQuery<'a, Pg> {
    let by_time = (submissions::created_at, submissions::id).into_sql::<Record<(Timestamptz, BigInt)>>();
    let by_name = (submissions::name_key, submissions::id).into_sql::<Record<(Text, BigInt)>>();
    match sort {
        SortOrder::Newest => found.filter(by_time.lt((place.created_at, place.id))),
        SortOrder::Oldest => found.filter(by_time.gt((place.created_at, place.id))),
        SortOrder::NameAsc => found.filter(by_name.gt((place.name_key.clone(), place.id))),
        SortOrder::NameDesc => found.filter(by_name.lt((place.name_key.clone(), place.id))),
    }
}

/// Sort keys of a submission: its place in every order.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = submissions, check_for_backend(Pg))]
pub(crate) struct Place {
    pub(crate) id: i64,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) name_key: String,
}

/// Returns the terms of a search as a `tsquery`, such as `('web' <-> 'shop') & !('logo') & ('des':*)`; none for a query
/// that finds everything or nothing.
pub(crate) fn terms(query: &Query) -> Option<String> {
    if query.is_empty() || query.finds_nothing() {
        return None;
    }
    let terms = query.terms().iter().map(|term| {
        let words = term.words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" <-> ");
        let not = if term.is_excluded { "!" } else { "" };
        format!("{not}({words}{})", if term.is_prefix { ":*" } else { "" })
    });
    Some(terms.collect::<Vec<_>>().join(" & "))
}
