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
    lists::page::{Found, ListRow},
    workflow::{
        history::{self, History, HistorySql},
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
    for<'query> Record<Row::SelectExpression>: LoadQuery<'query, AsyncPgConnection, (Row, Work, History)>,
{
    let found: Option<(Row, Work, History)> =
        Record::of::<Row>(key).get_result(connection).await.optional()?;
    Ok(found.map(|(row, work, history)| Found { row, work, history }))
}

/// The statement for one record, by its number or its slug.
pub(crate) struct Record<Selection> {
    table: &'static str,
    key: Key,
    selection: Selection,
}

enum Key {
    Id(i64),
    Slug(String),
}

impl<Selection> Record<Selection> {
    /// The record of these rows that has this key.
    pub(crate) fn of<Row: ListRow<SelectExpression = Selection>>(key: RecordKey<'_>) -> Self {
        let key = match key {
            RecordKey::Id(id) => Key::Id(id),
            RecordKey::Slug(slug) => Key::Slug(slug.to_owned()),
        };
        Self { table: Row::STORED.table, key, selection: Row::construct_selection() }
    }
}

impl<Selection: QueryFragment<Pg>> QueryFragment<Pg> for Record<Selection> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let table = self.table;
        out.push_sql("SELECT ");
        self.selection.walk_ast(out.reborrow())?;
        out.push_sql(&format!(
            ", {}, {} FROM {table}{}",
            columns(table),
            history::column(table),
            owner(table)
        ));
        match &self.key {
            Key::Id(id) => {
                out.push_sql(&format!(" WHERE {table}.id = "));
                out.push_bind_param::<BigInt, _>(id)
            }
            Key::Slug(slug) => {
                out.push_sql(&format!(" WHERE {table}.slug = "));
                out.push_bind_param::<Text, _>(slug)
            }
        }
    }
}

/// Prepared once a connection for each list and kind of key: the text tells them apart.
impl<Selection> QueryId for Record<Selection> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Selection: Expression> Query for Record<Selection> {
    type SqlType = (Selection::SqlType, WorkSql, HistorySql);
}
