//! Which rows of a table a filter asks for, as the condition of a statement.

use agency_core::{
    filter::{Filter, Moment},
    search::TOKENISER,
    sort::SortOrder,
    work::{Assigned, RecordState},
};
use chrono::{DateTime, Utc};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::AstPass,
    sql_types::{BigInt, Text, Timestamptz},
};

use crate::{
    lists::{
        changes,
        search_cache::{Hits, Search},
    },
    search::{
        fill,
        words::{split_prefix, tsquery},
    },
};

/// How many hits are counted.
pub(super) const MOST: i64 = 10_000;

/// How many are looked for before they are taken for many: so many that few changes, and as few again, leave more than are
/// counted.
pub(super) const LOOKED_FOR: i64 = MOST + 2 * changes::FEW;

/// How many rows are judged one by one for a beginning, so that it costs little where there are more of them.
const FEW: i64 = 5_000;

/// Which rows of a table are asked for.
#[derive(Clone)]
pub(crate) struct Condition {
    table: &'static str,
    asked: Asked,
    /// The whole words and the beginning, where both are searched for.
    split: Option<(String, String)>,
    /// Whether rows whose words are not made yet are among them.
    has_unfilled: bool,
    /// Whether how common a word is has no part in how it is looked for.
    has_generic_plan: bool,
    /// The `xmin` of a snapshot that had more hits than are looked for.
    more_since: Option<String>,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Asked {
    state: Option<RecordState>,
    owner: Option<Owner>,
    from: Option<DateTime<Utc>>,
    before: Option<DateTime<Utc>>,
    words: Words,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Owner {
    Nobody,
    Id(i64),
    Username(String),
}

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
        let asked = Asked {
            state: filter.state,
            owner,
            from: filter.from.map(Moment::start).and_then(DateTime::from_timestamp_micros),
            before: filter.to.map(Moment::end).and_then(DateTime::from_timestamp_micros),
            words,
        };
        Self {
            table,
            asked,
            split: split_prefix(&query),
            has_unfilled: false,
            has_generic_plan: false,
            more_since: None,
        }
    }

    /// For a statement that looks for words in the same way however common they are, where nothing else is asked for:
    /// planning it anew for each search would take longer than most searches do.
    pub(super) fn with_generic_plan(self) -> Self {
        Self { has_generic_plan: self.is_words_alone(), ..self }
    }

    /// For rows that are looked at one by one, so that how common a word is has no part in it.
    pub(super) fn of_each(self) -> Self {
        Self { has_generic_plan: true, ..self }
    }

    /// For a search whose hits are not counted again where it is known that there are more than are looked for.
    pub(super) fn with_known(self, hits: Option<&Hits>) -> Self {
        let hits = hits.filter(|hits| !hits.is_all);
        Self { more_since: hits.map(|hits| hits.xmin.clone()), ..self }
    }

    /// With every row whose words are not made yet, found or not.
    pub(crate) fn with_unfilled(self) -> Self {
        Self { has_unfilled: true, ..self }
    }

