//! SQL conditions of filters on `submissions AS s`.

use std::fmt::Write as _;

use agency_core::{
    filter::Filter,
    keys::RecordKey,
    search::{Query, TOKENISER},
    sort::SortOrder,
    work::{Assigned, RecordState},
};
use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    query_builder::{BoxedSqlQuery, SqlQuery},
    sql_query,
    sql_types::{BigInt, Text, Timestamptz},
};

/// Statement with parameters that are bound one by one.
pub(crate) type BoxedSql = BoxedSqlQuery<'static, Pg, SqlQuery>;

/// A parameter of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Param {
    Number(i64),
    Text(String),
    Time(DateTime<Utc>),
}

/// A condition on `submissions AS s`, such as
///
/// ```sql
/// s.kind = 'consultations' AND s.state = 'new' AND s.assigned_to IS NULL AND s.created_at >= $1
///     AND s.created_at < $2 AND s.words @@ $3::tsquery
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    sql: String,
    params: Vec<Param>,
    /// Whether words are searched for.
    pub(crate) has_words: bool,
}

impl Condition {
    /// Matches all submissions of a kind, or those in one state.
    pub(crate) fn of_list(kind: &str, state: Option<RecordState>) -> Self {
        let mut condition = Self { sql: format!("s.kind = '{kind}'"), params: Vec::new(), has_words: false };
        if let Some(state) = state {
            // Writing to a String cannot fail.
            let _ = write!(condition.sql, " AND s.state = '{}'", state.as_str());
        }
        condition
    }

    /// Matches the submission of a kind with this key.
    pub(crate) fn of_record(kind: &str, key: RecordKey<'_>) -> Self {
        let mut condition = Self::of_list(kind, None);
        match key {
            RecordKey::Id(id) => condition.push(" AND s.id = ", Param::Number(id), ""),
            RecordKey::Slug(slug) => condition.push(" AND s.slug = ", Param::Text(slug.to_owned()), ""),
        }
        condition
    }

    /// Matches the submissions of a kind that a filter finds for an admin. With those with outdated words, which the
    /// caller must check itself, if `with_outdated`.
    pub(crate) fn of_filter(kind: &str, filter: &Filter, admin_id: i64, with_outdated: bool) -> Self {
        let mut condition = Self::of_list(kind, filter.state);
        match filter.assigned() {
            None => {}
            Some(Assigned::Nobody) => condition.sql.push_str(" AND s.assigned_to IS NULL"),
            Some(Assigned::Me) => condition.push(" AND s.assigned_to = ", Param::Number(admin_id), ""),
            Some(Assigned::To(username)) => condition.push(
                " AND s.assigned_to = (SELECT id FROM admins WHERE username = ",
                Param::Text(username.to_owned()),
                ")",
            ),
        }
        let now = Utc::now().timestamp_micros();
        let (from, to) = (filter.from.map(|from| from.start(now)), filter.to.map(|to| to.end(now)));
        for (sign, time) in [(">=", from), ("<", to)] {
            if let Some(time) = time.and_then(DateTime::from_timestamp_micros) {
                condition.push(&format!(" AND s.created_at {sign} "), Param::Time(time), "");
            }
        }
        let query = filter.query();
        if query.finds_nothing() {
            condition.sql.push_str(" AND false");
        } else if !query.is_empty() {
            let or_outdated =
                if with_outdated { format!(" OR s.words_version < {TOKENISER}") } else { String::new() };
            let words = Param::Text(tsquery(&query));
            condition.push(" AND (s.words @@ ", words, &format!("::tsquery{or_outdated})"));
            condition.has_words = true;
        }
        condition
    }

    /// Returns the SQL for rows after a place in an order or its reverse, such as `(s.created_at, s.id) < ($3, $4)`. Adds
    /// its parameters.
    pub(crate) fn after(&mut self, place: &Place, sort: SortOrder, is_reversed: bool) -> String {
        let sign = if sort.is_descending() == is_reversed { ">" } else { "<" };
        let (key, first) = (key_column(sort), self.next_param());
        self.params.push(match key {
            "created_at" => Param::Time(place.created_at),
            _ => Param::Text(place.name_key.clone()),
        });
        self.params.push(Param::Number(place.id));
        format!("(s.{key}, s.id) {sign} (${first}, ${})", self.params.len())
    }

    /// Excludes rows that were created after an instant.
    pub(crate) fn and_until(mut self, until: DateTime<Utc>) -> Self {
        self.push(" AND s.created_at <= ", Param::Time(until), "");
        self
    }

    fn push(&mut self, before: &str, param: Param, after: &str) {
        self.params.push(param);
        let _ = write!(self.sql, "{before}${}{after}", self.params.len());
    }

    /// Returns the condition as SQL.
    pub(crate) fn sql(&self) -> &str {
        &self.sql
    }

    /// Returns the `WITH` of a statement that reads these columns of the hits. Few hits are all found first, for many,
    /// Postgres merges the condition into the statement.
    pub(crate) fn with_hits(&self, columns: &str, are_few: bool) -> String {
        let not = if are_few { "" } else { "NOT " };
        format!("WITH hits AS {not}MATERIALIZED (SELECT {columns} FROM submissions AS s WHERE {})", self.sql)
    }

    /// Binds the parameters to a statement that contains the condition at least once.
    pub(crate) fn bind(&self, statement: String) -> BoxedSql {
        let statement = sql_query(statement).into_boxed::<Pg>();
        self.params.iter().cloned().fold(statement, |statement, param| match param {
            Param::Number(number) => statement.bind::<BigInt, _>(number),
            Param::Text(text) => statement.bind::<Text, _>(text),
            Param::Time(time) => statement.bind::<Timestamptz, _>(time),
        })
    }

    /// Returns the number of the next parameter.
    pub(crate) fn next_param(&self) -> usize {
        self.params.len().saturating_add(1)
    }
}

/// Sort keys of a submission: its place in every order.
#[derive(Clone, Debug, diesel::Queryable)]
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
