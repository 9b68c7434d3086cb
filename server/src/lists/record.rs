//! One record of a list.

use agency_core::keys::RecordKey;
use diesel::{
    expression::Expression,
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Text},
};

use diesel_async::{AsyncPgConnection, RunQueryDsl as _, methods::LoadQuery};

use crate::{
    lists::{
        others::{self, Others, OthersSql},
        page::{Found, ListRow},
    },
    retention::date::{self, Times, TimesSql},
    workflow::{
        history::{self, History, HistorySql},
        spam::{self, SpamReasonsSql},
        work::{Work, WorkSql, columns, owner},
    },
};

/// The record that has this key.
pub(crate) async fn read<Row>(
    connection: &mut AsyncPgConnection,
    key: RecordKey<'_>,
) -> QueryResult<Option<Found<Row>>>
where
    Row: ListRow + Send + 'static,
    for<'query> Record<Row::SelectExpression>:
        LoadQuery<'query, AsyncPgConnection, (Row, Work, Times, History, Others, Vec<String>)>,
{
    let found: Option<(Row, Work, Times, History, Others, Vec<String>)> =
        Record::of::<Row>(key).get_result(connection).await.optional()?;
    let found = found.map(|(row, work, times, history, others, spam_reasons)| Found {
        row,
        work,
        times,
        history,
        others,
        spam_reasons,
    });
    Ok(found)
}

/// The statement for one record, by its number or its slug.
pub(crate) struct Record<Selection> {
    table: &'static str,
    key: Key,
    selection: Selection,
}

/// What tells a record from all others of its table.
pub(super) enum Key {
    Id(i64),
    Slug(String),
}

impl Key {
    /// Owned, as a statement needs it.
    pub(super) fn of(key: RecordKey<'_>) -> Self {
        match key {
            RecordKey::Id(id) => Self::Id(id),
            RecordKey::Slug(slug) => Self::Slug(slug.to_owned()),
        }
    }

    /// Adds that this is the record's.
    pub(super) fn walk<'b>(&'b self, table: &str, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        match self {
            Self::Id(id) => {
                out.push_sql(&format!("{table}.id = "));
                out.push_bind_param::<BigInt, _>(id)
            }
            Self::Slug(slug) => {
                out.push_sql(&format!("{table}.slug = "));
                out.push_bind_param::<Text, _>(slug)
            }
        }
    }
}

impl<Selection> Record<Selection> {
    /// The record of these rows that has this key.
    pub(crate) fn of<Row: ListRow<SelectExpression = Selection>>(key: RecordKey<'_>) -> Self {
        Self { table: Row::STORED.table, key: Key::of(key), selection: Row::construct_selection() }
    }
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for Record<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let table = self.table;
        out.push_sql("SELECT ");
        self.selection.walk_ast(out.reborrow())?;
        out.push_sql(&format!(
            ", {}, {}, {}, {}, {} FROM {table}{} WHERE ",
            columns(table),
            date::columns(table),
            history::column(table),
            others::column(table),
            spam::column(table),
            owner(table)
        ));
        self.key.walk(table, &mut out)
    }
}

/// Prepared once a connection for each list and kind of key: the text tells them apart.
impl<Selection> QueryId for Record<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for Record<Selection> {
    type SqlType = (Selection::SqlType, WorkSql, TimesSql, HistorySql, OthersSql, SpamReasonsSql);
}