    /// The table.
    pub(super) fn table(&self) -> &'static str {
        self.table
    }

    /// Whether all records could be found, as an SQL expression.
    pub(super) fn is_complete(&self) -> String {
        if self.has_words() { fill::is_complete(self.table) } else { "true".to_owned() }
    }

    /// Whether words are searched for.
    pub(crate) fn has_words(&self) -> bool {
        matches!(self.asked.words, Words::These(_))
    }

    /// Whether nothing but words and dates are asked for, so that the words' table alone tells which rows these are.
    pub(crate) fn is_words_alone(&self) -> bool {
        // All are named, so that whoever adds one decides here too.
        let Asked { state, owner, from: _, before: _, words: _ } = &self.asked;
        self.has_words() && state.is_none() && owner.is_none()
    }

    /// What is searched for, in this order.
    pub(super) fn search(&self, sort: SortOrder) -> Search {
        Search { table: self.table, asked: self.asked.clone(), sort }
    }

    /// Where the rows come from.
    pub(crate) fn source(&self) -> String {
        let table = self.table;
        match self.asked.words {
            Words::These(_) if self.has_unfilled => format!(
                "{table} LEFT JOIN {table}_words AS found_by \
                 ON found_by.id = {table}.id AND found_by.tokeniser >= {TOKENISER}"
            ),
            Words::These(_) => format!("{table} JOIN {table}_words AS found_by ON found_by.id = {table}.id"),
            Words::Anything | Words::Nothing => table.to_owned(),
        }
    }

    /// Adds the words of each of a few rows that were found already.
    pub(crate) fn words_of_each(&self) -> String {
        let table = self.table;
        match self.asked.words {
            Words::These(_) if self.has_unfilled => format!(
                " LEFT JOIN LATERAL (SELECT s.id, s.words FROM {table}_words AS s \
                 WHERE s.id = {table}.id AND s.tokeniser >= {TOKENISER} OFFSET 0) AS found_by ON true"
            ),
            Words::These(_) => format!(
                " CROSS JOIN LATERAL (SELECT s.words FROM {table}_words AS s WHERE s.id = {table}.id OFFSET 0) \
                 AS found_by"
            ),
            Words::Anything | Words::Nothing => String::new(),
        }
    }

    /// The rows' numbers and what they are sorted by, from one table where one tells both; and which partition they are in.
    pub(super) fn walk_hits<'b>(&'b self, key: &str, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let table = self.table;
        if self.is_words_alone() {
            out.push_sql(&format!(
                "SELECT found_by.id, found_by.{key}, found_by.tableoid AS partition_id \
                 FROM {table}_words AS found_by WHERE "
            ));
            self.walk_words(out)?;
            self.walk_dates("found_by", out)
        } else {
            out.push_sql(&format!(
                "SELECT {table}.id, {table}.{key}, 0::oid AS partition_id FROM {} WHERE ",
                self.source()
            ));
            self.walk(out)
        }
    }

    /// The common table expressions for one more hit than are looked for, and for how many these are, whether in one
    /// partition.
    ///
    /// To look for a beginning, Postgres gathers every row of every word that begins so, be the other words ever so
    /// rare. So where few rows have the other words, these rows are judged one by one.
    pub(super) fn walk_counted<'b>(&'b self, key: &str, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let table = self.table;
        out.push_sql("WITH ");
        if let Some((whole, prefix)) = self.split.as_ref().filter(|_| self.has_generic_plan) {
            out.push_sql(&format!(
                "with_words AS MATERIALIZED (SELECT id, {key}, tableoid AS partition_id, words @@ (SELECT "
            ));
            out.push_bind_param::<Text, _>(prefix)?;
            out.push_sql(&format!(
                "::tsquery) AS goes_on FROM {table}_words AS found_by WHERE words @@ (SELECT "
            ));
            out.push_bind_param::<Text, _>(whole)?;
            out.push_sql("::tsquery)");
            self.walk_dates("found_by", out)?;
            self.walk_unless_more(out)?;
            out.push_sql(&format!(
                " LIMIT {FEW} + 1), hits AS MATERIALIZED (SELECT id, {key}, partition_id FROM with_words \
                 WHERE goes_on AND (SELECT count(*) FROM with_words) <= {FEW} UNION ALL SELECT * FROM ("
            ));
            self.walk_hits(key, out)?;
            out.push_sql(&format!(" OFFSET 0) AS of_many WHERE (SELECT count(*) FROM with_words) > {FEW}"));
        } else {
            out.push_sql("hits AS MATERIALIZED (");
            self.walk_hits(key, out)?;
            self.walk_unless_more(out)?;
        }
        out.push_sql(&format!(" LIMIT {LOOKED_FOR} + 1), counted AS MATERIALIZED (SELECT CASE WHEN true"));
        self.walk_unless_more(out)?;
        out.push_sql(&format!(
            " THEN count(*) ELSE {LOOKED_FOR} + 1 END AS count, \
             min(partition_id) = max(partition_id) AS is_one_partition FROM hits)"
        ));
        Ok(())
    }

    /// Adds that it is not known that there are more hits than are looked for.
    fn walk_unless_more<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if let Some(xmin) = &self.more_since {
            out.push_sql(" AND NOT (");
            changes::walk_are_kept(self.table, xmin, out)?;
            out.push_sql(" AND (SELECT count(*) FROM (");
            changes::walk_since(self.table, xmin, out)?;
            out.push_sql(&format!(") AS changes) <= {})", changes::FEW));
        }
        Ok(())
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
        out.push_sql(if matches!(self.asked.words, Words::Nothing) { "false" } else { "true" });
        if let Some(state) = self.asked.state {
            out.push_sql(&format!(" AND {table}.state = '{}'", state.as_str()));
        }
        match &self.asked.owner {
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
        self.walk_dates(table, out)
    }

    fn walk_dates<'b>(&'b self, table: &str, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        for (sign, time) in [(">=", &self.asked.from), ("<", &self.asked.before)] {
            if let Some(time) = time {
                out.push_sql(&format!(" AND {table}.created_at {sign} "));
                out.push_bind_param::<Timestamptz, _>(time)?;
            }
        }
        Ok(())
    }

    /// What is true of their words.
    pub(crate) fn walk_words<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if let Words::These(query) = &self.asked.words {
            // Postgres plans without what a statement within selects.
            out.push_sql(if self.has_generic_plan {
                "(found_by.words @@ (SELECT "
            } else {
                "(found_by.words @@ ("
            });
            out.push_bind_param::<Text, _>(query)?;
            out.push_sql(if self.has_unfilled {
                "::tsquery) OR found_by.id IS NULL)"
            } else {
                "::tsquery))"
            });
            // How common a word is decides how it is best looked for, so each query is planned for itself; and not every
            // combination with dates is worth keeping.
            if !self.has_generic_plan || self.asked.from.is_some() || self.asked.before.is_some() {
                out.unsafe_to_cache_prepared();
            }
        } else {
            out.push_sql("true");
        }
        Ok(())
    }
}
