//! SQL conditions of filters on `submissions AS s`.

use agency_core::{
    filter::Filter,
    search::{Query, TOKENISER},
    sort::SortOrder,
    work::{Assigned, RecordState},
};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    Queryable, Selectable,
    pg::Pg,
    query_builder::{BoxedSqlQuery, SqlQuery},
    sql_query,
    sql_types::{Nullable, Text, Timestamptz},
};

use crate::storage::{schema::submissions, usernames::username_key};

/// A condition on `submissions AS s`, such as
///
/// ```sql
/// s.kind = 'consultations' AND s.state = 'new' AND s.assigned_to IS NULL AND (s.words @@ $4::tsquery)
///     AND ($1 IS NULL OR s.created_at >= $1) AND ($2 IS NULL OR s.created_at < $2)
/// ```
///
/// Its statements are not prepared, because the best plan depends on how common the words are. So Postgres plans them with
/// the parameters, and omits what is null.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) sql: String,
    /// Whether words are searched for.
    pub(crate) has_words: bool,
    /// `$1` and `$2`: the start, and the first instant after the end.
    range: [Option<DateTime<Utc>>; 2],
    /// `$3` and `$4`: the assignee and the words.
    texts: [Option<String>; 2],
    /// `$5` and `$6`: the sort keys of the row before the first.
    place: Option<Place>,
}

impl Condition {
    /// Matches the submissions of a kind that a filter finds for an admin. For an export, matches only those that were
    /// stored when it started, and also those with outdated words, which the caller must check itself.
    pub(crate) fn new(
        kind: &str,
        filter: &Filter,
        admin_id: i64,
        export_start: Option<DateTime<Utc>>,
    ) -> Self {
        let now = Utc::now().timestamp_micros();
        let from = filter.from.and_then(|from| DateTime::from_timestamp_micros(from.start(now)));
        let to = filter.to.and_then(|to| DateTime::from_timestamp_micros(to.end(now)));
        let until = export_start.map(|start| start + TimeDelta::microseconds(1));
        let (who, assignee) = match filter.assigned() {
            None => ("", None),
            Some(Assigned::Nobody) => (" AND s.assigned_to IS NULL", None),
            Some(Assigned::Me) => (" AND s.assigned_to = $3::bigint", Some(admin_id.to_string())),
            Some(Assigned::To(username)) => (
                " AND s.assigned_to = (SELECT id FROM admins WHERE username_key = $3)",
                Some(username_key(username)),
            ),
        };
        let query = filter.query();
        let has_words = !query.is_empty() && !query.finds_nothing();
        let words = match export_start {
            _ if query.finds_nothing() => " AND false".to_owned(),
            _ if !has_words => String::new(),
            Some(_) => format!(" AND (s.words @@ $4::tsquery OR s.words_version < {TOKENISER})"),
            None => " AND s.words @@ $4::tsquery".to_owned(),
        };
        let sql = format!(
            "{list}{who}{words} AND ($1 IS NULL OR s.created_at >= $1) AND ($2 IS NULL OR s.created_at < $2)",
            list = list_sql(kind, filter.state),
        );
        let range = [from, to.into_iter().chain(until).min()];
        Self { sql, has_words, range, texts: [assignee, Some(tsquery(&query))], place: None }
    }

    /// Returns the SQL for rows after a place in an order or its reverse, such as `(s.created_at, s.id) < ($5, 7)`.
    pub(crate) fn after(&mut self, place: Place, sort: SortOrder, is_reversed: bool) -> String {
        let sign = if sort.is_descending() == is_reversed { ">" } else { "<" };
        let key = key_column(sort);
        let param = if key == "created_at" { "$5" } else { "$6" };
        let id = self.place.insert(place).id;
        format!("(s.{key}, s.id) {sign} ({param}, {id})")
    }

    /// Returns the `WITH` of a statement that reads these columns of the hits. Few hits are all found first, for many,
    /// Postgres merges the condition into the statement.
    pub(crate) fn with_hits(&self, columns: &str, are_few: bool) -> String {
        let not = if are_few { "" } else { "NOT " };
        format!("WITH hits AS {not}MATERIALIZED (SELECT {columns} FROM submissions AS s WHERE {})", self.sql)
    }

    /// Binds the parameters to a statement.
    pub(crate) fn bind(&self, statement: String) -> BoxedSqlQuery<'_, Pg, SqlQuery> {
        let ([from, to], [assignee, words]) = (self.range, &self.texts);
        let place = self.place.as_ref();
        boxed_sql(statement)
            .bind::<Nullable<Timestamptz>, _>(from)
            .bind::<Nullable<Timestamptz>, _>(to)
            .bind::<Nullable<Text>, _>(assignee)
            .bind::<Nullable<Text>, _>(words)
            .bind::<Nullable<Timestamptz>, _>(place.map(|place| place.created_at))
            .bind::<Nullable<Text>, _>(place.map(|place| &place.name_key))
    }
}

/// Makes a statement of the inbox from its text.
pub(crate) fn boxed_sql<'a>(statement: String) -> BoxedSqlQuery<'a, Pg, SqlQuery> {
    sql_query(statement).into_boxed()
}

/// Returns the condition of a whole list or box.
pub(crate) fn list_sql(kind: &str, state: Option<RecordState>) -> String {
    let state = state.map(|state| format!(" AND s.state = '{}'", state.as_str())).unwrap_or_default();
    format!("s.kind = '{kind}'{state}")
}

/// Sort keys of a submission: its place in every order.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = submissions, check_for_backend(Pg))]
pub(crate) struct Place {
    pub(crate) id: i64,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) name_key: String,
}

/// Returns the column that an order compares first. Ties are sorted by id.
pub(crate) const fn key_column(sort: SortOrder) -> &'static str {
    match sort {
        SortOrder::Newest | SortOrder::Oldest => "created_at",
        SortOrder::NameAsc | SortOrder::NameDesc => "name_key",
    }
}

/// Returns the `ORDER BY` of rows with the alias `s`.
pub(crate) fn order_by(sort: SortOrder, is_reversed: bool) -> String {
    let key = key_column(sort);
    let direction = if sort.is_descending() == is_reversed { "ASC" } else { "DESC" };
    format!("ORDER BY s.{key} {direction}, s.id {direction}")
}

/// Formats a query as a `tsquery`, such as `('web' <-> 'shop') & !('logo') & ('des':*)`.
pub(crate) fn tsquery(query: &Query) -> String {
    let terms = query.terms().iter().map(|term| {
        let words = term.words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" <-> ");
        let not = if term.is_excluded { "!" } else { "" };
        format!("{not}({words}{})", if term.is_prefix { ":*" } else { "" })
    });
    terms.collect::<Vec<_>>().join(" & ")
}
