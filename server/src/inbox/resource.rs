//! The interface between the inbox and a record type.

use std::fmt::Debug;

use agency_core::{form::Stored, sort::SortOrder};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    inbox::{
        page::Page,
        submission::{Row, Submission},
    },
    intake::create::SubmittedForm,
};

/// Record type: the fields that not every record has, as stored and as in a response.
pub(crate) trait Resource: Serialize + ToSchema + Debug + Send + Sync + Sized + 'static {
    /// Its table, and the name of one record.
    const STORED: Stored = <Self::Form as SubmittedForm>::STORED;

    /// The names of its texts in an export.
    const TEXTS: &'static [&'static str];

    /// The form as received.
    type Form: SubmittedForm;

    /// Loads the rows of a page, in any order: joins `submissions` with the type's own table and `admins`.
    fn load_rows(
        connection: &AsyncPgConnection,
        page: Page<'_>,
    ) -> impl Future<Output = QueryResult<Vec<Row<Self>>>> + Send;

    /// Returns the texts that a search finds and an export has.
    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str>;

    /// Adds the links that only the response has.
    fn add_links(&mut self, _slug: &str, _resources: &Resources<Self>) {}
}

/// State that a record type needs in addition to the shared state.
pub(crate) type Resources<R> = <<R as Resource>::Form as SubmittedForm>::Resources;

/// Loads the rows of a page in an order.
pub(crate) async fn load_rows<R: Resource>(
    connection: &AsyncPgConnection,
    page: Page<'_>,
    sort: SortOrder,
) -> QueryResult<Vec<Row<R>>> {
    let mut rows = R::load_rows(connection, page).await?;
    rows.sort_by(|Row { submission: a, .. }, Row { submission: b, .. }| {
        let key =
            if sort.is_by_name() { a.name_key.cmp(&b.name_key) } else { a.created_at.cmp(&b.created_at) };
        let ascending = key.then(a.id.cmp(&b.id));
        if sort.is_descending() { ascending.reverse() } else { ascending }
    });
    Ok(rows)
}
