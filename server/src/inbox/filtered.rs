//! Queries of the submissions that a filter finds, in its order.

use agency_core::{
    filter::{Filter, StateFilter},
    keys::RecordKey,
    search::Query,
    sort::{SortField, SortOrder},
    work::{Assigned, RecordState},
};
use chrono::{DateTime, Utc};
use diesel::{
    dsl::Desc,
    pg::Pg,
    prelude::*,
    query_dsl::methods::OrderDsl,
    sql_types::{BigInt, Bool, Record, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
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
    found = match filter.state {
        None => found,
        Some(StateFilter::Only(state)) => found.filter(submissions::state.eq(state.as_str())),
        Some(StateFilter::Kept) => found.filter(submissions::state.ne(RecordState::Spam.as_str())),
    };
    found = match filter.assigned() {
        None => found,
        Some(Assigned::Nobody) => found.filter(submissions::assigned_to.is_null()),
        Some(Assigned::Me) => found.filter(submissions::assigned_to.eq(admin_id)),
        Some(Assigned::To(username)) => {
            let account = admins::table.filter(admins::username_key.eq(username_key(username)));
            found.filter(submissions::assigned_to.eq(account.select(admins::id).single_value()))
        }
    };
    found = match filter.waiting {
        None => found,
        Some(true) => found.filter(submissions::first_action_at.is_null()),
        Some(false) => found.filter(submissions::first_action_at.is_not_null()),
    };
    if let Some(channel) = filter.channel {
        found = found.filter(submissions::channel.eq(channel.as_str()));
    }
    if let Some(landing) = &filter.landing {
        found = found.filter(submissions::landing.eq(landing.clone()));
    }
    if let Some(campaign) = &filter.campaign {
        found = found.filter(submissions::utm_campaign.eq(campaign.clone()));
    }
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

/// A query of submissions that can have every order, whatever it joins them with.
pub(crate) trait Sortable:
    OrderDsl<Keys<submissions::created_at>, Output = Self>
    + OrderDsl<DescendingKeys<submissions::created_at>, Output = Self>
    + OrderDsl<Keys<submissions::name_key>, Output = Self>
    + OrderDsl<DescendingKeys<submissions::name_key>, Output = Self>
{
}

impl<Query> Sortable for Query where
    Query: OrderDsl<Keys<submissions::created_at>, Output = Self>
        + OrderDsl<DescendingKeys<submissions::created_at>, Output = Self>
        + OrderDsl<Keys<submissions::name_key>, Output = Self>
        + OrderDsl<DescendingKeys<submissions::name_key>, Output = Self>
{
}

type Keys<Key> = (Key, submissions::id);
type DescendingKeys<Key> = (Desc<Key>, Desc<submissions::id>);

/// Sorts submissions by the field and in the direction of the rules. Ties are sorted by id.
pub(crate) fn sorted<Query: Sortable>(found: Query, sort: SortOrder) -> Query {
    use submissions::{created_at, id, name_key};
    match (sort.field(), sort.is_descending()) {
        (SortField::CreatedAt, false) => found.order((created_at, id)),
        (SortField::CreatedAt, true) => found.order((created_at.desc(), id.desc())),
        (SortField::NameKey, false) => found.order((name_key, id)),
        (SortField::NameKey, true) => found.order((name_key.desc(), id.desc())),
    }
}

/// Selects only the submissions after a place in an order, as [`sorted`] has it.
pub(crate) fn after<'a>(found: BoxedQuery<'a, Pg>, place: &Place, sort: SortOrder) -> BoxedQuery<'a, Pg> {
    let by_time = (submissions::created_at, submissions::id).into_sql::<Record<(Timestamptz, BigInt)>>();
    let by_name = (submissions::name_key, submissions::id).into_sql::<Record<(Text, BigInt)>>();
    let (at, name, id) = (place.created_at, place.name_key.clone(), place.id);
    match (sort.field(), sort.is_descending()) {
        (SortField::CreatedAt, false) => found.filter(by_time.gt((at, id))),
        (SortField::CreatedAt, true) => found.filter(by_time.lt((at, id))),
        (SortField::NameKey, false) => found.filter(by_name.gt((name, id))),
        (SortField::NameKey, true) => found.filter(by_name.lt((name, id))),
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

/// Loads the sort keys of the submission of a kind with this key.
pub(crate) async fn load_place(
    mut connection: &AsyncPgConnection,
    kind: &str,
    key: RecordKey<'_>,
) -> QueryResult<Option<Place>> {
    let found = match key {
        RecordKey::Id(id) => of_kind(kind).filter(submissions::id.eq(id)),
        RecordKey::Slug(slug) => of_kind(kind).filter(submissions::slug.eq(slug)),
    };
    found.select(Place::as_select()).first(&mut connection).await.optional()
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
