//! Which rows of a table a filter asks for, as the condition of a statement.

use agency_core::{
    filter::{Filter, Moment},
    search::TOKENISER,
    work::{Assigned, RecordState},
};
use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::AstPass,
    sql_types::{BigInt, Text, Timestamptz},
};

use crate::search::words::tsquery;

/// Which rows of a table are asked for.
pub(crate) struct Condition {
    table: &'static str,
    state: Option<RecordState>,
    owner: Option<Owner>,
    from: Option<DateTime<Utc>>,
    before: Option<DateTime<Utc>>,
    words: Words,
    /// Whether rows whose words are not made yet are among them.
    has_unfilled: bool,
}

enum Owner {
    Nobody,
    Id(i64),
    Username(String),
}

/// What is searched for.
enum Words {
    Anything,
    Nothing,
    These(String),
}

impl Condition {
    /// The rows of a table that a filter asks for, when this admin asks.
    pub(crate) fn new(table: &'static str, filter: &Filter, admin_id: i64) -> Self {
        let query = filter.query();
        let owner = filter.assigned().map(|assigned| match assigned {
            Assigned::Me => Owner::Id(admin_id),
            Assigned::Nobody => Owner::Nobody,
            Assigned::To(username) => Owner::Username(username.to_owned()),
        });
        let words = match tsquery(&query) {
            Some(query) => Words::These(query),
            None if query.finds_nothing() => Words::Nothing,
            None => Words::Anything,
        };
        Self {
            table,
            state: filter.state,
            owner,
            from: filter.from.map(Moment::start).and_then(DateTime::from_timestamp_micros),
            before: filter.to.map(Moment::end).and_then(DateTime::from_timestamp_micros),
            words,
            has_unfilled: false,
        }
    }

    /// With every row whose words are not made yet, found or not.
    pub(crate) fn with_unfilled(self) -> Self {
        Self { has_unfilled: true, ..self }
    }

    /// Whether words are searched for.
    pub(crate) fn has_words(&self) -> bool {
        matches!(self.words, Words::These(_))
    }

    /// Whether nothing but words is asked for, so that the words' table alone tells how many rows there are.
    pub(crate) fn is_words_alone(&self) -> bool {
        // All fields are named, so that whoever adds one decides here too.
        let Self { table: _, state, owner, from, before, words: _, has_unfilled: _ } = self;
        let is_any_row = state.is_none() && owner.is_none() && from.is_none() && before.is_none();
        self.has_words() && is_any_row
    }

    /// Where the rows come from.
    pub(crate) fn source(&self) -> String {
        let table = self.table;
        match self.words {
            Words::These(_) if self.has_unfilled => format!(
                "{table} LEFT JOIN {table}_search AS found_by \
                 ON found_by.id = {table}.id AND found_by.tokeniser >= {TOKENISER}"
            ),
            Words::These(_) => format!("{table} JOIN {table}_search AS found_by ON found_by.id = {table}.id"),
            Words::Anything | Words::Nothing => table.to_owned(),
        }
    }

    /// Adds the words of each of a few rows that were found already.
    pub(crate) fn words_of_each(&self) -> String {
        let table = self.table;
        match self.words {
            Words::These(_) if self.has_unfilled => format!(
                " LEFT JOIN LATERAL (SELECT s.id, s.words FROM {table}_search AS s \
                 WHERE s.id = {table}.id AND s.tokeniser >= {TOKENISER} OFFSET 0) AS found_by ON true"
            ),
            Words::These(_) => format!(
                " CROSS JOIN LATERAL (SELECT s.words FROM {table}_search AS s WHERE s.id = {table}.id OFFSET 0) \
                 AS found_by"
            ),
            Words::Anything | Words::Nothing => String::new(),
        }
    }

    /// What is true of them.
    pub(crate) fn walk<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.walk_rows(out)?;
        out.push_sql(" AND ");
        self.walk_words(out)
    }

    /// What is true of them in the list's own table.
    pub(crate) fn walk_rows<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let table = self.table;
        out.push_sql(if matches!(self.words, Words::Nothing) { "false" } else { "true" });
        if let Some(state) = self.state {
            out.push_sql(&format!(" AND {table}.state = '{}'", state.as_str()));
        }
        match &self.owner {
            None => {}
            Some(Owner::Nobody) => out.push_sql(&format!(" AND {table}.assigned_to IS NULL")),
            Some(Owner::Id(id)) => {
                out.push_sql(&format!(" AND {table}.assigned_to = "));
                out.push_bind_param::<BigInt, _>(id)?;
            }
            Some(Owner::Username(username)) => {
                out.push_sql(&format!(
                    " AND {table}.assigned_to = (SELECT admins.id FROM admins WHERE admins.username = "
                ));
                out.push_bind_param::<Text, _>(username)?;
                out.push_sql(")");
            }
        }
        for (sign, time) in [(">=", &self.from), ("<", &self.before)] {
            if let Some(time) = time {
                out.push_sql(&format!(" AND {table}.created_at {sign} "));
                out.push_bind_param::<Timestamptz, _>(time)?;
            }
        }
        Ok(())
    }

    /// What is true of their words.
    pub(crate) fn walk_words<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if let Words::These(query) = &self.words {
            out.push_sql("(found_by.words @@ ");
            out.push_bind_param::<Text, _>(query)?;
            out.push_sql(if self.has_unfilled { "::tsquery OR found_by.id IS NULL)" } else { "::tsquery)" });
            // How common a word is decides how it is best looked for, so each query is planned for itself.
            out.unsafe_to_cache_prepared();
        } else {
            out.push_sql("true");
        }
        Ok(())
    }
}
