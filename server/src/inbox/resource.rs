//! The interface between the inbox and a record type.

use std::fmt::Debug;

use agency_core::{form::Stored, keys::RecordKey, sort::SortOrder};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    inbox::{
        model::submission::{Row, Submission},
        page::Page,
    },
    storage::list_counts::ListCount,
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

    /// Loads the rows of a page in an order, by the same join, each with a count.
    fn load_rows(
        connection: &AsyncPgConnection,
        page: Page<'_>,
        sort: SortOrder,
        count: ListCount<'_>,
    ) -> impl Future<Output = QueryResult<Vec<(Row<Self>, Option<i64>)>>> + Send;

    /// Loads the rows of a page in an order.
    fn load_sorted(
        connection: &AsyncPgConnection,
        page: Page<'_>,
        sort: SortOrder,
    ) -> impl Future<Output = QueryResult<Vec<Row<Self>>>> + Send {
        async move {
            let rows = Self::load_rows(connection, page, sort, ListCount::none()).await?;
            Ok(rows.into_iter().map(|(row, _)| row).collect())
        }
    }

    /// Returns the texts that a search finds and an export has.
    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str>;
}
