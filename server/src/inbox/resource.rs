//! The interface between the inbox and a record type.

use std::fmt::Debug;

use agency_core::{form::Stored, keys::RecordKey, sort::SortOrder};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use serde::Serialize;
use utoipa::ToSchema;

use crate::inbox::{
    model::submission::{Row, Submission},
    page::Page,
};

/// Record type: the fields that not every record has, as stored and as in a response.
pub(crate) trait Resource: Serialize + ToSchema + Debug + Send + Sync + Sized + 'static {
    /// Its table, and the name of one record.
    const STORED: Stored;

    /// The names of its texts in an export.
    const TEXTS: &'static [&'static str];

    /// Loads the row with this key: joins `submissions` with the type's own table and `admins`.
    fn load_row(
        connection: &AsyncPgConnection,
        key: RecordKey<'_>,
    ) -> impl Future<Output = QueryResult<Option<Row<Self>>>> + Send;

    /// Loads the rows of a page, in any order, by the same join.
    fn load_rows(
        connection: &AsyncPgConnection,
        page: Page<'_>,
    ) -> impl Future<Output = QueryResult<Vec<Row<Self>>>> + Send;

    /// Loads the rows of a page in an order.
    fn load_sorted(
        connection: &AsyncPgConnection,
        page: Page<'_>,
        sort: SortOrder,
    ) -> impl Future<Output = QueryResult<Vec<Row<Self>>>> + Send {
        async move {
            let mut rows = Self::load_rows(connection, page).await?;
            rows.sort_by(|Row { submission: a, .. }, Row { submission: b, .. }| {
                let key = if sort.is_by_name() {
                    a.name_key.cmp(&b.name_key)
                } else {
                    a.created_at.cmp(&b.created_at)
                };
                let ascending = key.then(a.id.cmp(&b.id));
                if sort.is_descending() { ascending.reverse() } else { ascending }
            });
            Ok(rows)
        }
    }

    /// Returns the texts that a search finds and an export has.
    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str>;
}
