//! The interface between the inbox and a record type.

use std::fmt::Debug;

use agency_core::form::Stored;
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
